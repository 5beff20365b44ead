// HTTP requests and responses as plain structs, the part of HTTP that other folders see.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/network.h"

namespace callboard::http {

// HEAD is `get` with `is_head`; `other` is every method that no route can have.
enum class Method { get, post, put, patch, del, options, other };

std::string_view name_of(Method method);  // as requests write it

struct Header {
    std::string_view name;
    std::string_view value;
};

// The views point into the buffer of the connection and are valid until the response was sent.
struct Request {
    Method method = Method::other;
    bool is_head = false;
    std::string_view path;   // as sent, without the query
    std::string_view query;  // as sent, without the question mark
    std::vector<Header> headers;
    std::string body;
    IpAddress client = IpAddress::v4({});  // behind trusted proxies the address of the client itself
    bool administrative = false;           // received on the operator port
    std::string id;                        // the request id, assigned by the handler

    // Names are case-insensitive; the value of an absent header is empty.
    std::string_view header(std::string_view name) const;

    bool has(std::string_view name) const;
    bool has_repeated(std::string_view name) const;

    // All values of a repeatable header as one comma-separated list (RFC 9110, section 5.3).
    std::string list(std::string_view name) const;
};

inline constexpr std::size_t kPieceSize = std::size_t{64} * 1024;

class LiveBody;

// A body that is generated while it is sent. The next piece is requested only after the last one was sent
// (backpressure).
class BodyStream {
  public:
    BodyStream() = default;
    BodyStream(const BodyStream&) = delete;
    BodyStream& operator=(const BodyStream&) = delete;
    virtual ~BodyStream() = default;

    // Puts the next piece, ideally about 64 KiB, into `piece`, which is empty; returns false at the end. An
    // exception aborts the response, so that the client notices that it is incomplete.
    virtual bool next(std::string& piece) = 0;

    // The approximate memory in use while it is sent: one piece, and its copy in the send buffer.
    virtual std::size_t memory() const { return 2 * kPieceSize; }

    virtual LiveBody* live() { return nullptr; }  // null: next() does not wait for anything but its work
};

// A body whose pieces become available from time to time, and which has no end of its own (server-sent
// events). Its next piece may be waited for without a time limit, and it is not load. All members are called
// on the thread of the event loop.
class LiveBody : public BodyStream {
  public:
    LiveBody* live() final { return this; }

    // Calls `ready` once, from any thread, when next() has a piece or the body has ended; perhaps before it
    // returns.
    virtual void when_ready(std::move_only_function<void()> ready) = 0;

    // The client has disconnected: the body ends. May destroy it.
    virtual void cancel() = 0;
};

// The capacity that a connection keeps for the body of its next response.
inline constexpr std::size_t kKeptBody = 4096;

struct Response {
    int status = 200;
    std::string_view content_type;  // empty: no body
    std::string body;
    std::string_view shared_body;              // instead of `body`: bytes that outlive the response,
    std::shared_ptr<const void> body_owner;    // or belong to this object
    std::string header_lines;                  // see add_header()
    std::unique_ptr<BodyStream> stream;        // instead of `body`
    std::optional<std::uint64_t> stream_size;  // its length, if known in advance
    bool drop = false;                         // close the connection without a response
    bool essential = false;                    // sent even if the memory budget is exhausted

    // The body, unless it is a stream.
    std::string_view content() const { return shared_body.empty() ? body : shared_body; }

    // Bytes of an object that others may use, too.
    void share_body(std::string_view bytes, std::shared_ptr<const void> owner) {
        shared_body = bytes;
        body_owner = std::move(owner);
    }

    // Replaces CR, LF and other control characters in the value by spaces, which prevents header injection.
    void add_header(std::string_view name, std::string_view value);

    void clear();
};

}  // namespace callboard::http
