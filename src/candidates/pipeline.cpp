#include "candidates/pipeline.h"

#include <algorithm>
#include <span>
#include <string>

#include "candidates/hiring_line.h"
#include "configuration/hiring_processes.h"
#include "jobs/access.h"

namespace callboard::candidates {
namespace {

std::vector<store::StepCount> empty_pipeline(std::span<const configuration::HiringStep> steps) {
    std::vector<store::StepCount> columns;
    for (const auto& [status, name] : Names<Status>::kList) {
        columns.push_back({.status = status, .sub_status = std::nullopt, .count = 0});
        const auto stage = stage_of(status);
        for (const configuration::HiringStep& step : steps)
            if (stage == step.stage)
                columns.push_back({.status = status, .sub_status = step.name, .count = 0});
    }
    return columns;
}

// Into its column, or into a new one at the end of its status.
void add(std::vector<store::StepCount>& columns, const store::StepCount& counted) {
    const auto column = std::ranges::find_if(columns, [&](const store::StepCount& each) {
        return each.status == counted.status && each.sub_status == counted.sub_status;
    });
    if (column != columns.end()) {
        column->count = counted.count;
        return;
    }
    const auto next = std::ranges::upper_bound(columns, counted.status, {}, &store::StepCount::status);
    columns.insert(next, counted);
}

}  // namespace

std::vector<store::StepCount> pipeline(db::Snapshot& snapshot, const accounts::Actor& actor,
                                       const JobId& job) {
    jobs::visible(snapshot, actor, job, jobs::kUnauthorized);
    auto columns = empty_pipeline(configuration::default_hiring_steps(snapshot));
    auto counts = store::count_by_step(snapshot, job);
    std::ranges::sort(counts, {}, [](const store::StepCount& each) { return each.sub_status; });
    for (const store::StepCount& counted : counts) add(columns, counted);
    return columns;
}

}  // namespace callboard::candidates
