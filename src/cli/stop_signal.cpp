#include "cli/stop_signal.h"

namespace callboard::cli {

StopSignal::StopSignal() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

void StopSignal::wait() const {
    int received = 0;
    sigwait(&signals_, &received);
}

bool StopSignal::comes_within(std::chrono::milliseconds time) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit{.tv_sec = seconds.count(),
                         .tv_nsec = std::chrono::nanoseconds{time - seconds}.count()};
    return sigtimedwait(&signals_, nullptr, &limit) > 0;
}

}  // namespace callboard::cli
