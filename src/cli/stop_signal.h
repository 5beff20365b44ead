// Signals that end the program, blocked in all threads and waited for by one. Must be created before any
// thread.
#pragma once

#include <chrono>
#include <csignal>

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

}  // namespace callboard::cli
