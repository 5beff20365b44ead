#include "support/http_client.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include "support/openapi_check.h"

namespace callboard::test {
namespace {

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

sockaddr_in address(const std::string& host, std::uint16_t port) {
    sockaddr_in result{};
    result.sin_family = AF_INET;
    result.sin_port = htons(port);
    inet_pton(AF_INET, host.c_str(), &result.sin_addr);
    return result;
}

Answer parse_head(const std::string& head) {
    Answer answer;
    if (!head.starts_with("HTTP/1.1 ") || head.size() < 12)
        throw std::runtime_error("not a response: " + head);
    answer.status = std::stoi(head.substr(9, 3));
    for (std::size_t at = head.find("\r\n"); at + 2 < head.size();) {
        const auto end = head.find("\r\n", at + 2);
        const std::string line = head.substr(at + 2, end - at - 2);
        if (const auto colon = line.find(": "); colon != std::string::npos) {
            const std::string name = lower(line.substr(0, colon));
            if (name == "set-cookie") answer.new_cookies.push_back(line.substr(colon + 2));
            answer.headers[name] = line.substr(colon + 2);
        }
        at = end;
    }
    return answer;
}

}  // namespace

std::string Answer::header(const std::string& lower_case_name) const {
    const auto found = headers.find(lower_case_name);
    return found == headers.end() ? "" : found->second;
}

std::string Answer::error_code() const {
    const auto error = json();
    const auto* const own =
        error.as_object().if_contains("code");  // of operations with which candidates apply
    return std::string{own ? own->as_string() : error.at("errors").at(0).at("code").as_string()};
}

// Detects TCP self-connection: without a listener the kernel may give the client the target port itself.
static bool is_its_own_peer(int socket, const sockaddr_in& target) {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    return getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) == 0 &&
           own.sin_port == target.sin_port && own.sin_addr.s_addr == target.sin_addr.s_addr;
}

Connection::Connection(std::uint16_t port, const std::string& from)
    : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int yes = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const sockaddr_in source = address(from, 0);
    const sockaddr_in target = address("127.0.0.1", port);
    // Bound sockets take their ports where free_port() does, and would keep them after it has found them.
    const bool is_usual = from == "127.0.0.1";
    if ((!is_usual && bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0) ||
        connect(socket_, reinterpret_cast<const sockaddr*>(&target), sizeof target) != 0 ||
        is_its_own_peer(socket_, target)) {
        close(std::exchange(socket_, -1));
        throw std::runtime_error("cannot connect to port " + std::to_string(port));
    }
}

Connection::~Connection() {
    if (socket_ >= 0) close(socket_);
}

Connection::Connection(Connection&& other) noexcept
    : receive_timeout(other.receive_timeout),
      socket_(std::exchange(other.socket_, -1)),
      buffer_(std::move(other.buffer_)) {}

void Connection::send(std::string_view bytes) {
    if (!try_send(bytes)) throw std::runtime_error("the server closed the connection");
}

