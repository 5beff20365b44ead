// Renamed access groups whose jobs still have the old name in their stored details.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::accounts::store {

struct GroupRenaming {
    AccessGroupId group;
    Timestamp renamed_at;
    std::string last_job_id;  // jobs up to this one have the new name; empty: none
};

void record_renaming(db::Tx& tx, const AccessGroupId& group);

// Of a renaming that can be worked off: it is a minute old. Changes of jobs that have read the old name have
// ended by then.
std::vector<CompanyId> companies_with_due_renamings(db::Snapshot& snapshot);
std::optional<GroupRenaming> find_due_renaming(db::Snapshot& snapshot);

// Do nothing if the group was renamed again meanwhile.
void advance_renaming(db::Tx& tx, const GroupRenaming& renaming, const JobId& last);
void end_renaming(db::Tx& tx, const GroupRenaming& renaming);

}  // namespace callboard::accounts::store
