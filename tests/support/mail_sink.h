// An SMTP server for tests: stores mails, or rejects a given command. Serves many connections at once.
#pragma once

#include <array>
#include <condition_variable>
#include <functional>
#include <list>
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
        if (bind(listener_, generic, size) != 0 || listen(listener_, 64) != 0 ||
            getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error("the mail server cannot listen");
        port_ = std::to_string(ntohs(address.sin_port));
        thread_ = std::thread{[this] { serve(); }};
    }

    ~MailSink() {
        {
            const std::scoped_lock lock{mutex_};
            hangs_ = false;
            for (const Session& each : sessions_) shutdown(each.socket, SHUT_RDWR);
        }
        changed_.notify_all();
        shutdown(listener_, SHUT_RDWR);
        thread_.join();
        for (Session& each : sessions_) {
            each.thread.join();
            close(each.socket);
        }
        close(listener_);
    }

    MailSink(const MailSink&) = delete;
    MailSink& operator=(const MailSink&) = delete;

    std::string port() const { return port_; }
    std::string host() const { return "127.0.0.1:" + port_; }

    // "." is the end of DATA. An empty reply closes the connection; after the end of DATA, the mail is
    // stored, but its sender does not learn it.
    void refuse(const std::string& command, const std::string& reply) {
        const std::scoped_lock lock{mutex_};
        refused_ = command;
        refusal_ = reply;
    }
    void refuse_nothing() { refuse("", ""); }

    // Does not reply to mails, until it does again.
    void hang() {
        const std::scoped_lock lock{mutex_};
        hangs_ = true;
    }
    void go_on() {
        {
            const std::scoped_lock lock{mutex_};
            hangs_ = false;
        }
        changed_.notify_all();
    }

    // Runs `work` before the reply to a mail. Must be called before the first mail.
    void meanwhile(std::function<void()> work) { meanwhile_ = std::move(work); }

    // With headers. A mail is visible here before its sender gets the reply.
    std::vector<std::string> mails() const {
        const std::scoped_lock lock{mutex_};
        return mails_;
    }

    // All received commands. QUIT arrives when the sender closes its connection.
    std::vector<std::string> commands() const {
        const std::scoped_lock lock{mutex_};
        return commands_;
    }
    std::size_t connections() const {
        const std::scoped_lock lock{mutex_};
        return sessions_.size();
    }

  private:
    struct Session {
        int socket = -1;
        std::string buffer;
        std::thread thread;
    };

    void serve() {
        for (int client = 0; (client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            const std::scoped_lock lock{mutex_};
            Session& session = sessions_.emplace_back();
            session.socket = client;
            session.thread = std::thread{[this, &session] { talk(session); }};
        }
    }

    void talk(Session& session) {
        say(session, "220 test");
        while (const auto line = read_line(session))
            if (!answer(session, *line)) break;
        shutdown(session.socket, SHUT_RDWR);
    }

    // Returns false if the connection ends.
    bool answer(Session& session, const std::string& line) {
        note(line);
        if (const auto refusal = refusal_of(line)) return say(session, *refusal);
        if (line.starts_with("EHLO")) return say(session, "250-test\r\n250 AUTH PLAIN");
        if (line == "AUTH PLAIN") {  // the credentials may also be in the same line
            say(session, "334 ");
            note("AUTH PLAIN " + read_line(session).value_or(""));
            return say(session, "235 welcome");
        }
        if (line.starts_with("AUTH PLAIN ")) return say(session, "235 welcome");
        if (line == "DATA") return say(session, "354 go on") && receive_mail(session);
        return say(session, line == "QUIT" ? "221 bye" : "250 well");
    }

    bool receive_mail(Session& session) {
        std::string mail;
        while (const auto line = read_line(session)) {
            if (*line == ".") break;
            mail += *line + "\n";
        }
        if (meanwhile_) meanwhile_();
        const auto refusal = refusal_of(".");
        if (refusal && !refusal->empty()) return say(session, *refusal);
        {
            std::unique_lock lock{mutex_};
            changed_.wait(lock, [this] { return !hangs_; });
            mails_.push_back(std::move(mail));
        }
        return say(session, refusal ? "" : "250 taken");
    }

    void note(const std::string& command) {
        const std::scoped_lock lock{mutex_};
        commands_.push_back(command);
    }

    std::optional<std::string> refusal_of(std::string_view command) const {
        const std::scoped_lock lock{mutex_};
        if (refused_.empty() || !command.starts_with(refused_)) return std::nullopt;
        return refusal_;
    }

    static bool say(const Session& session, const std::string& line) {
        if (line.empty()) return false;
        const std::string bytes = line + "\r\n";
        return send(session.socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
    }

    static std::optional<std::string> read_line(Session& session) {
        std::size_t end = 0;
        while ((end = session.buffer.find("\r\n")) == std::string::npos) {
            std::array<char, 4096> bytes{};
            const auto size = recv(session.socket, bytes.data(), bytes.size(), 0);
            if (size <= 0) return std::nullopt;
            session.buffer.append(bytes.data(), static_cast<std::size_t>(size));
        }
        std::string line = session.buffer.substr(0, end);
        session.buffer.erase(0, end + 2);
        return line;
    }

    mutable std::mutex mutex_;  // guards members used by several threads
    std::condition_variable changed_;
    bool hangs_ = false;
    std::string refused_;
    std::string refusal_;
    std::vector<std::string> mails_;
    std::vector<std::string> commands_;
    std::list<Session> sessions_;

    std::function<void()> meanwhile_;
    int listener_ = -1;
    std::string port_;
    std::thread thread_;
};

}  // namespace callboard::test
