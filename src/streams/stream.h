// What one client of an event stream receives: the hub fills it, the connection of the client empties it.
// Thread-safe.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace callboard::streams {

// The text of an event, shared by all streams that send it.
using Frame = std::shared_ptr<const std::string>;

class Stream {
  public:
    // A client that does not read is told to reload instead of the events that it missed.
    static constexpr std::size_t kMostWaiting = 256;

    // Calls `ready` once, when take() has something or the stream has ended; perhaps before it returns.
    void when_ready(std::move_only_function<void()> ready);

    // Appends what is waiting to `out`, which must not be empty afterwards; false: the stream has ended.
    bool take(std::string& out);

    // The client has disconnected, or may no longer read: nothing is added any more.
    void end();
    // The same, and `ready` is not called: the connection no longer exists.
    void abandon();
    bool has_ended() const;

    // Add without notifying the client. `reset` replaces frames that are too many.
    void add(std::string_view control);
    void add(const std::vector<Frame>& frames, std::string_view reset);
    // Adds it if nothing else is waiting.
    bool add_if_idle(std::string_view control);

    // Calls `ready`, if something is waiting.
    void notify();

  private:
    bool has_something() const { return ended_ || !control_.empty() || !frames_.empty(); }

    mutable std::mutex mutex_;
    std::string control_;  // sent before the frames
    std::vector<Frame> frames_;
    bool ended_ = false;
    std::move_only_function<void()> ready_;
};

}  // namespace callboard::streams
