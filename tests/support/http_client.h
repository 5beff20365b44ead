// HTTP client of tests: whole exchanges on one connection, or raw bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include "support/eventually.h"

namespace callboard::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;
    std::vector<std::string> new_cookies;  // the values of Set-Cookie

    // Empty if the header is absent.
    std::string header(const std::string& lower_case_name) const;
    boost::json::value json() const { return boost::json::parse(body); }
    std::string error_code() const;  // of the first error in the body
};

// One TCP connection to a local port.
class Connection {
  public:
    explicit Connection(std::uint16_t port, const std::string& from = "127.0.0.1");
    ~Connection();

    Connection(Connection&& other) noexcept;
    Connection& operator=(Connection&&) = delete;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(std::string_view bytes);
    bool try_send(std::string_view bytes);  // false if the peer has closed

    // Reads one response; with `head` without a body. Throws if the connection ends early or nothing arrives
    // for `receive_timeout`.
    Answer receive(bool head = false);

    // Reads one chunk of a response without an end, of which receive() has read the head and the first chunk;
    // empty at its end.
    std::string receive_chunk();

    // Reads until the server closes, or nothing arrives for `receive_timeout`.
    std::string receive_rest();

    // Whether the server closes the connection within `receive_timeout`.
    bool closed_by_server();

    void close_sending();  // half-close
    void reset();          // closes with RST

    int native_handle() const { return socket_; }

    std::chrono::milliseconds receive_timeout = kLongestWait;

  private:
    bool read_more();
    void read_until(const std::function<bool()>& enough);

    int socket_;
    std::string buffer_;
};

// The bytes of a request. Content-Length is added if there is a body or the method requires one.
std::string request_text(std::string_view method, std::string_view target, const Headers& headers = {},
                         std::string_view body = "");

// A client with one connection, reopened if the server closed it. Fails the test if a response does not match
// the OpenAPI document.
class Client {
  public:
    explicit Client(std::uint16_t port, Headers headers = {});

    Answer request(std::string_view method, std::string_view target, std::string_view body = "",
                   const Headers& headers = {});
    Answer get(std::string_view target, const Headers& headers = {}) {
        return request("GET", target, "", headers);
    }
    Answer post(std::string_view target, std::string_view json, const Headers& headers = {});
    Answer del(std::string_view target) { return request("DELETE", target); }

  private:
    std::uint16_t port_;
    Headers headers_;
    std::optional<Connection> connection_;
};

// Decodes Content-Encoding: gzip.
std::string gunzip(const std::string& bytes);

}  // namespace callboard::test
