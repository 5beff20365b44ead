#pragma once

#include "api/jobs/job_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "jobs/list_request.h"
#include "wire/json_patch.h"
#include "wire/shape.h"

namespace callboard::api {

using JobPatch = wire::PatchOf<JobInput>;

edge::Reply<JobList> list_jobs(db::Snapshot& snapshot,
                               const edge::Call<wire::Nothing, jobs::ListRequest>& call);
edge::Reply<JobView> create_job(db::Tx& tx, const edge::Call<JobInput>& call);
JobView get_job(db::Snapshot& snapshot, const edge::Call<>& call);
JobView replace_job(db::Tx& tx, const edge::Call<JobInput>& call);
JobView patch_job(db::Tx& tx, const edge::Call<JobPatch>& call);

}  // namespace callboard::api
