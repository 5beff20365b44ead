// An SMTP server for tests: stores mails, or rejects a given command.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace callboard::test {

class MailSink {
  public:
    explicit MailSink(std::string refused = "", std::string refusal = "")
        : refused_(std::move(refused)), refusal_(std::move(refusal)) {
        listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        if (bind(listener_, generic, size) != 0 || listen(listener_, 8) != 0 ||
            getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error("the mail server cannot listen");
        port_ = std::to_string(ntohs(address.sin_port));
        thread_ = std::thread{[this] { serve(); }};
    }

    ~MailSink() { stop(); }

    MailSink(const MailSink&) = delete;
    MailSink& operator=(const MailSink&) = delete;

    std::string port() const { return port_; }
    std::string host() const { return "127.0.0.1:" + port_; }

    // "." is the end of DATA.
    void refuse(const std::string& command, const std::string& reply) {
        const std::scoped_lock lock{mutex_};
        refused_ = command;
        refusal_ = reply;
    }
    void refuse_nothing() { refuse("", ""); }

    // Runs `work` before the reply to a mail. Must be called before the first mail.
    void meanwhile(std::function<void()> work) { meanwhile_ = std::move(work); }

    // With headers. A mail is visible here before its sender gets the reply.
    std::vector<std::string> mails() const {
        const std::scoped_lock lock{mutex_};
        return mails_;
    }

    // All received commands, after the connection has ended.
    std::vector<std::string> commands() {
        stop();
        return commands_;
    }

  private:
    void stop() {
        if (!thread_.joinable()) return;
        shutdown(listener_, SHUT_RDWR);
        thread_.join();
        close(listener_);
    }

    void serve() {
        while ((client_ = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0) {
            buffer_.clear();
            say("220 test");
            while (const auto line = read_line()) answer(*line);
            close(client_);
        }
    }

    void answer(const std::string& line) {
        commands_.push_back(line);
        if (const auto refusal = refusal_of(line)) {
            say(*refusal);
        } else if (line.starts_with("EHLO")) {
            say("250-test\r\n250 AUTH PLAIN");
        } else if (line == "AUTH PLAIN") {  // the credentials may also be in the same line
            say("334 ");
            commands_.back() += " " + read_line().value_or("");
            say("235 welcome");
        } else if (line.starts_with("AUTH PLAIN ")) {
            say("235 welcome");
        } else if (line == "DATA") {
            say("354 go on");
            receive_mail();
        } else {
            say(line == "QUIT" ? "221 bye" : "250 well");
        }
    }

    void receive_mail() {
        std::string mail;
        while (const auto line = read_line()) {
            if (*line == ".") break;
            mail += *line + "\n";
        }
        if (meanwhile_) meanwhile_();
        if (const auto refusal = refusal_of(".")) {
            say(*refusal);
            return;
        }
        {
            const std::scoped_lock lock{mutex_};
            mails_.push_back(std::move(mail));
        }
        say("250 taken");
    }

    std::optional<std::string> refusal_of(std::string_view command) const {
        const std::scoped_lock lock{mutex_};
        if (refused_.empty() || !command.starts_with(refused_)) return std::nullopt;
        return refusal_;
    }

    void say(const std::string& line) const {
        const std::string bytes = line + "\r\n";
        send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }

    std::optional<std::string> read_line() {
        std::size_t end = 0;
        while ((end = buffer_.find("\r\n")) == std::string::npos) {
            std::array<char, 4096> bytes{};
            const auto size = recv(client_, bytes.data(), bytes.size(), 0);
            if (size <= 0) return std::nullopt;
            buffer_.append(bytes.data(), static_cast<std::size_t>(size));
        }
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 2);
        return line;
    }

    mutable std::mutex mutex_;  // guards members used by both threads
    std::string refused_;
    std::string refusal_;
    std::vector<std::string> mails_;

    std::function<void()> meanwhile_;
    int listener_ = -1;
    int client_ = -1;
    std::string port_;
    std::string buffer_;
    std::vector<std::string> commands_;
    std::thread thread_;
};

}  // namespace callboard::test
