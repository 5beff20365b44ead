#pragma once

#include "api/job_messages.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

edge::Reply<JobView> create_job(db::Tx& tx, const edge::Call<JobInput>& call);
JobView get_job(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<JobList> list_jobs(db::Snapshot& snapshot, const edge::Call<wire::Nothing, JobListQuery>& call);
wire::Nothing publish_job(db::Tx& tx, const edge::Call<PublicationInput>& call);
wire::Nothing unpublish_job(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
