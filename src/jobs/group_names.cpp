#include "jobs/group_names.h"

#include <cstdint>
#include <iterator>
#include <utility>

#include "accounts/access_group_store.h"
#include "accounts/renaming_store.h"
#include "jobs/job_content.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

using accounts::store::Renamed;

constexpr std::int64_t kBatchSize = 50;  // keeps each transaction at some milliseconds

}  // namespace

// The groups are the last field of the details, and the only one that is a list of objects.
bool has_groups(std::string_view details) {
    return details.ends_with("}]}");
}

std::string with_group_names(db::Snapshot& snapshot, std::string_view details) {
    auto decoded = wire::decode<Details>(details);
    if (!decoded.access_groups) return std::string{details};
    for (GroupPart& each : *decoded.access_groups) {
        const auto id = AccessGroupId::parse(each.id);
        if (auto group = id ? accounts::store::find_group(snapshot, *id) : std::nullopt)
            each.name = std::move(group->name);
    }
    return wire::to_json(decoded);
}

bool renew_group_names(db::Tx& tx) {
    const auto renaming = accounts::store::find_due_renaming(tx, Renamed::access_group);
    if (!renaming) return false;
    const auto group = AccessGroupId::from_trusted(renaming->id);
    const auto jobs = store::ids_of_group(tx, group, renaming->last_job_id, kBatchSize);
    for (const JobId& id : jobs) {
        store::lock_row(tx, id);
        if (const auto details = store::find_details(tx, id))
            store::update_details(tx, id, with_group_names(tx, *details));
    }
    if (std::ssize(jobs) < kBatchSize) {
        accounts::store::end_renaming(tx, Renamed::access_group, *renaming);
    } else {
        accounts::store::advance_renaming(tx, Renamed::access_group, *renaming, jobs.back());
    }
    return true;
}

}  // namespace callboard::jobs
