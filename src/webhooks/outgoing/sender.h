// HTTP client for requests to subscribers and sign-on providers: libcurl on its own thread, with keep-alive,
// an address check at every connection, no redirects and no proxy from the environment.
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
#include "webhooks/outgoing/call_times.h"

namespace callboard::webhooks {

using HeaderList = std::vector<std::pair<std::string, std::string>>;

enum class OutgoingMethod { post, get };

struct OutgoingRequest {
    OutgoingMethod method = OutgoingMethod::post;
    std::string url;
    HeaderList headers;                      // sent in this order and case; Content-Length and Host are added
    std::string body;                        // of a POST
    std::chrono::milliseconds time_limit{};  // for the whole exchange
};

// Why there is no response. Messages for them contain no secrets.
enum class CallFailure { none, name_unknown, address_refused, connect, tls, timed_out, broken, no_token };

struct OutgoingResult {
    CallFailure failure = CallFailure::none;
    std::string reason;   // if it failed: "the certificate has expired"
    int status = 0;       // 0: no response
    HeaderList headers;   // of the response, names in lower case
    std::string body;     // the first 64 KiB
    bool is_cut = false;  // the body was longer
    std::optional<IpAddress> address;
    std::chrono::milliseconds took{};
    CallTimes times;
};

class Sender {
  public:
    struct Options {
        AddressRules rules;
        std::optional<std::filesystem::path> ca_file;  // trusted in addition to the system's
        std::size_t most_connections = 1024;           // kept open
    };

    // Throws std::runtime_error if the CA file cannot be used.
    explicit Sender(const Options& options);
    ~Sender();  // requests in flight fail at once

    Sender(const Sender&) = delete;
    Sender& operator=(const Sender&) = delete;

    // Called exactly once, on the sender's thread; must not block or throw. May call send().
    using Done = std::move_only_function<void(OutgoingResult)>;
    void send(OutgoingRequest request, Done done);  // from any thread

    // The same, blocking; not on the sender's thread.
    OutgoingResult call(OutgoingRequest request);

    // Requests fail at once from now on, also those in flight; nobody waits in call() any longer.
    void stop();

    // Runs `work` asynchronously on the sender's thread.
    void post(std::move_only_function<void()> work);

    const AddressGuard& guard() const;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace callboard::webhooks
