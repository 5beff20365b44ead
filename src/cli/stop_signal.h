// The signals that end the program, held back from every thread and waited for by one. To be made before any
// thread is.
#pragma once

#include <chrono>
#include <csignal>

namespace callboard::cli {

class StopSignal {
  public:
    StopSignal();

    void wait() const;
    bool comes_within(std::chrono::milliseconds time) const;  // and waits no longer than that

  private:
    sigset_t signals_{};
};

}  // namespace callboard::cli
