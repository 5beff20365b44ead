// Signals that end the program, blocked in all threads and waited for by one. Must be created before any
// thread.
#pragma once

#include <chrono>
#include <csignal>
#include <thread>

#include "base/file_descriptor.h"

namespace callboard::cli {

// SIGHUP (terminal closed) ends a command, unless it is waited for like the others.
enum class Hangup { default_action, handled };

class StopSignal {
  public:
    explicit StopSignal(Hangup hangup = Hangup::default_action);

    int wait() const;                                           // returns the signal
    bool arrives_within(std::chrono::milliseconds time) const;  // waits at most `time`

  private:
    sigset_t signals_{};
};

// While it lives, SIGTERM and SIGINT, which a StopSignal has blocked, end the process at once. One that comes
// later stays for the StopSignal.
class EndAtSignal {
  public:
    EndAtSignal();
    ~EndAtSignal();

    EndAtSignal(const EndAtSignal&) = delete;
    EndAtSignal& operator=(const EndAtSignal&) = delete;

  private:
    void watch() const;

    const FileDescriptor signals_;
    const FileDescriptor over_;
    std::thread thread_;
};

}  // namespace callboard::cli
