#include "api/configuration/hiring_process.h"

#include <cstdlib>

#include "configuration/reading.h"

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
    HiringProcessList list{};
    for (const auto& process : configuration::hiring_processes(call.actor()))
        list.content.push_back(view(process));
    list.total_found = std::ssize(list.content);
    return list;
}

HiringProcessView get_hiring_process(db::Snapshot&, const edge::Call<>& call) {
    return view(configuration::hiring_process(call.actor(), call.path.text("hiringProcessId")));
}

template <ReasonKind kind>
TermList list_reasons(db::Snapshot&, const edge::Call<>& call) {
    return term_list(configuration::reasons(call.actor(), kind));
}

template TermList list_reasons<ReasonKind::rejection>(db::Snapshot&, const edge::Call<>&);
template TermList list_reasons<ReasonKind::withdrawal>(db::Snapshot&, const edge::Call<>&);

}  // namespace callboard::api
