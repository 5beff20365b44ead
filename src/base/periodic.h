// A thread that calls a function at intervals until it is destroyed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace callboard {

class Periodic {
  public:
    Periodic(std::chrono::milliseconds every, std::function<void()> what);  // `what` must not throw
    ~Periodic();

    Periodic(const Periodic&) = delete;
    Periodic& operator=(const Periodic&) = delete;

  private:
    void run();

    const std::chrono::milliseconds every_;
    const std::function<void()> what_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace callboard
