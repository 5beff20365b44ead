// One request and its response, and the interface between the session, which does I/O, and the handler, which
// decides. The session calls the handler step by step; a handler that cannot complete a step synchronously
// returns, and calls resume() later from any thread.
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

// State of the handler for an exchange. It is reused for the next request of the same connection.
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

    // Completes the current step of the handler.
    virtual void resume() = 0;

    // Stop is requested when the client disconnects or the time limit expires. Call it on the thread of the
    // event loop only.
    virtual std::stop_token stop_token() = 0;

    Request request;
    Response response;
    std::unique_ptr<HandlerState> state;
    bool has_caller = false;         // set in step 1: the request has a valid credential
    Stopwatch::Instant received_at;  // the time of the complete head, then of the last byte
    const std::size_t loop;          // the index of the event loop that serves this connection
};

// A request that is refused because of the rules of HTTP itself.
struct Refusal {
    int status;
    std::string_view code;
    std::string_view message;
};

class Handler {
  public:
    virtual ~Handler() = default;

    // Step 1: the head was read. The handler decides whether the body is read as well, see admitted(), or
    // fills the response; so a refused request costs no more than its head.
    virtual void admit(Exchange& exchange) = 0;

    // The size limit of the body if the request was admitted, nothing if it was refused. Called after step 1.
    virtual std::optional<std::size_t> admitted(const Exchange& exchange) const = 0;

    // Step 2: the body was read. Starts the work.
    virtual void answer(Exchange& exchange) = 0;

    // After step 2, on the thread of the event loop: builds the response from the result of the work.
    virtual void build_response(Exchange& exchange) = 0;

    // Step 3, for each piece of a streamed body: fills response.body, which stays empty at the end. If
    // pump_succeeded(), called afterwards on the thread of the event loop, returns false, the response is
    // aborted.
    virtual void pump(Exchange& exchange) = 0;
    virtual bool pump_succeeded(Exchange& exchange) = 0;

    // Fills the response to an invalid request.
    virtual void refuse(Exchange& exchange, const Refusal& refusal) = 0;

    // The response to a request whose time limit expired while its work may still be running.
    virtual Response overdue(const Exchange& exchange) = 0;

    // sending_last_bytes() is called just before the last bytes of the response are written to the socket,
    // because the client may send its next request as soon as it has read them; response_blocked() if the
    // socket did not accept all of them.
    virtual void sending_last_bytes(Exchange& exchange) = 0;
    virtual void response_blocked(Exchange& exchange) = 0;

    // The client disconnected, or its time limit expired, while work of step 2 or 3 is still running.
    virtual void gone(Exchange& exchange) = 0;

    // The response was sent, or the connection broke before that. `bytes` of its body were sent. A live body
    // takes as long as its client wants: `took` is the time until its head was sent.
    virtual void finished(Exchange& exchange, int status, std::size_t bytes,
                          std::chrono::nanoseconds took) = 0;
};

}  // namespace callboard::http
