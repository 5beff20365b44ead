// What is in the database of a demo company that is not complete yet, and how to get rid of it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/id.h"
#include "db/db.h"

namespace callboard::cli::demo::store {

void begin(db::Tx& tx);

// False when another one has begun anew meanwhile, and this company is gone.
bool step(db::Tx& tx);

void end(db::Tx& tx);

// The company that is not complete, if there is one.
struct Unfinished {
    CompanyId company;
    std::int64_t steps = 0;

    bool operator==(const Unfinished&) const = default;
};
std::optional<Unfinished> find_unfinished(db::Snapshot& snapshot);

// The company, with everything in it.
void erase(db::Tx& tx);

}  // namespace callboard::cli::demo::store
