// A 'callboard demo' that did not come to its end.
#pragma once

#include "db/db.h"

namespace callboard::cli::demo {

// True when one is left that nobody fills any more. As long as another program gets on with it, this waits.
bool is_one_interrupted(db::Db& db);

}  // namespace callboard::cli::demo
