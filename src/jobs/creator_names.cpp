#include "jobs/creator_names.h"

#include <cstdint>
#include <iterator>

#include "accounts/renaming_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

using accounts::store::Renamed;

constexpr std::int64_t kBatchSize = 200;  // keeps each transaction at some milliseconds

}  // namespace

// All jobs of the company are read, because jobs have no index by creator: users are seldom renamed.
bool renew_creator_names(db::Tx& tx) {
    const auto renaming = accounts::store::find_due_renaming(tx, Renamed::job_creator);
    if (!renaming) return false;
    const auto jobs = store::creators_after(tx, renaming->last_job_id, kBatchSize);
    for (const store::JobCreator& each : jobs)
        if (each.stored != each.present) store::update_creator(tx, each.job, each.present);
    if (std::ssize(jobs) < kBatchSize) {
        accounts::store::end_renaming(tx, Renamed::job_creator, *renaming);
    } else {
        accounts::store::advance_renaming(tx, Renamed::job_creator, *renaming, jobs.back().job);
    }
    return true;
}

}  // namespace callboard::jobs
