// The SQL that marks a demo company as incomplete, and deletes one.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::cli::demo::store {

void begin(db::Tx& tx);

// Returns false if another process has started over and deleted this company.
bool step(db::Tx& tx);

void end(db::Tx& tx);

// The incomplete company, if there is one.
struct Unfinished {
    CompanyId company;
    std::int64_t steps = 0;

    bool operator==(const Unfinished&) const = default;
};
std::optional<Unfinished> find_unfinished(db::Snapshot& snapshot);

// Deletes the company with all its data.
void erase(db::Tx& tx);

}  // namespace callboard::cli::demo::store
