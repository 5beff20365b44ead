// Sends lines to the programs that listen at a socket in a folder (callboard tail). Nobody waits for
// them: what a slow listener does not read in time is dropped, and it receives the number of dropped lines.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_descriptor.h"
#include "base/periodic.h"
#include "telemetry/log.h"

namespace callboard::telemetry {

class TailSocket {
  public:
    // If the folder cannot have a socket, the log says so, and there are no listeners.
    TailSocket(const std::filesystem::path& folder, const std::string& name, const Log& log);
    ~TailSocket();

    TailSocket(const TailSocket&) = delete;
    TailSocket& operator=(const TailSocket&) = delete;

    // Whether anybody wants lines: to be asked before one is made.
    bool has_listeners() const { return listening_.load(std::memory_order_relaxed) > 0; }

    // A JSON object without line break.
    void send(std::string_view object);

  private:
    struct Listener {
        FileDescriptor socket;
        std::string pending;
        std::size_t send_at = 0;    // the size of `pending` at which it is tried to send
        std::uint64_t dropped = 0;  // lines that did not fit into `pending`
        bool is_gone = false;
    };

    void serve();
    void accept_all();
    static void flush(Listener& listener);
    static bool has_closed(const Listener& listener);

    const std::filesystem::path path_;
    FileDescriptor door_;
    std::atomic<std::size_t> listening_{0};
    std::mutex mutex_;
    std::vector<Listener> listeners_;
    Periodic periodic_;
};

}  // namespace callboard::telemetry
