// Parses one request from a byte stream: Beast's parser, with stricter checks against request smuggling, so
// that no intermediary can parse the same bytes differently.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <boost/beast/http/basic_parser.hpp>

#include "http/exchange.h"
#include "http/message.h"

namespace callboard::http {

inline constexpr std::size_t kMaxTarget = std::size_t{8} * 1024;
inline constexpr std::size_t kMaxHeaderBytes = std::size_t{16} * 1024;
inline constexpr std::size_t kMaxHeaders = 100;
inline constexpr std::size_t kMaxHead =
    kMaxTarget + kMaxHeaderBytes + 64;  // plus the rest of the request line

class RequestParser final : public boost::beast::http::basic_parser<true> {
  public:
    // Fills `request`; its views point into the bytes passed to read_head().
    explicit RequestParser(Request& request);

    enum class Progress { need_more, done, refused };

    // `bytes` is always everything from the first byte of the request on.
    Progress read_head(std::string_view bytes);
    std::size_t head_size() const { return head_size_; }

    // What the head says about the rest.
    bool has_body() const { return has_body_; }
    std::optional<std::size_t> announced_size() const;  // nothing for a chunked body
    bool expects_continue() const { return expects_continue_; }
    bool keeps_alive() const { return keep_alive(); }
    bool is_http_10() const { return version_ == 10; }

    // Reads the body to its end without storing it.
    void discard_body() { discards_ = true; }
    bool discards_body() const { return discards_; }

    // `bytes` is what has not been consumed yet; `used` is set to the number of bytes consumed now.
    Progress read_body(std::string_view bytes, std::size_t limit, std::size_t& used);

    const Refusal& refusal() const { return refusal_; }

  private:
    using ErrorCode = boost::beast::error_code;
    using Text = boost::beast::string_view;

    void on_request_impl(boost::beast::http::verb verb, Text method, Text target, int version,
                         ErrorCode& error) override;
    void on_response_impl(int, Text, int, ErrorCode&) override {}
    void on_field_impl(boost::beast::http::field field, Text name, Text value, ErrorCode& error) override;
    void on_header_impl(ErrorCode& error) override;
    void on_body_init_impl(boost::optional<std::uint64_t> const&, ErrorCode&) override {}
    std::size_t on_body_impl(Text bytes, ErrorCode&) override;
    void on_chunk_header_impl(std::uint64_t, Text extension, ErrorCode& error) override;
    std::size_t on_chunk_body_impl(std::uint64_t, Text bytes, ErrorCode&) override;
    void on_finish_impl(ErrorCode&) override {}

    Progress refused(const Refusal& refusal);
    void grow_body(std::size_t received);
    std::size_t take_body(Text bytes);
    void take_target(std::string_view target, ErrorCode& error);
    void refuse(const Refusal& refusal, ErrorCode& error);

    Request& request_;
    std::string_view given_;  // the bytes being parsed
    Refusal refusal_{};
    std::size_t head_size_ = 0;
    std::size_t scanned_ = 0;
    std::size_t header_bytes_ = 0;
    std::size_t body_bytes_ = 0;
    int version_ = 11;
    int hosts_ = 0;
    int lengths_ = 0;
    int codings_ = 0;
    bool head_done_ = false;
    bool has_body_ = false;
    bool discards_ = false;
    bool expects_continue_ = false;
};

}  // namespace callboard::http
