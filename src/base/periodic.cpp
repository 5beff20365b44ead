#include "base/periodic.h"

#include <utility>

namespace callboard {

Periodic::Periodic(std::chrono::milliseconds every, std::function<void()> what)
    : every_(every), what_(std::move(what)), thread_([this] { run(); }) {}

Periodic::~Periodic() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void Periodic::run() {
    std::unique_lock lock{mutex_};
    while (!wake_.wait_for(lock, every_, [this] { return stopping_; })) {
        lock.unlock();
        what_();
        lock.lock();
    }
}

}  // namespace callboard
