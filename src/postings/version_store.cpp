#include "postings/version_store.h"

#include "base/encoding.h"

namespace callboard::postings::store {
namespace {

constexpr db::Sql kAdvance{"posting_version_advance", R"sql(
    INSERT INTO posting_version (company_id, shard, number, changed_at) VALUES ($1, $2, 1, $3)
    ON CONFLICT (company_id, shard) DO UPDATE SET number = posting_version.number + 1, changed_at = $3)sql"};

constexpr db::GlobalSql kFind{"posting_publisher", R"sql(
    SELECT c.id, c.identifier, c.name,
           (SELECT CAST(COALESCE(SUM(v.number), 0) AS BIGINT) FROM posting_version v WHERE v.company_id = c.id),
           (SELECT MAX(v.changed_at) FROM posting_version v WHERE v.company_id = c.id)
    FROM company c WHERE c.identifier_key = $1)sql"};

// One of sixteen: the end of the id is random.
std::string_view shard_of(const JobId& job) {
    return job.text().substr(job.text().size() - 1);
}

Publisher publisher_from(const db::Row& row) {
    return {.id = row.id<CompanyId>(0),
            .identifier = row.string(1),
            .name = row.string(2),
            .version = row.integer(3),
            .changed_at = row.optional_time(4)};
}

}  // namespace

void advance_version(db::Tx& tx, const JobId& job) {
    tx.enqueue(kAdvance, {shard_of(job), tx.now});
    tx.announce("postings");  // answers in the memory of this process are checked again
}

std::optional<Publisher> find_publisher(db::Snapshot& snapshot, std::string_view identifier) {
    const std::string key = fold(identifier);
    return snapshot.first(kFind, {key}, publisher_from);
}

}  // namespace callboard::postings::store