bool Connection::try_send(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

bool Connection::read_more() {
    pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
    if (poll(&waiting, 1, static_cast<int>(receive_timeout.count())) <= 0)
        throw std::runtime_error("the server is silent");
    std::array<char, 65536> bytes{};
    const auto received = recv(socket_, bytes.data(), bytes.size(), 0);
    if (received <= 0) return false;
    buffer_.append(bytes.data(), static_cast<std::size_t>(received));
    return true;
}

void Connection::read_until(const std::function<bool()>& enough) {
    while (!enough())
        if (!read_more()) throw std::runtime_error("the connection ended within a response: " + buffer_);
}

std::string Connection::receive_chunk() {
    read_until([&] { return buffer_.contains("\r\n"); });
    const auto line = buffer_.find("\r\n");
    const auto size = std::stoul(buffer_.substr(0, line), nullptr, 16);
    read_until([&] { return buffer_.size() >= line + 2 + size + 2; });
    std::string chunk = buffer_.substr(line + 2, size);
    buffer_.erase(0, line + 2 + size + 2);
    return chunk;
}

Answer Connection::receive(bool head) {
    read_until([&] { return buffer_.contains("\r\n\r\n"); });
    const auto head_size = buffer_.find("\r\n\r\n") + 4;
    Answer answer = parse_head(buffer_.substr(0, head_size));
    buffer_.erase(0, head_size);
    if (answer.status < 200) return receive(head);
    if (head || answer.status == 204 || answer.status == 304) return answer;
    if (lower(answer.header("transfer-encoding")) == "chunked") {
        const bool is_live = answer.header("content-type") == "text/event-stream";
        for (std::string chunk = receive_chunk(); !chunk.empty(); chunk = receive_chunk()) {
            answer.body += chunk;
            if (is_live) break;  // it has no end
        }
        return answer;
    }
    const auto length = static_cast<std::size_t>(std::stoul(answer.header("content-length")));
    read_until([&] { return buffer_.size() >= length; });
    answer.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return answer;
}

std::string Connection::receive_rest() {
    try {
        while (read_more()) {
        }
    } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
        // timeout: nothing more to read
    }
    return std::exchange(buffer_, {});
}

bool Connection::closed_by_server() {
    try {
        while (read_more()) {
        }
        return true;
    } catch (const std::runtime_error&) {
        return false;
    }
}

void Connection::close_sending() {
    shutdown(socket_, SHUT_WR);
}

void Connection::reset() {
    const linger hard{.l_onoff = 1, .l_linger = 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(std::exchange(socket_, -1));
}

std::string request_text(std::string_view method, std::string_view target, const Headers& headers,
                         std::string_view body) {
    std::string text = std::string{method} + " " + std::string{target} + " HTTP/1.1\r\nHost: test\r\n";
    for (const auto& [name, value] : headers) text += name + ": " + value + "\r\n";
    if (!body.empty() || method == "POST" || method == "PUT" || method == "PATCH") {
        text += "Content-Length: " + std::to_string(body.size()) + "\r\n";
    }
    return text + "\r\n" + std::string{body};
}

Client::Client(std::uint16_t port, Headers headers) : port_(port), headers_(std::move(headers)) {}

Answer Client::request(std::string_view method, std::string_view target, std::string_view body,
                       const Headers& headers) {
    Headers all = headers_;
    all.insert(all.end(), headers.begin(), headers.end());
    if (!connection_) connection_.emplace(port_);
    connection_->send(request_text(method, target, all, body));
    Answer answer = connection_->receive(method == "HEAD");
    const bool is_open = answer.header("content-type") == "text/event-stream";
    if (is_open || answer.header("connection") == "close") connection_.reset();
    for (const auto& fault : openapi_check().faults(method, target, answer))
        ADD_FAILURE() << method << " " << target << " answers " << answer.status << ", which " << fault;
    return answer;
}

Answer Client::post(std::string_view target, std::string_view json, const Headers& headers) {
    Headers all = headers;
    all.emplace_back("Content-Type", "application/json");
    return request("POST", target, json, all);
}

std::string gunzip(const std::string& bytes) {
    z_stream state{};
    if (inflateInit2(&state, 15 + 16) != Z_OK) throw std::runtime_error("zlib");
    std::string out;
    std::array<char, 65536> piece{};
    state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<uInt>(bytes.size());
    int result = Z_OK;
    while (result == Z_OK) {
        state.next_out = reinterpret_cast<Bytef*>(piece.data());
        state.avail_out = piece.size();
        result = inflate(&state, Z_NO_FLUSH);
        out.append(piece.data(), piece.size() - state.avail_out);
    }
    inflateEnd(&state);
    if (result != Z_STREAM_END) throw std::runtime_error("not a whole gzip stream");
    return out;
}

}  // namespace callboard::test
