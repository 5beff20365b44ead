#include "api/configuration/hiring_process.h"

#include <cstdlib>

#include "base/error.h"
#include "configuration/departments.h"
#include "configuration/hiring_process.h"

namespace callboard::api {
namespace {

using configuration::ReasonKind;
using configuration::Stage;

std::vector<std::string_view>& names_of(SubStatusesView& view, Stage stage) {
    switch (stage) {
        case Stage::in_review: return view.in_review;
        case Stage::interview: return view.interview;
        case Stage::offered: return view.offered;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

HiringProcessView view(const configuration::HiringProcess& process) {
    HiringProcessView view{.id = process.id, .name = process.name, .sub_statuses = {}};
    for (const auto& step : process.steps) names_of(view.sub_statuses, step.stage).push_back(step.name);
    return view;
}

}  // namespace

HiringProcessList list_hiring_processes(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    HiringProcessList list{};
    for (const auto& process : configuration::hiring_processes()) list.content.push_back(view(process));
    list.total_found = std::ssize(list.content);
    return list;
}

HiringProcessView get_hiring_process(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    const auto* const process = configuration::find_hiring_process(call.path.text("hiringProcessId"));
    if (!process) throw not_found("HIRING_PROCESS_NOT_FOUND");
    return view(*process);
}

template <ReasonKind kind>
TermList list_reasons(db::Snapshot&, const edge::Call<>& call) {
    configuration::require_reading(call.actor());
    return term_list(configuration::reasons(kind));
}

template TermList list_reasons<ReasonKind::rejection>(db::Snapshot&, const edge::Call<>&);
template TermList list_reasons<ReasonKind::withdrawal>(db::Snapshot&, const edge::Call<>&);

}  // namespace callboard::api
