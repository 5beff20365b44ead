#include "cli/stop_signal.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace callboard::cli {
namespace {

FileDescriptor require_open(int descriptor) {
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "cannot wait for signals");
    return FileDescriptor{descriptor};
}

FileDescriptor stop_signals() {
    sigset_t signals{};
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    return require_open(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

// The service manager takes this for a regular end, unlike an exit code.
[[noreturn]] void end_by(int signal) {
    std::signal(signal, SIG_DFL);
    sigset_t only{};
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    raise(signal);
    _exit(128 + signal);  // the first process of a container ignores the default action
}

}  // namespace

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

EndAtSignal::EndAtSignal()
    : signals_(stop_signals()), over_(require_open(eventfd(0, EFD_CLOEXEC))), thread_([this] { watch(); }) {}

EndAtSignal::~EndAtSignal() {
    eventfd_write(over_.number(), 1);
    thread_.join();
}

// Takes a signal only if it ends the process.
void EndAtSignal::watch() const {
    std::array<pollfd, 2> watched{pollfd{.fd = over_.number(), .events = POLLIN, .revents = 0},
                                  pollfd{.fd = signals_.number(), .events = POLLIN, .revents = 0}};
    for (;;) {
        poll(watched.data(), watched.size(), -1);
        if (watched[0].revents != 0) return;
        signalfd_siginfo received{};
        if (read(signals_.number(), &received, sizeof received) == sizeof received)
            end_by(static_cast<int>(received.ssi_signo));
    }
}

}  // namespace callboard::cli
