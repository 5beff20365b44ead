#include "cli/stop_signal.h"

namespace callboard::cli {

StopSignal::StopSignal(Hangup hangup) {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    if (hangup == Hangup::handled) sigaddset(&signals_, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
}

int StopSignal::wait() const {
    int received = 0;
    sigwait(&signals_, &received);
    return received;
}

bool StopSignal::arrives_within(std::chrono::milliseconds time) const {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit{.tv_sec = seconds.count(),
                         .tv_nsec = std::chrono::nanoseconds{time - seconds}.count()};
    return sigtimedwait(&signals_, nullptr, &limit) > 0;
}

}  // namespace callboard::cli
