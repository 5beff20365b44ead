#include "api/configuration/hiring_process.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "configuration/hiring_processes.h"

namespace callboard::api {
namespace {

using configuration::HiringProcess;
using configuration::HiringProcessDraft;
using configuration::HiringStep;
using configuration::Stage;

template <class AnySubStatuses>
auto& names_of(AnySubStatuses& names, Stage stage) {
    switch (stage) {
        case Stage::in_review: return names.in_review;
        case Stage::interview: return names.interview;
        case Stage::offered: return names.offered;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

edge::Reply<HiringProcessView> reply(HiringProcess process) {
    HiringProcessView view{.id = process.id,
                           .name = std::move(process.name),
                           .active = process.active,
                           .is_default = process.is_default,
                           .sub_statuses = {},
                           .required_sub_statuses = {}};
    for (HiringStep& step : process.steps) {
        if (step.required) names_of(view.required_sub_statuses, step.stage).push_back(step.name);
        names_of(view.sub_statuses, step.stage).push_back(std::move(step.name));
    }
    return {.view = std::move(view), .version = process.version};
}

// Throws VALIDATION_ERROR for a required step that the process does not have.
HiringProcessDraft draft(const HiringProcessInput& input) {
    HiringProcessDraft draft{.name = input.name,
                             .active = input.active.value_or(true),
                             .is_default = input.is_default.value_or(false),
                             .steps = {}};
    const SubStatuses required = input.required_sub_statuses.value_or(SubStatuses{});
    for (const auto& [stage, name] : Names<Stage>::kList) {
        const auto& all = names_of(input.sub_statuses, stage);
        const auto& needed = names_of(required, stage);
        for (const std::string& step : all)
            draft.steps.push_back(
                {.stage = stage, .name = step, .required = std::ranges::find(needed, step) != needed.end()});
        for (const std::string& step : needed)
            if (std::ranges::find(all, step) == all.end())
                throw Error{ErrorKind::unprocessable,
                            Fault{"VALIDATION_ERROR", "'" + step + "' is not among the sub-statuses",
                                  "/requiredSubStatuses/" + std::string{name}}};
    }
    if (draft.steps.size() > configuration::kMostHiringSteps)
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR",
                          "must have at most " + std::to_string(configuration::kMostHiringSteps) +
                              " sub-statuses in all",
                          "/subStatuses"}};
    return draft;
}

HiringProcessId process_id(const edge::PathParams& path) {
    return path.id<HiringProcessId>("hiringProcessId", "HIRING_PROCESS_NOT_FOUND");
}

}  // namespace

HiringProcessInput HiringProcessInput::example() {
    return {
        .name = "Kitchen",
        .active = true,
        .is_default = false,
        .sub_statuses = {.in_review = {"Resume Review"},
                         .interview = {"Trial Shift", "Team Interview"},
                         .offered = {"Offer Extended"}},
        .required_sub_statuses = SubStatuses{.in_review = {}, .interview = {"Trial Shift"}, .offered = {}}};
}

HiringProcessList list_hiring_processes(db::Snapshot& snapshot, const edge::Call<>& call) {
    HiringProcessList list{};
    for (auto& process : configuration::hiring_processes(snapshot, call.actor()))
        list.content.push_back(reply(std::move(process)).view);
    list.total_found = std::ssize(list.content);
    return list;
}

edge::Reply<HiringProcessView> get_hiring_process(db::Snapshot& snapshot, const edge::Call<>& call) {
    return reply(configuration::hiring_process(snapshot, call.actor(), process_id(call.path)));
}

edge::Reply<HiringProcessView> create_hiring_process(db::Tx& tx, const edge::Call<HiringProcessInput>& call) {
    auto made = reply(configuration::add_hiring_process(tx, call.actor(), draft(call.body)));
    made.location = call.link("/configuration/hiring-processes/" + std::string{made.view.id.text()});
    return made;
}

edge::Reply<HiringProcessView> replace_hiring_process(db::Tx& tx,
                                                      const edge::Call<HiringProcessInput>& call) {
    return reply(configuration::replace_hiring_process(tx, call.actor(), process_id(call.path),
                                                       draft(call.body), call.if_match));
}

wire::Nothing delete_hiring_process(db::Tx& tx, const edge::Call<>& call) {
    configuration::delete_hiring_process(tx, call.actor(), process_id(call.path), call.if_match);
    return {};
}

}  // namespace callboard::api
