#include "accounts/renaming_store.h"

#include <chrono>

namespace callboard::accounts::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kDelay = 1min;

// A renaming that is being processed is not disturbed, or it would never end while others follow: it is
// processed once more afterwards. Its time may be the smaller one, because servers have different clocks.
constexpr db::Sql kRecord{"renaming_record", R"sql(
    INSERT INTO renaming (company_id, kind, id, renamed_at, last_job_id) VALUES ($1, $2, $3, $4, '')
    ON CONFLICT (company_id, kind, id) DO UPDATE SET again_at = excluded.renamed_at
    WHERE renaming.renamed_at <> excluded.renamed_at)sql"};

constexpr db::Sql kCount{"renaming_count", R"sql(
    SELECT count(*) FROM renaming WHERE company_id = $1 AND kind = $2)sql"};

constexpr db::Sql kList{"renaming_list", R"sql(
    SELECT id FROM renaming WHERE company_id = $1 AND kind = $2)sql"};

constexpr db::GlobalSql kDueCompanies{"renaming_due_companies", R"sql(
    SELECT DISTINCT company_id FROM renaming WHERE kind = $1 AND renamed_at <= $2)sql"};

constexpr db::Sql kFindDue{"renaming_find_due", R"sql(
    SELECT id, renamed_at, last_job_id FROM renaming
    WHERE company_id = $1 AND kind = $2 AND renamed_at <= $3 ORDER BY renamed_at, id LIMIT 1)sql"};

constexpr db::Sql kAdvance{"renaming_advance", R"sql(
    UPDATE renaming SET last_job_id = $5 WHERE company_id = $1 AND kind = $2 AND id = $3 AND renamed_at = $4)sql"};

constexpr db::Sql kEnd{"renaming_end", R"sql(
    DELETE FROM renaming
    WHERE company_id = $1 AND kind = $2 AND id = $3 AND renamed_at = $4 AND again_at IS NULL)sql"};

constexpr db::Sql kRepeat{"renaming_repeat", R"sql(
    UPDATE renaming SET renamed_at = again_at, again_at = NULL, last_job_id = ''
    WHERE company_id = $1 AND kind = $2 AND id = $3 AND renamed_at = $4 AND again_at IS NOT NULL)sql"};

}  // namespace

void record_renaming(db::Tx& tx, Renamed kind, std::string_view id) {
    tx.enqueue(kRecord, {kind, id, tx.now});
}

bool has_renamings(db::Snapshot& snapshot, Renamed kind) {
    return snapshot.number(kCount, {kind}) > 0;
}

std::vector<std::string> list_renamed(db::Snapshot& snapshot, Renamed kind) {
    return snapshot.all(kList, {kind}, [](const db::Row& row) { return row.string(0); });
}

std::vector<CompanyId> companies_with_due_renamings(db::Snapshot& snapshot, Renamed kind) {
    return snapshot.all(kDueCompanies, {kind, snapshot.now - kDelay},
                        [](const db::Row& row) { return row.id<CompanyId>(0); });
}

std::optional<Renaming> find_due_renaming(db::Snapshot& snapshot, Renamed kind) {
    return snapshot.first(kFindDue, {kind, snapshot.now - kDelay}, [](const db::Row& row) {
        return Renaming{.id = row.string(0), .renamed_at = row.time(1), .last_job_id = row.string(2)};
    });
}

void advance_renaming(db::Tx& tx, Renamed kind, const Renaming& renaming, const JobId& last) {
    tx.enqueue(kAdvance, {kind, renaming.id, renaming.renamed_at, last});
}

void end_renaming(db::Tx& tx, Renamed kind, const Renaming& renaming) {
    tx.enqueue(kEnd, {kind, renaming.id, renaming.renamed_at});
    tx.enqueue(kRepeat, {kind, renaming.id, renaming.renamed_at});
}

}  // namespace callboard::accounts::store
