#pragma once

#include "api/candidates/candidate_messages.h"
#include "candidates/list_request.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/merge_patch.h"
#include "wire/shape.h"

namespace callboard::api {

using CandidatePatch = wire::MergeOf<PersonalDetails>;

edge::Reply<CandidateList> list_candidates(db::Snapshot& snapshot,
                                           const edge::Call<wire::Nothing, candidates::ListRequest>& call);
edge::Reply<CandidateView> create_candidate(db::Tx& tx, const edge::Call<CandidateInput>& call);
edge::Reply<CandidateView> create_candidate_for_job(db::Tx& tx, const edge::Call<CandidateInput>& call);
CandidateView get_candidate(db::Snapshot& snapshot, const edge::Call<>& call);
CandidateView patch_candidate(db::Tx& tx, const edge::Call<CandidatePatch>& call);
wire::Nothing delete_candidate(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
