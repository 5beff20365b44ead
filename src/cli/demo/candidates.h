#pragma once

#include "cli/demo/demo_ids.h"
#include "cli/demo/timeline.h"

namespace callboard::cli::demo {

// Schedules the history of all candidates of the demo company. `cast` must outlive the timeline's run.
void add_candidates(Timeline& timeline, DemoIds& ids);

}  // namespace callboard::cli::demo
