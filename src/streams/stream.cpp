#include "streams/stream.h"

#include <utility>

namespace callboard::streams {
namespace {

constexpr std::size_t kPiece = std::size_t{16} * 1024;  // sent at once

}  // namespace

void Stream::when_ready(std::move_only_function<void()> ready) {
    {
        const std::lock_guard lock{mutex_};
        if (!has_something()) {
            ready_ = std::move(ready);
            return;
        }
    }
    ready();
}

bool Stream::take(std::string& out) {
    const std::lock_guard lock{mutex_};
    if (ended_) return false;
    out += control_;
    std::string{}.swap(control_);
    std::size_t taken = 0;
    while (taken < frames_.size() && out.size() < kPiece) out += *frames_[taken++];
    if (taken == frames_.size()) {
        std::vector<Frame>{}.swap(frames_);  // idle streams stay small
    } else {
        frames_.erase(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(taken));
    }
    return true;
}

void Stream::end() {
    std::move_only_function<void()> ready;
    {
        const std::lock_guard lock{mutex_};
        ended_ = true;
        frames_.clear();
        ready = std::exchange(ready_, nullptr);
    }
    if (ready) ready();
}

void Stream::abandon() {
    const std::lock_guard lock{mutex_};
    ended_ = true;
    frames_.clear();
    ready_ = nullptr;
}

bool Stream::has_ended() const {
    const std::lock_guard lock{mutex_};
    return ended_;
}

void Stream::add(std::string_view control) {
    const std::lock_guard lock{mutex_};
    if (!ended_) control_ += control;
}

void Stream::add(const std::vector<Frame>& frames, std::string_view reset) {
    const std::lock_guard lock{mutex_};
    if (ended_) return;
    if (frames_.size() + frames.size() > kMostWaiting) {
        frames_.clear();
        control_ = reset;
    } else {
        frames_.insert(frames_.end(), frames.begin(), frames.end());
    }
}

bool Stream::add_if_idle(std::string_view control) {
    const std::lock_guard lock{mutex_};
    if (has_something()) return false;
    control_ = control;
    return true;
}

void Stream::notify() {
    std::move_only_function<void()> ready;
    {
        const std::lock_guard lock{mutex_};
        if (!has_something()) return;
        ready = std::exchange(ready_, nullptr);
    }
    if (ready) ready();
}

}  // namespace callboard::streams
