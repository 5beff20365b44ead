// What happens when memory cannot be allocated: threads that answer requests get std::bad_alloc, which
// refuses the request; threads that work in the background wait until others have freed some.
#pragma once

namespace callboard {

// Must be called once, before threads are started.
void prepare_for_memory_shortage();

// For the rest of the thread. Only for work that no request waits for: locks are kept meanwhile.
void wait_for_memory_on_this_thread();

}  // namespace callboard
