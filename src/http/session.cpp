#include "http/session.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <poll.h>

#include "base/site.h"
#include "http/acknowledged.h"
#include "http/buffer.h"
#include "http/forwarded.h"
#include "http/request_parser.h"
#include "http/response_writer.h"
#include "http/transfer_rate.h"

namespace callboard::http {
namespace {

constexpr std::size_t kFirstBuffer = 2048;  // enough for most heads, and the maximum of an idle connection
constexpr std::size_t kBodyBuffer = std::size_t{16} * 1024;
constexpr std::size_t kLargestDiscardedBody =
    std::size_t{64} * 1024;  // of an unwanted body, to keep the connection alive
constexpr std::size_t kMostLingering = std::size_t{1024} * 1024;
constexpr std::size_t kLargestCopiedBody =
    std::size_t{16} * 1024;  // of a body, to send it with the head in one write

// Larger bodies of callers without a credential have a part of the memory budget only, and so have larger
// responses to them.
constexpr std::size_t kLargestSmallBody = std::size_t{16} * 1024;

// The memory of a connection with small messages: its input buffer, and the bodies of a request and a
// response.
constexpr std::size_t kConnectionMemory = 2 * kFirstBuffer + kKeptBody;

constexpr Refusal kTooSlow{408, "REQUEST_TIMEOUT",
                           "the request was sent too slowly: the headers must arrive within 10 seconds, the "
                           "body at 1 KiB per second or faster"};
constexpr Refusal kTooLarge{413, "CONTENT_TOO_LARGE", "the request body is too large"};
constexpr Refusal kNoMemory{503, "SERVICE_UNAVAILABLE",
                            "the server is out of memory for this request; try again later"};
constexpr Refusal kNoDisk{503, "SERVICE_UNAVAILABLE",
                          "the server cannot store this request; try again later"};
constexpr Refusal kLongChunkHead{400, "BAD_REQUEST", "a chunk header exceeds 16 KiB"};
constexpr int kClientClosed = 499;  // for log and metrics only: the client has disconnected
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

std::size_t above(std::size_t bytes, std::size_t usual) {
    return bytes > usual ? bytes - usual : 0;
}

// The states of a connection; each has a time limit.
enum class Phase { handshake, idle, head, body, working, waiting, writing, lingering };

template <class Stream>
class Session final : public Exchange,
                      public SweptSession,
                      public std::enable_shared_from_this<Session<Stream>> {
  public:
    Session(Loop& loop, Stream stream, const IpAddress& peer)
        : Exchange(loop.number()),
          loop_(loop),
          shared_(loop.shared()),
          stream_(std::move(stream)),
          peer_(peer),
          memory_(shared_.memory, kConnectionMemory),
          anonymous_body_(shared_.anonymous_bodies, 0) {
        loop_.add(*this);
    }
    ~Session() override { shared_.connections.leave(peer_); }

    Awaitable<> run();

    void resume() override;
    std::stop_token stop_token() override;
    void tick(Stopwatch::Instant now) override;
    void drain() override;
    void give_up() override { stop_.request_stop(); }
    void abandon() override { waiter_ = nullptr; }

  private:
    static constexpr bool kTls = !std::same_as<Stream, Socket>;

    // The parts of an exchange, in order. They return false if the connection cannot be used any more.
    Awaitable<bool> tls_handshake();
    Awaitable<bool> read_head();
    Awaitable<bool> exchange();
    bool can_take_body(std::size_t limit);
    bool has_room_for_body(std::size_t announced) const;
    Awaitable<bool> take_body(std::size_t limit);
    Awaitable<bool> read_body(std::size_t limit);
    Awaitable<bool> store_body();
    Awaitable<bool> respond(bool keep_alive);
    Awaitable<bool> respond_without_body();
    Awaitable<bool> send_stream(bool chunked);
    Awaitable<bool> send_end(std::string_view end);
    Awaitable<bool> refuse(Refusal refusal);
    Awaitable<bool> refuse_for_memory();
    Awaitable<> linger();
    Awaitable<> shut_down_tls();
    void put_refusal(const Refusal& refusal);
    void put_memory_refusal();

    // Writes without suspension as much as the socket accepts, then the rest. `kept` must stay valid until it
    // is sent; the bytes before it are copied.
    Awaitable<bool> send(std::string_view bytes);
    bool send_now(std::string_view bytes, std::string_view kept, std::size_t& sent);
    bool send_end_now(std::string_view bytes, std::string_view kept, std::size_t& sent);
    Awaitable<bool> send_later(std::string_view rest, std::string_view kept, bool is_end);

    // The memory of this connection beyond kConnectionMemory.
    std::size_t input_memory() const;
    std::size_t response_memory() const;
    HeldBody response_body() const;
    bool response_fits() const;
    bool hold_input();
    void hold_response(std::size_t copied);
    void release_response();

    auto next_wake() {
        return net::async_initiate<const net::use_awaitable_t<Executor>, void()>(
            [this](auto handler) { waiter_ = std::move(handler); }, kAwait);
    }
    void wake() {
        if (waiter_) std::exchange(waiter_, nullptr)();
    }
    Awaitable<bool> wait_for_step(Phase phase = Phase::working);
    bool is_waiting_for_step() const { return phase_ == Phase::working || phase_ == Phase::waiting; }
    Awaitable<> send_last(const Response& last);
    void step_finished() {
        step_done_ = true;
        wake();
    }

    void enter(Phase phase);
    void expire();
    bool is_too_slow(Stopwatch::Instant now);
    bool is_unread(Stopwatch::Instant now);
    void watch_peer();
    bool peer_is_gone();
    void peer_went_away();
    void report_finished(int status, std::size_t bytes);
    void reset_request();
    void close_socket();
    Socket& socket() {
        if constexpr (kTls) {
            return stream_.next_layer();
        } else {
            return stream_;
        }
    }

    Loop& loop_;
    Shared& shared_;
    Stream stream_;
    const IpAddress peer_;

    Buffer input_;       // from the first byte of the current request on
    Buffer body_input_;  // the bytes after the head, while the body is read
    std::optional<RequestParser> parser_;
    std::string unsent_;
    std::size_t body_bytes_sent_ = 0;
    MemoryShare memory_;
    MemoryShare anonymous_body_;  // the part of `memory_` for the request of a caller without a credential
    std::optional<ResponseMemory::Hold> held_response_;
    std::optional<std::size_t> in_memory_;  // of a larger body of a request, the rest is stored
    std::size_t held_copy_ = 0;             // of the response's head, and of its body if it is small

    Phase phase_ = Phase::handshake;
    Stopwatch::Instant deadline_;
    TransferRate rate_;
    std::uint64_t body_bytes_received_ = 0;
    std::optional<std::uint64_t> acknowledged_;  // bytes, at the last sweep of a live body
    std::optional<Stopwatch::Instant> unread_since_;
    std::optional<std::chrono::nanoseconds> opened_after_;  // of a live body
    bool expired_ = false;
    bool closing_ = false;
    bool watching_ = false;
    bool gone_ = false;
    bool body_read_ = false;
    bool streaming_ = false;  // the head was sent: no other response is possible
    bool finished_reported_ = false;
    bool admission_over_ = false;

    bool step_done_ = false;
    std::move_only_function<void()> waiter_;
    std::stop_source stop_{std::nostopstate};
};

template <class Stream>
Awaitable<> Session<Stream>::run() {
    bool open = co_await tls_handshake();
    while (open && !loop_.draining()) {
        open = co_await read_head();
        if (open) {
            open = co_await exchange();
            report_finished(kClientClosed, 0);  // unless it was already called
        }
        reset_request();
    }
    co_await shut_down_tls();
    close_socket();
}

template <class Stream>
Awaitable<bool> Session<Stream>::tls_handshake() {
    if constexpr (kTls) {
        enter(Phase::handshake);
        const auto [error] = co_await stream_.async_handshake(net::ssl::stream_base::server, kAwaitOutcome);
        co_return !error;
    } else {
        co_return true;
    }
}

template <class Stream>
Awaitable<bool> Session<Stream>::read_head() {
    using Progress = RequestParser::Progress;
    request.client = peer_;
    request.administrative = shared_.options.administrative;
    parser_.emplace(request);
    enter(input_.empty() ? Phase::idle : Phase::head);
    for (;;) {
        while (input_.bytes().starts_with("\r\n"))
            input_.consume(2);  // RFC 9112, section 2.2: empty lines are ignored
        if (!input_.empty()) {
            const Progress progress = parser_->read_head(input_.bytes());
            if (progress == Progress::done) co_return true;
            if (progress == Progress::refused) co_return co_await refuse(parser_->refusal());
            if (phase_ == Phase::idle) enter(Phase::head);
        }
        const auto room = input_.room(kFirstBuffer, kMaxHead);
        if (!hold_input()) co_return co_await refuse_for_memory();
        const net::mutable_buffer into{room.data(), room.size()};
        const auto [error, bytes] = co_await stream_.async_read_some(into, kAwaitOutcome);
        input_.filled(bytes);
        if (!error) continue;
        if (expired_ && phase_ == Phase::head) co_return co_await refuse(kTooSlow);
        co_return false;
    }
}

template <class Stream>
Awaitable<bool> Session<Stream>::exchange() {
    received_at = shared_.stopwatch.now();
    if (!shared_.options.proxies.empty())
        request.client = client_address(peer_, request, shared_.options.proxies);

    step_done_ = false;
    has_caller = false;
    shared_.handler.admit(*this);
    if (!step_done_ && !co_await wait_for_step()) co_return false;

    admission_over_ = true;
    const std::optional<std::size_t> limit = shared_.handler.admitted(*this);
    in_memory_ = limit && shared_.body_store ? shared_.body_store->body_in_memory(*this) : std::nullopt;
    if (!limit || (parser_->has_body() && !can_take_body(*limit))) co_return co_await respond_without_body();

    if (parser_->has_body() && !co_await take_body(*limit)) co_return false;
    received_at = shared_.stopwatch.now();
    step_done_ = false;
    shared_.handler.answer(*this);
    if (!step_done_ && !co_await wait_for_step()) co_return false;
    shared_.handler.build_response(*this);
    if (response.drop) co_return false;
    co_return co_await respond(parser_->keeps_alive());
}

// Sends a response without using the body of the request. The connection is kept alive if that body is small
// enough to be read and discarded.
template <class Stream>
Awaitable<bool> Session<Stream>::respond_without_body() {
    bool keep_alive = parser_->keeps_alive() && !closing_;
    if (parser_->has_body()) {
        const bool small =
            parser_->announced_size().value_or(kLargestDiscardedBody + 1) <= kLargestDiscardedBody;
        keep_alive = keep_alive && small && !parser_->expects_continue();
        parser_->discard_body();
        if (keep_alive && !co_await read_body(kLargestDiscardedBody)) co_return false;
    }
    co_return co_await respond(keep_alive);
}

// Checks Content-Length against the limit of the operation and the memory that is free now, and fills the
// response if it is refused. Nothing is held yet: to announce a body costs the client nothing.
template <class Stream>
bool Session<Stream>::can_take_body(std::size_t limit) {
    const std::size_t announced = parser_->announced_size().value_or(0);
    if (announced > limit) return put_refusal(kTooLarge), false;
    const bool has_room = has_room_for_body(announced);
    if (!has_room) put_memory_refusal();
    return has_room;
}

template <class Stream>
bool Session<Stream>::has_room_for_body(std::size_t announced) const {
    const std::size_t held = std::min(announced, in_memory_.value_or(announced));
    const std::size_t large = has_caller ? 0 : above(held, kLargestSmallBody);
    const std::size_t more = above(held, kFirstBuffer);
    return (large == 0 || shared_.anonymous_bodies.has_room_for(large)) &&
           (more == 0 || shared_.memory.has_room_for(more));
}

template <class Stream>
Awaitable<bool> Session<Stream>::take_body(std::size_t limit) {
    if (parser_->expects_continue() && input_.bytes().size() == parser_->head_size()) {
        if (!co_await send(kContinue)) co_return false;
    }
    co_return co_await read_body(limit);
}

template <class Stream>
Awaitable<bool> Session<Stream>::read_body(std::size_t limit) {
    using Progress = RequestParser::Progress;
    loop_.refresh_coarse_now();
    enter(Phase::body);
    body_read_ = true;
    body_input_.assign(input_.bytes().substr(parser_->head_size()));
    body_bytes_received_ = body_input_.bytes().size();
    rate_.start(loop_.coarse_now(), 0);
    for (bool is_stored = false;;) {
        std::size_t used = 0;
        const Progress progress = parser_->read_body(body_input_.bytes(), limit, used);
        body_input_.consume(used);
        const bool is_last = progress == Progress::done && is_stored && !request.body.empty();
        if (progress != Progress::refused && in_memory_ && !parser_->discards_body() &&
            (request.body.size() > *in_memory_ || is_last)) {
            is_stored = true;
            if (!co_await store_body()) co_return false;
            if (!shared_.body_store->body_was_stored(*this)) co_return co_await refuse(kNoDisk);
        }
        if (progress == Progress::done) {
            if (request.body.capacity() <= kFirstBuffer || hold_input()) co_return true;
            co_return co_await refuse_for_memory();
        }
        if (progress == Progress::refused) co_return co_await refuse(parser_->refusal());
        const std::size_t size = parser_->discards_body() ? kFirstBuffer : kBodyBuffer;
        const auto room = body_input_.room(size, size);
        if (room.empty()) co_return co_await refuse(kLongChunkHead);
        if (!hold_input()) co_return co_await refuse_for_memory();
        const net::mutable_buffer into{room.data(), room.size()};
        const auto [error, bytes] = co_await stream_.async_read_some(into, kAwaitOutcome);
        body_input_.filled(bytes);
        body_bytes_received_ += bytes;
        if (!error) continue;
        if (expired_) co_return co_await refuse(kTooSlow);
        co_return false;
    }
}

// The client has the same time for the whole body, whether it is stored or not: a slow disk takes none of it.
template <class Stream>
Awaitable<bool> Session<Stream>::store_body() {
    const Stopwatch::Instant deadline = deadline_;
    const Stopwatch::Instant begun = shared_.stopwatch.now();
    step_done_ = false;
    shared_.body_store->store_body(*this);
    if (!step_done_ && !co_await wait_for_step()) co_return false;
    loop_.refresh_coarse_now();
    enter(Phase::body);
    deadline_ = deadline + (loop_.coarse_now() - begun);
    rate_.start(loop_.coarse_now(), body_bytes_received_);
    co_return true;
}

// Waits until the handler has completed its step. Stop is requested if the client disconnects or the time
// limit expires, but the session waits on: until the step ends, another thread may use this exchange.
template <class Stream>
Awaitable<bool> Session<Stream>::wait_for_step(Phase phase) {
    enter(phase);
    watch_peer();
    while (!step_done_ && !expired_) co_await next_wake();
    if (step_done_) co_return true;

    const Response late = shared_.handler.overdue(*this);
    if (!streaming_) co_await send_last(late);
    close_socket();
    if (admission_over_) shared_.handler.gone(*this);
    while (!step_done_) co_await next_wake();
    report_finished(late.status, streaming_ ? body_bytes_sent_ : late.body.size());
    co_return false;
}

template <class Stream>
Awaitable<> Session<Stream>::send_last(const Response& last) {
    std::string bytes;
    append_response(
        bytes, last,
        {.keep_alive = false, .http_10 = false, .is_head = request.is_head, .date = loop_.date()});
    if (co_await send(bytes)) co_await linger();
}

template <class Stream>
Awaitable<bool> Session<Stream>::respond(bool keep_alive) {
    if (!response_fits()) put_memory_refusal();
    const bool streamed = response.stream != nullptr && !request.is_head;
    const bool sized = response.stream_size.has_value();
    const bool chunked = streamed && !sized && !parser_->is_http_10();
    const bool open = keep_alive && !closing_ && !gone_ && (!streamed || chunked || sized);
    const Framing framing{.keep_alive = open,
                          .http_10 = parser_->is_http_10(),
                          .is_head = request.is_head,
                          .date = loop_.date()};
    std::string& out = loop_.scratch();
    append_head(out, response, framing);
    std::string_view body = body_to_send(response, framing);
    body_bytes_sent_ = body.size();
    if (body.size() <= kLargestCopiedBody) out += std::exchange(body, {});
    if (streamed) hold_response(0);

    std::size_t sent = 0;
    bool good = streamed ? send_now(out, {}, sent) : send_end_now(out, body, sent);
    if (good && sent < out.size() + body.size()) {
        if (!streamed) hold_response(above(out.size(), kFirstBuffer));
        const std::size_t of_head = std::min(sent, out.size());
        good = co_await send_later(std::string_view{out}.substr(of_head), body.substr(sent - of_head),
                                   !streamed);
    }
    if (good && streamed) good = co_await send_stream(chunked);
    report_finished(good ? response.status : kClientClosed, body_bytes_sent_);
    if (good && !open) co_await linger();
    co_return good&& open;
}

// A piece is requested only after the socket accepted the previous one: a slow client slows down the producer
// (backpressure), and nothing accumulates.
template <class Stream>
Awaitable<bool> Session<Stream>::send_stream(bool chunked) {
    streaming_ = true;
    const Phase phase = response.stream->live() ? Phase::waiting : Phase::working;
    unread_since_.reset();
    if (phase == Phase::waiting) opened_after_ = shared_.stopwatch.now() - received_at;
    for (;;) {
        if (response.body.capacity() > kKeptBody && phase == Phase::waiting)
            std::string{}.swap(response.body);  // it may be long until the next piece
        response.body.clear();
        step_done_ = false;
        shared_.handler.pump(*this);
        if (!step_done_ && !co_await wait_for_step(phase)) co_return false;
        if (!shared_.handler.pump_succeeded(*this)) co_return false;
        if (response.body.empty()) break;
        body_bytes_sent_ += response.body.size();
        if (response.stream_size && body_bytes_sent_ >= *response.stream_size)
            co_return body_bytes_sent_ == *response.stream_size&& co_await send_end(response.body);
        std::string& out = loop_.scratch();
        if (chunked) {
            append_chunk(out, response.body);
        } else {
            out = response.body;
        }
        if (!co_await send(out)) co_return false;
    }
    if (response.stream_size && *response.stream_size != body_bytes_sent_) co_return false;
    co_return co_await send_end(chunked ? kLastChunk : "");
}

// Sends the bytes by which the client recognises the end of the response.
template <class Stream>
Awaitable<bool> Session<Stream>::send_end(std::string_view end) {
    std::size_t sent = 0;
    if (end.empty()) shared_.handler.sending_last_bytes(*this);
    if (!end.empty() && !send_end_now(end, {}, sent)) co_return false;
    co_return sent == end.size() || co_await send_later(end.substr(sent), {}, true);
}

// Responds to an invalid request and closes the connection, because the start of the next request is unknown.
template <class Stream>
Awaitable<bool> Session<Stream>::refuse(Refusal refusal) {
    put_refusal(refusal);
    co_return co_await respond(false);
}

template <class Stream>
Awaitable<bool> Session<Stream>::refuse_for_memory() {
    put_memory_refusal();
    co_return co_await respond(false);
}

template <class Stream>
void Session<Stream>::put_refusal(const Refusal& refusal) {
    response.clear();
    shared_.handler.refuse(*this, refusal);
    received_at = shared_.stopwatch.now();
}

template <class Stream>
void Session<Stream>::put_memory_refusal() {
    shared_.refused_for_memory.add();
    put_refusal(kNoMemory);
}

// Lingering close (RFC 9112, section 9.6): closing a socket with unread bytes resets the connection, and the
// client may lose the response. So only the sending side is shut down, and input is discarded for a while.
template <class Stream>
Awaitable<> Session<Stream>::linger() {
    co_await shut_down_tls();
    enter(Phase::lingering);
    boost::system::error_code error;
    socket().shutdown(Socket::shutdown_send, error);
    const std::span<char> sink = loop_.sink();
    const net::mutable_buffer into{sink.data(), sink.size()};
    for (std::size_t total = 0; total < kMostLingering && !error;) {
        const auto [failed, bytes] = co_await socket().async_read_some(into, kAwaitOutcome);
        error = failed;
        total += bytes;
    }
    close_socket();
}

// Sends the TLS close_notify alert, so that the client can rule out a truncation.
template <class Stream>
Awaitable<> Session<Stream>::shut_down_tls() {
    if constexpr (kTls) {
        if (!socket().is_open()) co_return;
        enter(Phase::lingering);
        co_await stream_.async_shutdown(kAwaitOutcome);
    }
    co_return;
}

template <class Stream>
Awaitable<bool> Session<Stream>::send(std::string_view bytes) {
    std::size_t sent = 0;
    if (!send_now(bytes, {}, sent)) co_return false;
    if (sent == bytes.size()) co_return true;
    co_return co_await send_later(bytes.substr(sent), {}, false);
}

// Most responses fit into the send buffer, and then the coroutine need not suspend. Returns false if the
// connection broke.
template <class Stream>
bool Session<Stream>::send_now(std::string_view bytes, std::string_view kept, std::size_t& sent) {
    if constexpr (kTls) {
        return true;  // an interrupted TLS write must be repeated exactly, which async_write_some does
    } else {
        boost::system::error_code error;
        const net::const_buffer first{bytes.data(), bytes.size()};
        const net::const_buffer second{kept.data(), kept.size()};
        sent = kept.empty() ? stream_.write_some(first, error)
                            : stream_.write_some(std::array{first, second}, error);
        return !error || error == net::error::would_block;
    }
}

// The end of a response: sending_last_bytes() is called before the client can read it.
template <class Stream>
bool Session<Stream>::send_end_now(std::string_view bytes, std::string_view kept, std::size_t& sent) {
    if constexpr (kTls) {
        return true;
    } else {
        shared_.handler.sending_last_bytes(*this);
        if (!send_now(bytes, kept, sent)) return false;
        if (sent < bytes.size() + kept.size()) shared_.handler.response_blocked(*this);
        return true;
    }
}

template <class Stream>
Awaitable<bool> Session<Stream>::send_later(std::string_view bytes, std::string_view kept, bool is_end) {
    unsent_.assign(bytes);  // the scratch buffer is not valid across a suspension
    loop_.refresh_coarse_now();
    enter(Phase::writing);
    rate_.stop();
    if (!kTls) is_too_slow(loop_.coarse_now());  // start measuring; with TLS at the next sweep
    std::string_view rest = unsent_;
    while (!rest.empty() || !kept.empty()) {
        if (rest.empty()) rest = std::exchange(kept, {});
        const net::const_buffer piece{rest.data(), std::min(rest.size(), kPieceSize)};
        const bool is_last = piece.size() == rest.size() && kept.empty();
        if (kTls && is_end && is_last) shared_.handler.sending_last_bytes(*this);
        const auto [error, sent] = co_await stream_.async_write_some(piece, kAwaitOutcome);
        if (error) co_return false;
        rest.remove_prefix(sent);
    }
    std::string{}.swap(unsent_);
    co_return true;
}

template <class Stream>
std::size_t Session<Stream>::input_memory() const {
    return above(input_.capacity(), kFirstBuffer) + body_input_.capacity() +
           above(request.body.capacity(), kFirstBuffer);
}

// Discarding a body takes little memory, and is worth it to keep the connection alive.
template <class Stream>
bool Session<Stream>::hold_input() {
    const std::size_t memory = input_memory() + held_copy_;
    if (parser_->discards_body()) {
        memory_.hold(memory);
        return true;
    }
    const std::size_t anonymous = has_caller ? 0 : above(request.body.capacity(), kLargestSmallBody);
    return anonymous_body_.try_hold(anonymous) && memory_.try_hold(memory);
}

template <class Stream>
std::size_t Session<Stream>::response_memory() const {
    if (response.stream) return response.stream->memory();
    // A slow client may be the last one that uses it.
    if (response.body_owner) return above(response.shared_body.size(), kKeptBody);
    return above(response.body.capacity(), kKeptBody);
}

template <class Stream>
HeldBody Session<Stream>::response_body() const {
    HeldBody body{.bytes = response_memory(),
                  .shared = response.body_owner ? response.shared_body.data() : nullptr,
                  .network = std::nullopt};
    if (!has_caller && body.bytes > kLargestSmallBody) body.network = site_of(request.client);
    return body;
}

// The response to a change that was made is sent in any case: the client must learn its outcome.
template <class Stream>
bool Session<Stream>::response_fits() const {
    const HeldBody body = request.is_head ? HeldBody{} : response_body();
    const bool is_change = request.method != Method::get && response.status < 400;
    return body.bytes == 0 || response.essential || is_change || shared_.responses.has_room_for(body);
}

template <class Stream>
void Session<Stream>::hold_response(std::size_t copied) {
    held_response_.reset();
    if (const HeldBody body = response_body(); body.bytes > 0)
        held_response_.emplace(shared_.responses, body);
    held_copy_ = copied;
    memory_.hold(input_memory() + held_copy_);
}

template <class Stream>
void Session<Stream>::release_response() {
    held_response_.reset();
    held_copy_ = 0;
    memory_.hold(input_memory());
    anonymous_body_.hold(0);
}

// A session that waits is not run here: the caller may be the handler of another session, or the sweep, and
// this session may end. It lives until its step is done.
template <class Stream>
void Session<Stream>::resume() {
    if (loop_.executor().running_in_this_thread() && !waiter_) {
        step_finished();
    } else {
        net::post(loop_.executor(), [this] { step_finished(); });
    }
}

template <class Stream>
std::stop_token Session<Stream>::stop_token() {
    if (!stop_.stop_possible()) stop_ = std::stop_source{};
    return stop_.get_token();
}

template <class Stream>
void Session<Stream>::enter(Phase phase) {
    const TimeLimits& limits = shared_.options.limits;
    const auto limit = [&]() -> std::optional<std::chrono::seconds> {
        switch (phase) {
            case Phase::handshake: return limits.handshake;
            case Phase::idle: return limits.idle;
            case Phase::head: return limits.head;
            case Phase::body: return limits.body;
            case Phase::working: return limits.work;
            case Phase::waiting: return std::nullopt;  // limited by is_unread()
            case Phase::writing: return std::nullopt;  // limited by the minimum rate
            case Phase::lingering: return limits.linger;
        }
        std::abort();  // unreachable: -Werror=switch keeps the list complete
    }();
    expired_ = false;
    phase_ = phase;
    deadline_ = limit ? loop_.coarse_now() + *limit : Stopwatch::Instant::max();
}

template <class Stream>
void Session<Stream>::tick(Stopwatch::Instant now) {
    // The end of a live body may end the session.
    if (is_waiting_for_step() && !gone_ && peer_is_gone()) return peer_went_away();
    if (phase_ == Phase::waiting && !gone_ && is_unread(now)) {
        shared_.closed_as_too_slow.add();
        close_socket();
        return peer_went_away();
    }
    if (now < deadline_ && !is_too_slow(now)) return;
    if (phase_ == Phase::head || phase_ == Phase::body || phase_ == Phase::writing)
        shared_.closed_as_too_slow.add();
    expire();
}

template <class Stream>
void Session<Stream>::expire() {
    expired_ = true;
    boost::system::error_code ignored;
    switch (phase_) {
        case Phase::working:
        case Phase::waiting:
            stop_.request_stop();
            wake();
            return;
        case Phase::idle:
        case Phase::head:
        case Phase::body:
            socket().cancel(ignored);
            return;  // the reading coroutine resumes and checks expired_
        case Phase::handshake:
        case Phase::writing:
        case Phase::lingering: close_socket(); return;
    }
}

// Counts the bytes that the client has acknowledged: those in the send buffer were not read yet.
template <class Stream>
bool Session<Stream>::is_too_slow(Stopwatch::Instant now) {
    const MinimumRate& minimum = shared_.options.limits.rate;
    if (phase_ == Phase::body) return rate_.is_below(minimum, now, body_bytes_received_);
    if (phase_ != Phase::writing) return false;
    const auto taken = acknowledged_bytes(socket().native_handle());
    return taken && rate_.is_below(minimum, now, *taken);
}

// Whether bytes of a live body are waiting, and none has been acknowledged for long: the machine of the
// client has vanished, or its program does not read. On a busy stream, some bytes are always on their way.
template <class Stream>
bool Session<Stream>::is_unread(Stopwatch::Instant now) {
    const int number = socket().native_handle();
    const auto acknowledged = acknowledged_bytes(number);
    const bool progresses = acknowledged != std::exchange(acknowledged_, acknowledged);
    if (progresses || !has_unacknowledged_bytes(number)) {
        unread_since_.reset();
        return false;
    }
    if (!unread_since_) unread_since_ = now;
    return now - *unread_since_ >= shared_.options.limits.unread;
}

template <class Stream>
void Session<Stream>::drain() {
    closing_ = true;
    boost::system::error_code ignored;
    if (phase_ == Phase::idle) socket().cancel(ignored);
}

// Detects that the client disconnects while the work is running. Bytes of a pipelined request end the wait
// without a result; tick() checks again.
template <class Stream>
void Session<Stream>::watch_peer() {
    if (watching_) return;
    watching_ = true;
    socket().async_wait(Socket::wait_read,
                        [self = this->shared_from_this()](const boost::system::error_code& error) {
                            self->watching_ = false;
                            if (!error && self->is_waiting_for_step() && !self->gone_ && self->peer_is_gone())
                                self->peer_went_away();
                        });
}

template <class Stream>
bool Session<Stream>::peer_is_gone() {
    pollfd watched{.fd = socket().native_handle(), .events = POLLRDHUP, .revents = 0};
    return poll(&watched, 1, 0) > 0 && (watched.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

template <class Stream>
void Session<Stream>::peer_went_away() {
    gone_ = true;
    stop_.request_stop();
    if (admission_over_) shared_.handler.gone(*this);
}

template <class Stream>
void Session<Stream>::report_finished(int status, std::size_t bytes) {
    if (std::exchange(finished_reported_, true)) return;
    shared_.handler.finished(*this, status, bytes,
                             opened_after_.value_or(shared_.stopwatch.now() - received_at));
}

template <class Stream>
void Session<Stream>::reset_request() {
    if (std::exchange(body_read_, false)) {
        std::swap(input_, body_input_);
        body_input_ = Buffer{};
    } else if (parser_) {
        input_.consume(std::min(parser_->head_size(), input_.bytes().size()));
    }
    input_.shrink(kFirstBuffer);
    if (request.body.capacity() > kFirstBuffer) std::string{}.swap(request.body);
    release_response();
    response.clear();  // only now: another body may get the address of this one
    if (stop_.stop_possible()) stop_ = std::stop_source{std::nostopstate};
    gone_ = false;
    opened_after_.reset();
    streaming_ = false;
    finished_reported_ = false;
    admission_over_ = false;
}

template <class Stream>
void Session<Stream>::close_socket() {
    boost::system::error_code ignored;
    socket().close(ignored);
}

template <class Stream>
void start(Loop& loop, Stream stream, const IpAddress& peer) {
    auto session = std::make_shared<Session<Stream>>(loop, std::move(stream), peer);
    const auto ended = [session, &loop](const std::exception_ptr& failure) {
        if (!failure) return;
        try {
            std::rethrow_exception(failure);
        } catch (const std::exception& error) {
            loop.shared().log.write(telemetry::Level::error, "connection_failed", {{"reason", error.what()}});
        }
    };
    net::co_spawn(loop.executor(), session->run(), ended);
}

}  // namespace

void start_session(Loop& loop, Socket socket, const IpAddress& peer) {
    start(loop, std::move(socket), peer);
}

void start_session(Loop& loop, net::ssl::stream<Socket> stream, const IpAddress& peer) {
    start(loop, std::move(stream), peer);
}

}  // namespace callboard::http
