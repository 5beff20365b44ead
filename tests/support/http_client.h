// HTTP as tests speak it: whole exchanges on one connection, and raw bytes where the test is about bytes.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

namespace callboard::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct Answer {
    int status = 0;
    std::map<std::string, std::string> headers;  // names in lower case
    std::string body;

    // An absent header is empty.
    std::string header(const std::string& lower_case_name) const;
    boost::json::value json() const { return boost::json::parse(body); }
    std::string error_code() const;  // of the first error in the body
};

// One TCP connection to a port of this machine.
class Connection {
  public:
    explicit Connection(std::uint16_t port, const std::string& from = "127.0.0.1");
    ~Connection();

    Connection(Connection&& other) noexcept;
    Connection& operator=(Connection&&) = delete;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void send(std::string_view bytes);
    bool try_send(std::string_view bytes);  // false when the other side has closed

    // Reads one response; with `head` none of its body, which does not come. Throws when the connection ends
    // before the response does, or nothing comes for `patience`.
    Answer receive(bool head = false);

    // Everything until the server closes, or until nothing comes for `patience`.
    std::string receive_rest();

    // Has the server closed the connection, or does it so within `patience`?
    bool closed_by_server();

    void close_sending();  // half a close
    void reset();          // closes with a reset

    int native_handle() const { return socket_; }

    std::chrono::milliseconds patience{5000};

  private:
    bool read_more();

    int socket_;
    std::string buffer_;
};

// One request as it goes over the wire. Content-Length is added when there is a body or the method has one.
std::string request_text(std::string_view method, std::string_view target, const Headers& headers = {},
                         std::string_view body = "");

// A client that keeps one connection, and makes a new one when the server closed it. A test fails with an
// answer that is not as the OpenAPI document says.
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

// Undoes Content-Encoding: gzip.
std::string gunzip(const std::string& bytes);

}  // namespace callboard::test
