#include "webhooks/outgoing/mail.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/secret.h"
#include "support/mail_sink.h"

namespace callboard::webhooks {
namespace {

using test::MailSink;
using testing::AllOf;
using testing::Contains;
using testing::ContainsRegex;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Mail kMail{.from = "callboard@example.test",
                 .to = "ops@example.test",
                 .subject = "A subscription was suspended",
                 .text = "First line\n.\nMotörhead\n",
                 .sent_at = {1'700'000'000'000}};

std::string only_mail(const MailSink& server) {
    const auto mails = server.mails();
    return mails.size() == 1 ? mails.front() : std::to_string(mails.size()) + " mails";
}

std::string body_of(const std::string& mail) {
    std::string text = mail.substr(mail.find("\n\n") + 2);
    std::erase(text, '\n');
    return from_base64(text).value();
}

TEST(Mail, IsBrought) {
    MailSink server;

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), std::nullopt);

    EXPECT_THAT(server.commands(),
                ElementsAre(StartsWith("EHLO "), StartsWith("MAIL FROM:<callboard@example.test>"),
                            StartsWith("RCPT TO:<ops@example.test>"), "DATA", "QUIT"));
    EXPECT_THAT(only_mail(server),
                AllOf(HasSubstr("Date: Tue, 14 Nov 2023 22:13:20 +0000\n"),
                      HasSubstr("From: <callboard@example.test>\n"), HasSubstr("To: <ops@example.test>\n"),
                      HasSubstr("Subject: A subscription was suspended\n"),
                      HasSubstr("Content-Type: text/plain; charset=utf-8\n")));
    EXPECT_EQ(body_of(only_mail(server)), kMail.text);
}

TEST(Mail, HasAnIdOfItsOwn) {
    MailSink server;

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), std::nullopt);
    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), std::nullopt);

    const auto mails = server.mails();
    EXPECT_THAT(mails, Each(ContainsRegex("\nMessage-ID: <[0-9a-z]+@example.test>\n")));
    ASSERT_EQ(mails.size(), 2u);
    EXPECT_NE(mails[0], mails[1]);
}

TEST(Mail, MayBeLong) {
    MailSink server;
    Mail mail = kMail;
    mail.text = std::string(100'000, '.');

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, mail), std::nullopt);

    EXPECT_EQ(body_of(only_mail(server)), mail.text);
}

TEST(Mail, HasASubjectInAnyLanguage) {
    MailSink server;
    Mail mail = kMail;
    mail.subject.clear();
    for (int i = 0; i < 20; ++i) mail.subject += "Grüße \u4f60\u597d ";
    mail.subject += "\r\nBcc: <victim@example.test>";

    EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, mail), std::nullopt);

    std::string subject;
    std::string text = only_mail(server);
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
        start = end + 2;  // the next word follows a space
    }
    EXPECT_EQ(subject, mail.subject);
}

TEST(Mail, SignsInWhenThereIsAPassword) {
    MailSink server;

    EXPECT_EQ(send_mail(Secret{"smtp://user:p%40ss@" + server.host()}, kMail), std::nullopt);

    const auto commands = server.commands();
    ASSERT_GE(commands.size(), 2u);
    ASSERT_THAT(commands[1], StartsWith("AUTH PLAIN "));
    EXPECT_EQ(from_base64(commands[1].substr(11)), std::string("\0user\0p@ss", 10));
}

// The sink offers no TLS. It is also reached by 0.0.0.0, which is not only a local address.
TEST(Mail, BringsAPasswordToOthersOverTlsOnly) {
    MailSink server;
    const std::string elsewhere = "0.0.0.0:" + server.port();
    const std::string no_tls = "the TLS handshake with the mail server failed";

    EXPECT_EQ(send_mail(Secret{"smtp://" + elsewhere}, kMail), std::nullopt);
    EXPECT_EQ(send_mail(Secret{"smtp://user:password@" + elsewhere}, kMail), no_tls);
    EXPECT_EQ(send_mail(Secret{"smtp://user@" + elsewhere}, kMail), no_tls);
    EXPECT_EQ(send_mail(Secret{"smtp://user:password@localhost:" + server.port()}, kMail), std::nullopt);

    EXPECT_EQ(server.mails().size(), 2u);
    EXPECT_THAT(server.commands(), Contains(StartsWith("AUTH")).Times(1));
}

TEST(Mail, SaysWhyItWasNotTaken) {
    {
        MailSink server{"AUTH", "535 no"};
        EXPECT_EQ(send_mail(Secret{"smtp://user:password@" + server.host()}, kMail),
                  "the mail server rejected the user name or the password");
    }
    for (const std::string command : {"MAIL", "RCPT", "DATA", "."}) {
        MailSink server{command, "550 not here"};
        EXPECT_EQ(send_mail(Secret{"smtp://" + server.host()}, kMail), "the mail server responded with 550")
            << command;
    }
    std::string gone;
    {
        MailSink server;
        gone = server.host();
    }
    EXPECT_EQ(send_mail(Secret{"smtp://" + gone}, kMail), "the mail server cannot be reached");
    EXPECT_EQ(send_mail(Secret{"smtp://nowhere.invalid"}, kMail),
              "the host name of the mail server cannot be resolved");
    EXPECT_EQ(send_mail(Secret{"https://127.0.0.1/"}, kMail),
              "the URL of the mail server is not smtp:// or smtps://");
}

TEST(Mail, GoesToWholeAddressesOnly) {
    for (const std::string bad : {"", "ops", "ops@example.test\r\nDATA", "a@b> <c@d", "a b@c"}) {
        Mail mail = kMail;
        mail.to = bad;
        EXPECT_EQ(send_mail(Secret{"smtp://127.0.0.1:1"}, mail),
                  "the recipient is not a valid e-mail address")
            << bad;
        mail = kMail;
        mail.from = bad;
        EXPECT_EQ(send_mail(Secret{"smtp://127.0.0.1:1"}, mail), "the sender is not a valid e-mail address")
            << bad;
    }
}

TEST(Mail, GoesToWhatEveryServerUnderstands) {
    for (const std::string good : {"ops@example.test", "a.b+c@x", "\"odd\"@example.test", "ops@[192.0.2.1]"})
        EXPECT_TRUE(can_be_mailed(good)) << good;
    for (const std::string bad :
         {"", "ops", "@example.test", "ops@", "\u00fc@example.test", "ops@\u00fc.test",
          "\"a b\"@example.test", "\"<\"@example.test", "ops@example.test\n"})
        EXPECT_FALSE(can_be_mailed(bad)) << bad;
}

}  // namespace
}  // namespace callboard::webhooks
