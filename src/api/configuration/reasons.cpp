#include "api/configuration/reasons.h"

#include <string>
#include <utility>

namespace callboard::api {
namespace {

using configuration::ReasonKind;

constexpr bool is_rejection(ReasonKind kind) {
    return kind == ReasonKind::rejection;
}

ReasonId reason_id(const edge::PathParams& path, ReasonKind kind) {
    return path.id<ReasonId>(is_rejection(kind) ? "rejectionReasonId" : "withdrawalReasonId",
                             "REASON_NOT_FOUND");
}

TermView view(configuration::Reason reason) {
    return {.id = std::string{reason.id.text()}, .label = std::move(reason.label)};
}

}  // namespace

template <ReasonKind kind>
TermList list_reasons(db::Snapshot& snapshot, const edge::Call<>& call) {
    TermList list{};
    for (auto& reason : configuration::reasons(snapshot, call.actor(), kind))
        list.content.push_back(view(std::move(reason)));
    list.total_found = std::ssize(list.content);
    return list;
}

template <ReasonKind kind>
TermView get_reason(db::Snapshot& snapshot, const edge::Call<>& call) {
    return view(configuration::reason(snapshot, call.actor(), kind, reason_id(call.path, kind)));
}

template <ReasonKind kind>
edge::Reply<TermView> create_reason(db::Tx& tx, const edge::Call<LabelInput>& call) {
    edge::Reply<TermView> made{.view =
                                   view(configuration::add_reason(tx, call.actor(), kind, call.body.label))};
    const std::string list = is_rejection(kind) ? "rejection-reasons/" : "withdrawal-reasons/";
    made.location = call.link("/configuration/" + list + made.view.id);
    return made;
}

template <ReasonKind kind>
TermView rename_reason(db::Tx& tx, const edge::Call<LabelInput>& call) {
    return view(
        configuration::rename_reason(tx, call.actor(), kind, reason_id(call.path, kind), call.body.label));
}

template <ReasonKind kind>
wire::Nothing delete_reason(db::Tx& tx, const edge::Call<>& call) {
    configuration::archive_reason(tx, call.actor(), kind, reason_id(call.path, kind));
    return {};
}

template TermList list_reasons<ReasonKind::rejection>(db::Snapshot&, const edge::Call<>&);
template TermList list_reasons<ReasonKind::withdrawal>(db::Snapshot&, const edge::Call<>&);
template TermView get_reason<ReasonKind::rejection>(db::Snapshot&, const edge::Call<>&);
template TermView get_reason<ReasonKind::withdrawal>(db::Snapshot&, const edge::Call<>&);
template edge::Reply<TermView> create_reason<ReasonKind::rejection>(db::Tx&, const edge::Call<LabelInput>&);
template edge::Reply<TermView> create_reason<ReasonKind::withdrawal>(db::Tx&, const edge::Call<LabelInput>&);
template TermView rename_reason<ReasonKind::rejection>(db::Tx&, const edge::Call<LabelInput>&);
template TermView rename_reason<ReasonKind::withdrawal>(db::Tx&, const edge::Call<LabelInput>&);
template wire::Nothing delete_reason<ReasonKind::rejection>(db::Tx&, const edge::Call<>&);
template wire::Nothing delete_reason<ReasonKind::withdrawal>(db::Tx&, const edge::Call<>&);

}  // namespace callboard::api
