#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/encoding.h"
#include "base/secret.h"
#include "webhooks/mail.h"

namespace callboard::webhooks {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A mail server that takes one mail, or refuses the command that it was told to refuse.
class MailServer {
  public:
    explicit MailServer(std::string refused = "", std::string refusal = "")
        : refused_(std::move(refused)), refusal_(std::move(refusal)) {
        listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        if (bind(listener_, generic, size) != 0 || listen(listener_, 1) != 0 ||
            getsockname(listener_, generic, &size) != 0)
            throw std::runtime_error("the mail server cannot listen");
        host_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
        thread_ = std::thread{[this] { serve(); }};
    }

    ~MailServer() { stop(); }

    MailServer(const MailServer&) = delete;
    MailServer& operator=(const MailServer&) = delete;

    std::string host() const { return host_; }

    // What was said to it, when all is over.
    std::vector<std::string> commands() {
        stop();
        return commands_;
    }
    std::string mail() {
        stop();
        return mail_;
    }

  private:
    void stop() {
        if (!thread_.joinable()) return;
        shutdown(listener_, SHUT_RDWR);
        thread_.join();
        close(listener_);
    }

    void serve() {
        client_ = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
        if (client_ < 0) return;
        say("220 test");
        while (const auto line = read_line()) {
            commands_.push_back(*line);
            if (!refused_.empty() && line->starts_with(refused_)) {
                say(refusal_);
            } else if (line->starts_with("EHLO")) {
                say("250-test\r\n250 AUTH PLAIN");
            } else if (*line == "AUTH PLAIN") {
                say("334 ");
                commands_.push_back(read_line().value_or(""));
                say("235 welcome");
            } else if (*line == "DATA") {
                say("354 go on");
                while (const auto text = read_line()) {
                    if (*text == ".") break;
                    mail_ += *text + "\n";
                }
                say(refused_ == "." ? refusal_ : "250 taken");
            } else {
                say(*line == "QUIT" ? "221 bye" : "250 well");
            }
        }
        close(client_);
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

    std::string refused_;
    std::string refusal_;
    int listener_ = -1;
    int client_ = -1;
    std::string host_;
    std::string buffer_;
    std::vector<std::string> commands_;
    std::string mail_;
    std::thread thread_;
};

const Mail kMail{.from = "callboard@example.test",
                 .to = "ops@example.test",
                 .subject = "A subscription was suspended",
                 .text = "First line\n.\nMotörhead\n"};

std::string body_of(const std::string& mail) {
    std::string text = mail.substr(mail.find("\n\n") + 2);
    std::erase(text, '\n');
    return from_base64(text).value();
}

TEST(Mail, IsBrought) {
    MailServer server;

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), std::nullopt);

    EXPECT_THAT(server.commands(),
                ElementsAre(StartsWith("EHLO "), StartsWith("MAIL FROM:<callboard@example.test>"),
                            StartsWith("RCPT TO:<ops@example.test>"), "DATA", "QUIT"));
    EXPECT_THAT(server.mail(),
                AllOf(HasSubstr("From: <callboard@example.test>\n"), HasSubstr("To: <ops@example.test>\n"),
                      HasSubstr("Subject: A subscription was suspended\n"),
                      HasSubstr("Content-Type: text/plain; charset=utf-8\n")));
    EXPECT_EQ(body_of(server.mail()), kMail.text);
}

TEST(Mail, MayBeLong) {
    MailServer server;
    Mail mail = kMail;
    mail.text = std::string(100'000, '.');

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, mail), std::nullopt);

    EXPECT_EQ(body_of(server.mail()), mail.text);
}

TEST(Mail, HasASubjectInAnyLanguage) {
    MailServer server;
    Mail mail = kMail;
    mail.subject.clear();
    for (int i = 0; i < 20; ++i) mail.subject += "Grüße \u4f60\u597d ";
    mail.subject += "\r\nBcc: <victim@example.test>";

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, mail), std::nullopt);

    std::string subject;
    std::string text = server.mail();
    EXPECT_THAT(text, Not(HasSubstr("Bcc")));
    text = text.substr(text.find("Subject: ") + 9);
    for (std::size_t start = 0; text.substr(start).starts_with("=?UTF-8?B?");) {
        const std::size_t end = text.find('\n', start);
        const std::string word = text.substr(start, end - start);
        EXPECT_LE(word.size(), 75u);
        const auto piece = from_base64(word.substr(10, word.size() - 12));
        ASSERT_TRUE(piece);
        EXPECT_TRUE(is_utf8(*piece));
        subject += *piece;
        start = end + 2;  // the next word stands behind a blank
    }
    EXPECT_EQ(subject, mail.subject);
}

TEST(Mail, SignsInWhenThereIsAPassword) {
    MailServer server;

    EXPECT_EQ(send_mail(Secret{"smtp://user:p%40ss@" + server.host()}, kMail), std::nullopt);

    const auto commands = server.commands();
    ASSERT_GE(commands.size(), 3u);
    EXPECT_EQ(commands[1], "AUTH PLAIN");
    EXPECT_EQ(from_base64(commands[2]), std::string("\0user\0p@ss", 10));
}

TEST(Mail, SaysWhyItWasNotTaken) {
    {
        MailServer server{"AUTH", "535 no"};
        EXPECT_EQ(send_mail(Secret{"smtp://user:password@" + server.host()}, kMail),
                  "the mail server refused the user name or the password");
    }
    for (const std::string command : {"MAIL", "RCPT", "DATA", "."}) {
        MailServer server{command, "550 not here"};
        EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), "the mail server refused with 550")
            << command;
    }
    std::string gone;
    {
        MailServer server;
        gone = server.host();
    }
    EXPECT_EQ(send_mail(Secret{"smtp://" + gone}, kMail), "the mail server cannot be reached");
    EXPECT_EQ(send_mail(Secret{"smtp://nowhere.invalid"}, kMail), "the name of the mail server is unknown");
    EXPECT_EQ(send_mail(Secret{"https://127.0.0.1/"}, kMail),
              "the URL of the mail server is not smtp:// or smtps://");
}

TEST(Mail, GoesToWholeAddressesOnly) {
    for (const std::string bad : {"", "ops", "ops@example.test\r\nDATA", "a@b> <c@d", "a b@c"}) {
        Mail mail = kMail;
        mail.to = bad;
        EXPECT_EQ(send_mail(Secret{"smtp://127.0.0.1:1"}, mail), "the recipient is not an address") << bad;
        mail = kMail;
        mail.from = bad;
        EXPECT_EQ(send_mail(Secret{"smtp://127.0.0.1:1"}, mail), "the sender is not an address") << bad;
    }
}

}  // namespace
}  // namespace callboard::webhooks
