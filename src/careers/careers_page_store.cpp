#include "careers/careers_page_store.h"

namespace callboard::careers::store {
namespace {

constexpr std::string_view kNothing = "{}";

constexpr db::Sql kFind{"careers_page_find", R"sql(
    SELECT version, content FROM careers_page WHERE company_id = $1)sql"};

// The update has no effect but the lock of the row.
constexpr db::Sql kLock{"careers_page_lock", R"sql(
    INSERT INTO careers_page (company_id, version, content, updated_at) VALUES ($1, 0, $2, $3)
    ON CONFLICT (company_id) DO UPDATE SET version = careers_page.version
    RETURNING version, content)sql"};

constexpr db::Sql kPut{"careers_page_put", R"sql(
    UPDATE careers_page SET version = $2, content = $3, updated_at = $4 WHERE company_id = $1)sql"};

StoredPage page_from(const db::Row& row) {
    return {.version = row.integer(0), .content = row.string(1)};
}

}  // namespace

StoredPage find_page(db::Snapshot& snapshot) {
    return snapshot.first(kFind, {}, page_from)
        .value_or(StoredPage{.version = 0, .content = std::string{kNothing}});
}

StoredPage lock_page(db::Tx& tx) {
    return tx.first(kLock, {kNothing, tx.now}, page_from).value();
}

void put_page(db::Tx& tx, std::int64_t version, std::string_view content) {
    tx.execute(kPut, {version, content, tx.now});
    tx.announce("careers");  // answers in the memory of this process are checked again
}

}  // namespace callboard::careers::store
