// One request on its way through the server, and the two sides of that way: the
// session, which reads and writes, and the handler, which decides. The session
// calls the handler step by step; a handler that cannot finish a step at once
// returns, and calls resume() when it can, from any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "base/clock.h"
#include "http/message.h"

namespace callboard::http {

// What a handler keeps with an exchange. It stays for the next request of the same connection.
class HandlerState {
  public:
    HandlerState() = default;
    HandlerState(const HandlerState&) = delete;
    HandlerState& operator=(const HandlerState&) = delete;
    virtual ~HandlerState() = default;
};

class Exchange {
  public:
    explicit Exchange(std::size_t loop_number) : loop(loop_number) {}
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    virtual ~Exchange() = default;

    // Ends the current step of the handler.
    virtual void resume() = 0;

    // Told to stop when the client has gone or the time is up. To be asked for on the loop's thread.
    virtual std::stop_token stop_token() = 0;

    Request request;
    Response response;
    std::unique_ptr<HandlerState> state;
    Stopwatch::Instant received_at;  // the head, and then the last byte
    const std::size_t loop;          // the number of the event loop that serves this connection
};

// A request that the server cannot or will not take, by the rules of HTTP itself.
struct Refusal {
    int status;
    std::string_view code;
    std::string_view message;
};

class Handler {
  public:
    virtual ~Handler() = default;

    // Step 1: the head has come. May its body come too? The handler says so by admitted(), or fills the
    // response and refuses; a client that is refused costs no more than its head.
    virtual void admit(Exchange& exchange) = 0;

    // How many bytes of body the admitted request may bring; nothing when it was refused. Asked after step 1.
    virtual std::optional<std::size_t> admitted(const Exchange& exchange) const = 0;

    // Step 2: the body is there. Starts the work.
    virtual void answer(Exchange& exchange) = 0;

    // After step 2, on the loop's thread: makes the response of what the work gave.
    virtual void conclude(Exchange& exchange) = 0;

    // Step 3, for each piece of a streamed body: fills response.body with it; empty at the end. False from
    // pumped(), asked afterwards, cuts the response off.
    virtual void pump(Exchange& exchange) = 0;
    virtual bool pumped(Exchange& exchange) = 0;

    // Fills the response to something that was no good request.
    virtual void refuse(Exchange& exchange, const Refusal& refusal) = 0;

    // The response to a request whose time is up, while its work may still go on.
    virtual Response overdue(const Exchange& exchange) = 0;

    // The last bytes of the response are about to be handed to the system: whoever reads them may call again
    // at once. And: the system did not take them all, the response is still there.
    virtual void leaving(Exchange& exchange) = 0;
    virtual void held_up(Exchange& exchange) = 0;

    // The client has gone, or was told that its time is up, while the work goes on: in step 2 or 3.
    virtual void gone(Exchange& exchange) = 0;

    // The response has gone out, or the connection broke before it could. `bytes` were sent of its body.
    virtual void finished(Exchange& exchange, int status, std::size_t bytes,
                          std::chrono::nanoseconds took) = 0;
};

}  // namespace callboard::http
