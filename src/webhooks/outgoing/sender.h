// HTTP requests to other people's servers: libcurl on a thread of its own, connections kept alive, every
// address judged when it is dialled, no redirect followed, no proxy of the environment used.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/network.h"
#include "webhooks/outgoing/address_guard.h"

namespace callboard::webhooks {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

struct OutgoingRequest {  // always a POST
    std::string url;
    HeaderList headers;  // in this order, names as they are written; Content-Length and Host are added
    std::string body;
    std::chrono::milliseconds time_limit;  // for all of it
};

// Why there is no answer. The words are for people and hold no secret.
enum class CallFailure { none, name_unknown, address_refused, connect, tls, timed_out, broken, no_token };

struct OutgoingResult {
    CallFailure failure = CallFailure::none;
    std::string reason;  // when it failed: "the certificate has expired"
    int status = 0;      // 0: no answer
    HeaderList headers;  // of the answer, names in lower case
    std::string body;    // its first 64 KiB
    std::optional<IpAddress> address;
    std::chrono::milliseconds took{};
};

class Sender {
  public:
    struct Options {
        AddressRules rules;
        std::optional<std::filesystem::path> ca_file;  // trusted besides the system's
        std::size_t most_connections = 1024;           // kept open
    };

    // Throws std::runtime_error when the CA file cannot be used.
    explicit Sender(Options options);
    ~Sender();  // what is in flight ends at once, as broken

    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // Called exactly once, on the sender's thread; it must not wait nor throw. It may call send().
    using Done = std::move_only_function<void(OutgoingResult)>;
    void send(OutgoingRequest request, Done done);  // from any thread

    // Runs it on the sender's thread, soon.
    void post(std::move_only_function<void()> work);

    const AddressGuard& guard() const;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace callboard::webhooks
