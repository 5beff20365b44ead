// Somebody else's server, as webhooks meet it: it keeps what came and answers as the test planned, also in
// ways no server should. It listens on 127.0.0.1, on a port of the system's choosing. Thread-safe.
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
    Headers headers;     // in their order, names as they were written
    std::string body;
    std::chrono::steady_clock::time_point arrived_at;
    std::size_t connection = 0;  // the first is 1

    // The name in any case; an absent header is empty.
    std::string header(std::string_view name) const;
    bool is_handshake() const { return !header("X-Hook-Secret").empty(); }
};

enum class Manner {
    answers,
    answers_when_released,  // see release()
    answers_byte_by_byte,   // with `pause` before each byte
    never_answers,          // until the client leaves
    closes,                 // without an answer
    resets,                 // without an answer
    resets_mid_body,        // after the head and half of the body
};

struct Reply {
    int status = 202;
    Headers headers = {};  // besides Content-Length; with Connection: close the connection ends after it
    std::string body = {};
    Manner manner = Manner::answers;
    std::chrono::milliseconds pause{1};
    std::string raw = {};  // when there is something: these bytes instead, and then the connection is closed
};

class Receiver {
  public:
    struct Options {
        Certificate certificate = Certificate::good;
        bool deaf = false;    // accepts connections and never reads from them
        int newest_tls = 0;   // TLS1_1_VERSION …; 0: any
        bool tickets = true;  // sessions may be resumed
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

    // What a sender must trust, unless the certificate is to be refused.
    std::filesystem::path ca_file() const { return test::ca_file(); }

    // Requests to this path (the query does not count) get these replies one after the other, and from then
    // on the last one. Without a plan they get 202. A handshake is answered as it should be, 200 with the
    // same X-Hook-Secret, and uses up no reply, unless handshakes have a plan of their own.
    void plan(std::string_view path, std::vector<Reply> replies);
    void plan(std::string_view path, std::function<Reply(const ReceivedRequest&)> reply);  // on many threads
    void plan_handshakes(std::string_view path, std::vector<Reply> replies);

    // Lets those answer that have come to this path and were told to wait; those that come later wait again.
    void release(std::string_view path);

    // What came to this path, in the order it came. A request counts before it is answered.
    std::vector<ReceivedRequest> deliveries(std::string_view path) const;  // all but handshakes
    std::vector<ReceivedRequest> handshakes(std::string_view path) const;

    // The same, when that many have come. Throws when they do not come within ten seconds.
    std::vector<ReceivedRequest> wait_for(std::string_view path, std::size_t count) const;
    std::vector<ReceivedRequest> wait_for_handshakes(std::string_view path, std::size_t count) const;

    std::size_t connections() const;       // ever accepted
    std::size_t resumed_sessions() const;  // of them, those whose TLS session was an earlier one
    std::size_t in_flight(std::string_view path) const;       // come and not yet answered
    std::size_t most_in_flight(std::string_view path) const;  // ever at once

  private:
    class Server;
    std::unique_ptr<Server> server_;
};

}  // namespace callboard::test
