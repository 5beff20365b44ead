#pragma once

#include "api/apply/apply_messages.h"
#include "db/db.h"
#include "edge/call.h"

namespace callboard::api {

PostingConfiguration get_posting_configuration(
    db::Snapshot& snapshot, const edge::Call<wire::Nothing, PostingConfigurationQuery>& call);
edge::Reply<ApplyResult> apply_to_posting(db::Tx& tx, const edge::Call<ApplyInput>& call);
ApplyStatusView get_apply_status(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api
