// Reasons of rejection and withdrawal.
#pragma once

#include <string_view>

#include "api/configuration/term_list.h"
#include "configuration/reasons.h"
#include "db/db.h"
#include "edge/call.h"

namespace callboard::api {

template <configuration::ReasonKind kind>
TermList list_reasons(db::Snapshot& snapshot, const edge::Call<>& call);
template <configuration::ReasonKind kind>
TermView get_reason(db::Snapshot& snapshot, const edge::Call<>& call);
template <configuration::ReasonKind kind>
edge::Reply<TermView> create_reason(db::Tx& tx, const edge::Call<LabelInput>& call);
template <configuration::ReasonKind kind>
TermView rename_reason(db::Tx& tx, const edge::Call<LabelInput>& call);
template <configuration::ReasonKind kind>
wire::Nothing delete_reason(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
