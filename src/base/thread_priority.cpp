#include "base/thread_priority.h"

#include <algorithm>
#include <cstdint>

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace callboard {
namespace {

// struct sched_attr of the kernel, whose header cannot be included together with <sched.h>.
struct SchedulingAttributes {
    std::uint32_t size = sizeof(SchedulingAttributes);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 0;  // for these policies the slice, in nanoseconds; before Linux 6.12 ignored
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};

}  // namespace

// Not SCHED_IDLE: on a busy machine such a thread may not run for minutes, and would lose its lease, or block
// others with a lock that it holds. SCHED_BATCH with a nice value yields to requests, but makes progress. It
// keeps the core until the end of its slice, also if a request arrives, so that is the shortest possible.
void lower_thread_priority() {
    const int nice = std::max(getpriority(PRIO_PROCESS, 0), 10);  // of this thread, on Linux
    const SchedulingAttributes wanted{.policy = SCHED_BATCH, .nice = nice, .runtime = 100'000};
    if (syscall(SYS_sched_setattr, 0, &wanted, 0U) == 0) return;
    const sched_param none{};  // a container may forbid the call
    pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);
    setpriority(PRIO_PROCESS, 0, nice);
}

}  // namespace callboard
