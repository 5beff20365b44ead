#pragma once

#include "cli/demo/cast.h"
#include "cli/demo/timeline.h"

namespace callboard::cli::demo {

// Everybody who applied at the demo company or is in its pool, with all that happened to them, at its time.
// The cast must outlive the timeline's run.
void add_candidates(Timeline& timeline, Cast& cast);

}  // namespace callboard::cli::demo
