#include "base/memory_shortage.h"

#include <chrono>
#include <new>
#include <thread>

#include <malloc.h>

namespace callboard {
namespace {

thread_local bool waits = false;

// Called by operator new when there is no memory; it tries again after a return.
void handle_shortage() {
    if (!waits) throw std::bad_alloc{};
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
}

}  // namespace

void prepare_for_memory_shortage() {
    // Blocks of this size are mapped alone and returned to the system when they are freed. By default, glibc
    // raises the limit when it sees larger ones, and then keeps what large bodies took for the thread that
    // received them.
    mallopt(M_MMAP_THRESHOLD, 128 * 1024);
    std::set_new_handler(handle_shortage);
}

void wait_for_memory_on_this_thread() {
    waits = true;
}

}  // namespace callboard
