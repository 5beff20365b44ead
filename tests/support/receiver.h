// A webhook receiver for tests: stores requests and replies as planned, also in invalid ways. Listens on a
// free port of 127.0.0.1. Thread-safe.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/http_client.h"
#include "support/pki.h"

namespace callboard::test {

struct ReceivedRequest {
    std::string method;
    std::string target;  // with the query
    Headers headers;     // in order, names as sent
    std::string body;
    std::chrono::steady_clock::time_point arrived_at;
    std::size_t connection = 0;  // the first is 1

    // The name is case-insensitive; an absent header is empty.
    std::string header(std::string_view name) const;
    bool is_handshake() const { return !header("X-Hook-Secret").empty(); }
};

enum class ReplyMode {
    answers,
    answers_when_released,  // see release()
    answers_byte_by_byte,   // with `pause` before each byte
    never_answers,          // until the client disconnects
    closes,                 // without an answer
    resets,                 // without an answer
    resets_mid_body,        // after the head and half of the body
};

struct Reply {
    int status = 202;
    Headers headers = {};  // besides Content-Length; Connection: close ends the connection
    std::string body = {};
    ReplyMode mode = ReplyMode::answers;
    std::chrono::milliseconds pause{1};
    std::string raw = {};  // if not empty: sends these bytes instead and closes
};

class Receiver {
  public:
    struct Options {
        Certificate certificate = Certificate::good;
        bool never_reads = false;  // accepts connections and never reads
        int newest_tls = 0;        // TLS1_1_VERSION …; 0: any
        bool tickets = true;       // TLS session resumption
    };

    Receiver() : Receiver(Options{}) {}
    explicit Receiver(Certificate certificate) : Receiver(Options{.certificate = certificate}) {}
    explicit Receiver(const Options& options);
    ~Receiver();

    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

    std::uint16_t port() const;

    // "/hook" gives https://127.0.0.1:PORT/hook
    std::string url(std::string_view path, std::string_view host = "127.0.0.1") const;

    // The CA that a sender must trust.
    std::filesystem::path ca_file() const { return test::ca_file(); }

    // Requests to this path (without the query) get these replies in order, then the last one repeatedly;
    // without a plan 202. A handshake gets 200 with its X-Hook-Secret and uses no reply, unless handshakes
    // have their own plan.
    void plan(std::string_view path, std::vector<Reply> replies);
    void plan(std::string_view path, std::function<Reply(const ReceivedRequest&)> reply);  // on many threads
    void plan_handshakes(std::string_view path, std::vector<Reply> replies);

    // Releases the requests that wait on this path; later ones wait again.
    void release(std::string_view path);

    // Requests to this path in order of arrival, including those without a reply yet.
    std::vector<ReceivedRequest> deliveries(std::string_view path) const;  // without handshakes
    std::vector<ReceivedRequest> handshakes(std::string_view path) const;

    // The same after `count` have arrived. Throws after ten seconds.
    std::vector<ReceivedRequest> wait_for(std::string_view path, std::size_t count) const;
    std::vector<ReceivedRequest> wait_for_handshakes(std::string_view path, std::size_t count) const;

    std::size_t connections() const;                          // accepted in total
    std::size_t resumed_sessions() const;                     // connections with a resumed TLS session
    std::size_t in_flight(std::string_view path) const;       // received and not answered
    std::size_t most_in_flight(std::string_view path) const;  // maximum

  private:
    class Server;
    std::unique_ptr<Server> server_;
};

}  // namespace callboard::test
