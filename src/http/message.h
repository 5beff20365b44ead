// Requests and responses as plain structs: all of HTTP that other folders see.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/network.h"

namespace callboard::http {

// HEAD is a get whose body is not sent; `other` is every method that no route can have.
enum class Method { get, post, put, patch, del, options, other };

std::string_view name_of(Method method);  // as requests write it

struct Header {
    std::string_view name;
    std::string_view value;
};

// A request. The views point into the buffer of its connection and are valid until it was answered.
struct Request {
    Method method = Method::other;
    bool is_head = false;
    std::string_view path;   // as sent, without the query
    std::string_view query;  // as sent, without the question mark
    std::vector<Header> headers;
    std::string body;
    IpAddress client = IpAddress::v4({});  // of the client itself also behind a proxy we trust
    bool administrative = false;           // came in at the address for operators
    std::string id;                        // for logs and for the client; the handler gives it

    // Names are compared without regard to case; the value of an absent header is empty.
    std::string_view header(std::string_view name) const;

    bool has(std::string_view name) const;
    bool has_twice(std::string_view name) const;

    // All values of a header that may be repeated, as one list.
    std::string list(std::string_view name) const;
};

inline constexpr std::size_t kPieceSize = std::size_t{64} * 1024;

// A body that is made while it is sent. It is asked for the next piece only when the last one has left.
class BodyStream {
  public:
    BodyStream() = default;
    BodyStream(const BodyStream&) = delete;
    BodyStream& operator=(const BodyStream&) = delete;
    virtual ~BodyStream() = default;

    // Puts the next piece, best about 64 KiB, into `piece`, which is empty. False when there is nothing more.
    // What it throws cuts the response off, so that the client cannot take it for whole.
    virtual bool next(std::string& piece) = 0;

    // About how many bytes of memory it takes while it is sent: a piece, and a copy of it that waits.
    virtual std::size_t memory() const { return 2 * kPieceSize; }
};

// A connection keeps no more than this of the memory of one response's body for that of the next.
inline constexpr std::size_t kKeptBody = 4096;

struct Response {
    int status = 200;
    std::string_view content_type;  // empty: there is no body
    std::string body;
    std::string_view shared_body;              // instead of `body`: bytes that outlive every response
    std::string header_lines;                  // see add_header()
    std::unique_ptr<BodyStream> stream;        // instead of `body`
    std::optional<std::uint64_t> stream_size;  // how many bytes it will give, if that is known before
    bool drop = false;                         // the connection is closed, and nothing of this is sent
    bool essential = false;                    // is sent also when the memory of the server is used up

    // The body, wherever it is; not that of a stream.
    std::string_view content() const { return shared_body.empty() ? body : shared_body; }

    // CR, LF and other control characters in the value become spaces: no value can forge a header.
    void add_header(std::string_view name, std::string_view value);

    void clear();
};

}  // namespace callboard::http
