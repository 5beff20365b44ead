#include "http/request_parser.h"

#include <algorithm>
#include <string>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>

#include "http/header_text.h"

namespace callboard::http {
namespace {

namespace beast = boost::beast::http;

constexpr Refusal kMalformed{400, "BAD_REQUEST", "the request is not valid HTTP/1.1 (RFC 9112)"};
constexpr Refusal kMalformedLine{400, "BAD_REQUEST",
                                 "header lines must end with CR LF and must not be folded (RFC 9112)"};
constexpr Refusal kMalformedTarget{
    400, "BAD_REQUEST",
    "the request target must be a path such as /jobs?limit=10, or an absolute URL, "
    "without a fragment (#)"};
static_assert(kMaxHeaderBytes == 16'384 && kMaxHeaders == 100 && kMaxTarget == 8'192);
constexpr Refusal kHeadTooLarge{431, "HEADERS_TOO_LARGE",
                                "the headers exceed 16 KiB (16384 bytes), or are more than 100"};
constexpr Refusal kTargetTooLong{414, "URI_TOO_LONG", "the URL exceeds 8 KiB (8192 bytes)"};
constexpr Refusal kBodyTooLarge{413, "CONTENT_TOO_LARGE", "the request body is too large"};
constexpr Refusal kUnknownCoding{501, "NOT_IMPLEMENTED",
                                 "unsupported transfer encoding; only chunked is supported"};
constexpr Refusal kUnknownVersion{505, "HTTP_VERSION_NOT_SUPPORTED",
                                  "unsupported HTTP version; use HTTP/1.1"};
constexpr Refusal kUnknownExpectation{417, "EXPECTATION_FAILED",
                                      "unsupported expectation; only 100-continue is supported"};
constexpr Refusal kNoHost{400, "BAD_REQUEST",
                          "a request must have exactly one Host header with a valid host"};
constexpr Refusal kAmbiguousLength{400, "BAD_REQUEST", "the length of the body is specified more than once"};

Method method_of(beast::verb verb) {
    if (verb == beast::verb::get || verb == beast::verb::head) return Method::get;
    if (verb == beast::verb::post) return Method::post;
    if (verb == beast::verb::put) return Method::put;
    if (verb == beast::verb::patch) return Method::patch;
    if (verb == beast::verb::delete_) return Method::del;
    if (verb == beast::verb::options) return Method::options;
    return Method::other;
}

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool has_control_characters(std::string_view text) {
    return std::ranges::any_of(text,
                               [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// RFC 3986, section 3.2.2, with a port.
bool is_host(std::string_view text) {
    constexpr std::string_view kAllowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$&'()*+,;=:[]";
    return text.find_first_not_of(kAllowed) == std::string_view::npos;
}

// The path and query of a target in absolute form (RFC 9112, section 3.2.2), whose authority is ignored in
// favour of Host. Nothing if the target has another form; empty if its authority is empty.
std::optional<std::string_view> after_authority(std::string_view target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!same_name(target.substr(0, scheme.size()), scheme)) continue;
        const auto end = target.find_first_of("/?", scheme.size());
        if (end == scheme.size() || target.size() == scheme.size()) return "";
        return end == std::string_view::npos ? "/" : target.substr(end);
    }
    return std::nullopt;
}

// Beast expects the last chunk in one piece.
constexpr std::string_view kLastChunk = "0\r\n\r\n";
bool may_be_last(std::string_view bytes) {
    return bytes.starts_with('0') || bytes.starts_with("\r\n0");
}

struct HeadScan {
    std::size_t end = 0;  // after the empty line that ends the head; 0: not yet received
    bool is_malformed = false;
};

// Finds the end of the head and rejects what Beast accepts but other servers may parse differently (request
// smuggling): bare LF and obsolete line folding (RFC 9112, sections 2.2 and 5.2). Scans from `from` on.
HeadScan scan_lines(std::string_view bytes, std::size_t from) {
    for (std::size_t at = bytes.find('\n', from); at != std::string_view::npos;
         at = bytes.find('\n', at + 1)) {
        if (at == 0 || bytes[at - 1] != '\r') return {.is_malformed = true};
        if (at >= 3 && bytes[at - 2] == '\n') return {.end = at + 1};
        if (at + 1 < bytes.size() && (bytes[at + 1] == ' ' || bytes[at + 1] == '\t'))
            return {.is_malformed = true};
    }
    return {};
}

}  // namespace

RequestParser::RequestParser(Request& request) : request_(request) {
    request_.headers.clear();
    request_.body.clear();
    request_.is_head = false;
    header_limit(kMaxHead);
    body_limit(boost::none);
}

// The head is parsed only when it is complete: the parser's views then point into one buffer that no longer
// moves.
RequestParser::Progress RequestParser::read_head(std::string_view bytes) {
    // Continues where the last scan ended, but repeats the last byte: what follows a line end arrives only
    // now.
    const HeadScan scan = scan_lines(bytes, scanned_ > 0 ? scanned_ - 1 : 0);
    scanned_ = bytes.size();
    if (scan.is_malformed) return refused(kMalformedLine);
    if (scan.end == 0 && bytes.size() < kMaxHead) return Progress::need_more;
    if (scan.end == 0) return refused(bytes.contains('\n') ? kHeadTooLarge : kTargetTooLong);

    ErrorCode error;
    head_size_ = put(boost::asio::const_buffer{bytes.data(), scan.end}, error);
    if (!error && is_header_done()) return Progress::done;
    if (refusal_.status != 0) return Progress::refused;
    if (error == beast::error::bad_version) return refused(kUnknownVersion);
    return refused(kMalformed);
}

std::optional<std::size_t> RequestParser::announced_size() const {
    const auto length = content_length();
    if (!length) return std::nullopt;
    return static_cast<std::size_t>(*length);
}

RequestParser::Progress RequestParser::read_body(std::string_view bytes, std::size_t limit,
                                                 std::size_t& used) {
    used = 0;
    grow_body(bytes.size());
    while (!is_done()) {
        given_ = bytes.substr(used);
        if (chunked() && may_be_last(given_) && given_.size() < kLastChunk.size()) return Progress::need_more;
        ErrorCode error;
        const std::size_t more = put(boost::asio::const_buffer{given_.data(), given_.size()}, error);
        used += more;
        if (body_bytes_ > limit) return refused(kBodyTooLarge);
        if (error == beast::error::need_more) return Progress::need_more;
        if (error) return refused(kMalformed);
        if (more == 0) return Progress::need_more;
    }
    return Progress::done;
}

// The memory of a body grows with what has arrived, by doubling, and not beyond its announced size.
void RequestParser::grow_body(std::size_t received) {
    const auto announced = announced_size();
    if (!announced || discards_) return;
    const std::size_t capacity = request_.body.capacity();
    const std::size_t needed = std::min(*announced, request_.body.size() + received);
    if (needed <= capacity) return;
    std::string larger;  // a string that is not empty at least doubles
    larger.reserve(std::min(*announced, std::max(needed, 2 * capacity)));
    larger.append(request_.body);
    request_.body.swap(larger);
}

void RequestParser::on_request_impl(beast::verb verb, Text, Text target, int version, ErrorCode& error) {
    request_.method = method_of(verb);
    request_.is_head = verb == beast::verb::head;
    version_ = version;
    if (version != 10 && version != 11) return refuse(kUnknownVersion, error);
    take_target({target.data(), target.size()}, error);
}

void RequestParser::take_target(std::string_view target, ErrorCode& error) {
    if (target.size() > kMaxTarget) return refuse(kTargetTooLong, error);
    if (target.contains('#')) return refuse(kMalformedTarget, error);
    const auto rest = after_authority(target);
    if (rest && rest->empty()) return refuse(kMalformedTarget, error);
    target = rest.value_or(target);
    const auto question = std::min(target.find('?'), target.size());
    request_.path = rest && question == 0 ? "/" : target.substr(0, question);
    request_.query = target.substr(std::min(question + 1, target.size()));
    const bool asterisk = target == "*" && request_.method == Method::options;
    if (!request_.path.starts_with('/') && !asterisk) refuse(kMalformedTarget, error);
}

void RequestParser::on_field_impl(beast::field field, Text name, Text value, ErrorCode& error) {
    if (head_done_) {
        // Trailer fields are ignored, but folded ones are refused. Beast unfolds those into its own buffer,
        // which is how they are detected.
        const bool folded =
            !value.empty() && (value.data() < given_.data() || value.data() >= given_.data() + given_.size());
        if (folded) refuse(kMalformed, error);
        return;
    }
    header_bytes_ += name.size() + value.size() + 4;
    if (request_.headers.size() == kMaxHeaders || header_bytes_ > kMaxHeaderBytes)
        return refuse(kHeadTooLarge, error);
    const std::string_view text{value.data(), value.size()};
    request_.headers.push_back({{name.data(), name.size()}, text});
    if (field == beast::field::host && (++hosts_ > 1 || !is_host(text))) return refuse(kNoHost, error);
    if (field == beast::field::content_length && (++lengths_ > 1 || !is_number(text))) {
        return refuse(kAmbiguousLength, error);
    }
    if (field == beast::field::transfer_encoding) {
        if (++codings_ > 1 || version_ == 10) return refuse(kAmbiguousLength, error);
        if (!same_name(text, "chunked")) return refuse(kUnknownCoding, error);
    }
    if (field == beast::field::expect) {
        if (!same_name(text, "100-continue")) return refuse(kUnknownExpectation, error);
        expects_continue_ = version_ == 11;
    }
}

void RequestParser::on_header_impl(ErrorCode& error) {
    head_done_ = true;
    has_body_ = !is_done();
    if (lengths_ > 0 && codings_ > 0) return refuse(kAmbiguousLength, error);
    if (hosts_ == 0 && version_ == 11) return refuse(kNoHost, error);
}

void RequestParser::on_chunk_header_impl(std::uint64_t, Text extension, ErrorCode& error) {
    if (has_control_characters({extension.data(), extension.size()})) refuse(kMalformed, error);
}

std::size_t RequestParser::on_body_impl(Text bytes, ErrorCode&) {
    return take_body(bytes);
}

std::size_t RequestParser::on_chunk_body_impl(std::uint64_t, Text bytes, ErrorCode&) {
    return take_body(bytes);
}

std::size_t RequestParser::take_body(Text bytes) {
    body_bytes_ += bytes.size();
    if (!discards_) request_.body.append(bytes.data(), bytes.size());
    return bytes.size();
}

RequestParser::Progress RequestParser::refused(const Refusal& refusal) {
    refusal_ = refusal;
    return Progress::refused;
}

void RequestParser::refuse(const Refusal& refusal, ErrorCode& error) {
    refusal_ = refusal;
    error = beast::error::bad_field;
}

}  // namespace callboard::http
