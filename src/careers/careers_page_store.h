// The table careers_page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/db.h"

namespace callboard::careers::store {

struct StoredPage {
    std::int64_t version = 0;  // 0: there is none
    std::string content;       // JSON
};

StoredPage find_page(db::Snapshot& snapshot);

// Locks the row until the commit, which it creates if there is none.
StoredPage lock_page(db::Tx& tx);

void put_page(db::Tx& tx, std::int64_t version, std::string_view content);

}  // namespace callboard::careers::store
