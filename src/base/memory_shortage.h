// What happens when memory cannot be allocated. A large block, like the body of a request, fails with
// std::bad_alloc, which refuses the request. A small one, without which no connection or thread could go on,
// waits until others have freed some; if that takes too long, the process ends, and is started again by who
// supervises it.
#pragma once

namespace callboard {

// Must be called once, before threads are started.
void prepare_for_memory_shortage();

}  // namespace callboard
