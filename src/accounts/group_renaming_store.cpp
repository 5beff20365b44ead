#include "accounts/group_renaming_store.h"

#include <chrono>

namespace callboard::accounts::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelay = 1min;

constexpr db::Sql kRecord{"group_renaming_record", R"sql(
    INSERT INTO access_group_renaming (company_id, access_group_id, renamed_at, last_job_id) VALUES ($1, $2, $3, '')
    ON CONFLICT (company_id, access_group_id)
    DO UPDATE SET renamed_at = excluded.renamed_at, last_job_id = excluded.last_job_id)sql"};

constexpr db::GlobalSql kDueCompanies{"group_renaming_due_companies", R"sql(
    SELECT DISTINCT company_id FROM access_group_renaming WHERE renamed_at <= $1)sql"};

constexpr db::Sql kFindDue{"group_renaming_find_due", R"sql(
    SELECT access_group_id, renamed_at, last_job_id FROM access_group_renaming
    WHERE company_id = $1 AND renamed_at <= $2 ORDER BY access_group_id LIMIT 1)sql"};

constexpr db::Sql kAdvance{"group_renaming_advance", R"sql(
    UPDATE access_group_renaming SET last_job_id = $4
    WHERE company_id = $1 AND access_group_id = $2 AND renamed_at = $3)sql"};

constexpr db::Sql kEnd{"group_renaming_end", R"sql(
    DELETE FROM access_group_renaming WHERE company_id = $1 AND access_group_id = $2 AND renamed_at = $3)sql"};

}  // namespace

void record_renaming(db::Tx& tx, const AccessGroupId& group) {
    tx.enqueue(kRecord, {group, tx.now});
}

std::vector<CompanyId> companies_with_due_renamings(db::Snapshot& snapshot) {
    return snapshot.all(kDueCompanies, {snapshot.now - kDelay},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::optional<GroupRenaming> find_due_renaming(db::Snapshot& snapshot) {
    return snapshot.first(kFindDue, {snapshot.now - kDelay}, [](const db::Row& row) {
        return GroupRenaming{
            .group = row.id<AccessGroupId>(0), .renamed_at = row.time(1), .last_job_id = row.string(2)};
    });
}

void advance_renaming(db::Tx& tx, const GroupRenaming& renaming, const JobId& last) {
    tx.enqueue(kAdvance, {renaming.group, renaming.renamed_at, last});
}

void end_renaming(db::Tx& tx, const GroupRenaming& renaming) {
    tx.enqueue(kEnd, {renaming.group, renaming.renamed_at});
}

}  // namespace callboard::accounts::store
