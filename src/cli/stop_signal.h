// The signals that end the program, blocked in every thread and waited for by one. To be made before any
// thread is.
#pragma once

#include <chrono>
#include <csignal>

namespace callboard::cli {

// SIGHUP says that the terminal is gone: it ends a command, unless it is waited for with the others.
enum class Hangup { ends_program, is_waited_for };

class StopSignal {
  public:
    explicit StopSignal(Hangup hangup = Hangup::ends_program);

    int wait() const;                                         // the signal that came
    bool comes_within(std::chrono::milliseconds time) const;  // and waits no longer than that

  private:
    sigset_t signals_{};
};

}  // namespace callboard::cli
