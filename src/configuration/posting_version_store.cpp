#include "configuration/posting_version_store.h"

namespace callboard::configuration::store {
namespace {

// A row of its own (postings/version_store.h): publications do not wait for it.
constexpr db::Sql kAdvance{"configuration_advance_postings", R"sql(
    INSERT INTO posting_version (company_id, shard, number, changed_at) VALUES ($1, 'configuration', 1, $2)
    ON CONFLICT (company_id, shard) DO UPDATE SET number = posting_version.number + 1, changed_at = $2)sql"};

}  // namespace

void advance_posting_version(db::Tx& tx) {
    tx.enqueue(kAdvance, {tx.now});
    tx.announce("postings");  // answers in the memory of this process are checked again
}

}  // namespace callboard::configuration::store
