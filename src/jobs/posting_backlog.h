// Postings of ads that were published by a version of the program that had none.
#pragma once

#include "db/db.h"

namespace callboard::jobs {

// Writes the next ones; returns true if there may be more. They show the ads as they are now.
bool write_missing_postings(db::Tx& tx);

}  // namespace callboard::jobs
