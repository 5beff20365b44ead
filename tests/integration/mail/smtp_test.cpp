#include "mail/smtp.h"

#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/secret.h"
#include "support/eventually.h"
#include "support/mail_sink.h"

namespace callboard::mail {
namespace {

using namespace std::chrono_literals;
using test::MailSink;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const Letter kLetter{
    .from = "callboard@example.test",
    .to = "ops@example.test",
    .id = "01890000-0000-7000-8000-000000000001",
    .sent_at = {1'700'000'000'000},
    .content = {.subject = "Hello", .text = "First line\n.\nLast line\n", .html = "<p>First</p>"}};

MailServer local(const MailSink& server) {
    return {.url = Secret{"smtp://" + server.host()}, .ca_file = std::nullopt};
}

SmtpOutcome sent(const std::string& url, const Letter& letter = kLetter) {
    return SmtpConnection{{.url = Secret{url}, .ca_file = std::nullopt}}.send(letter);
}

void expect_sent(const SmtpOutcome& outcome) {
    EXPECT_EQ(outcome.result, SmtpResult::sent) << outcome.reason;
}
void expect_not_sent(const SmtpOutcome& outcome, SmtpResult result, const std::string& reason) {
    EXPECT_EQ(outcome.result, result) << outcome.reason;
    EXPECT_EQ(outcome.reason, reason);
}

TEST(Smtp, SendsAMail) {
    MailSink server;
    expect_sent(sent("smtp://" + server.host()));

    ASSERT_TRUE(test::eventually([&] { return server.commands().size() == 5; }));
    EXPECT_THAT(server.commands(),
                ElementsAre(StartsWith("EHLO "), StartsWith("MAIL FROM:<callboard@example.test>"),
                            StartsWith("RCPT TO:<ops@example.test>"), "DATA", "QUIT"));
    EXPECT_THAT(server.mails(), ElementsAre(HasSubstr("Subject: Hello\n")));
}

TEST(Smtp, KeepsTheConnectionForTheNextMail) {
    MailSink server;
    SmtpConnection connection{local(server)};
    for (int i = 0; i < 5; ++i) expect_sent(connection.send(kLetter));

    EXPECT_THAT(server.mails(), SizeIs(5));
    EXPECT_EQ(server.connections(), 1U);
}

TEST(Smtp, ConnectsAgainIfTheServerHasClosedTheConnection) {
    MailSink server;
    SmtpConnection connection{local(server)};
    expect_sent(connection.send(kLetter));
    server.refuse("MAIL", "");
    EXPECT_EQ(connection.send(kLetter).result, SmtpResult::failed);
    server.refuse_nothing();
    expect_sent(connection.send(kLetter));

    EXPECT_THAT(server.mails(), SizeIs(2));
}

TEST(Smtp, SignsInWhenThereIsAPassword) {
    MailSink server;
    expect_sent(sent("smtp://user:p%40ss@" + server.host()));

    const auto commands = server.commands();
    ASSERT_GE(commands.size(), 2U);
    ASSERT_THAT(commands[1], StartsWith("AUTH PLAIN "));
    EXPECT_EQ(from_base64(commands[1].substr(11)), std::string("\0user\0p@ss", 10));
}

// The sink offers no TLS. It is also reached by 0.0.0.0, which is not only a local address.
TEST(Smtp, SendsAPasswordToOthersOverTlsOnly) {
    MailSink server;
    const std::string elsewhere = "0.0.0.0:" + server.port();
    const std::string no_tls = "the TLS handshake with the mail server failed";

    expect_not_sent(sent("smtp://" + elsewhere), SmtpResult::failed, no_tls);
    expect_not_sent(sent("smtp://user:password@" + elsewhere), SmtpResult::failed, no_tls);
    expect_sent(sent("smtp://user:password@localhost:" + server.port()));
    const MailServer plain{
        .url = Secret{"smtp://" + elsewhere}, .ca_file = std::nullopt, .may_be_plain = true};
    expect_sent(SmtpConnection{plain}.send(kLetter));

    EXPECT_THAT(server.mails(), SizeIs(2));
    EXPECT_THAT(server.commands(), Contains(StartsWith("AUTH")).Times(1));
}

TEST(Smtp, WhatIsRejectedForGoodIsNotTriedAgain) {
    for (const std::string command : {"RCPT", "."}) {
        MailSink server{command, "550 not here"};
        expect_not_sent(sent("smtp://" + server.host()), SmtpResult::rejected,
                        "the mail server responded with 550");
        server.refuse(command, "451 later");
        expect_not_sent(sent("smtp://" + server.host()), SmtpResult::failed,
                        "the mail server responded with 451");
    }
}

TEST(Smtp, AWrongSenderIsNotAFaultOfTheMail) {
    for (const std::string command : {"MAIL", "DATA"}) {
        MailSink server{command, "550 not you"};
        expect_not_sent(sent("smtp://" + server.host()), SmtpResult::failed,
                        "the mail server responded with 550");
    }
}

TEST(Smtp, AFaultOfTheServerIsNotAFaultOfTheMail) {
    {
        MailSink server{"AUTH", "535 no"};
        expect_not_sent(sent("smtp://user:password@" + server.host()), SmtpResult::failed,
                        "the mail server rejected the user name or the password");
    }
    std::string gone;
    {
        MailSink server;
        gone = server.host();
    }
    expect_not_sent(sent("smtp://" + gone), SmtpResult::failed, "the mail server cannot be reached");
    expect_not_sent(sent("smtp://nowhere.invalid"), SmtpResult::failed,
                    "the host name of the mail server cannot be resolved");
    expect_not_sent(sent("https://127.0.0.1/"), SmtpResult::failed,
                    "the URL of the mail server is not smtp:// or smtps://");
}

TEST(Smtp, AServerThatDoesNotReplyIsWaitedForUntilTheTimeLimit) {
    MailSink server;
    server.hang();
    SmtpConnection impatient{
        {.url = Secret{"smtp://" + server.host()}, .ca_file = std::nullopt, .time_limit = 100ms}};
    expect_not_sent(impatient.send(kLetter), SmtpResult::failed, "the mail server did not respond in time");
}

// It may have accepted the mail: only a second attempt makes sure.
TEST(Smtp, AServerThatDiesAfterTheMailHasNotSentIt) {
    MailSink server{".", ""};
    expect_not_sent(sent("smtp://" + server.host()), SmtpResult::failed,
                    "the mail server closed the connection");
    EXPECT_THAT(server.mails(), SizeIs(1));
}

TEST(Smtp, SendsToWholeAddressesOnly) {
    for (const std::string bad : {"", "ops", "ops@example.test\r\nDATA", "a@b> <c@d", "a b@c"}) {
        Letter letter = kLetter;
        letter.to = bad;
        expect_not_sent(sent("smtp://127.0.0.1:1", letter), SmtpResult::rejected,
                        "the recipient is not a valid e-mail address");
        letter = kLetter;
        letter.from = bad;
        expect_not_sent(sent("smtp://127.0.0.1:1", letter), SmtpResult::failed,
                        "the sender is not a valid e-mail address");
    }
}

TEST(Smtp, ChecksAServerWithoutSendingAMail) {
    MailSink server;
    EXPECT_EQ(SmtpConnection{local(server)}.check(), std::nullopt);
    EXPECT_THAT(server.commands(), Not(Contains(StartsWith("MAIL"))));
    server.refuse("AUTH", "535 no");
    SmtpConnection with_login{
        {.url = Secret{"smtp://user:password@" + server.host()}, .ca_file = std::nullopt}};
    EXPECT_EQ(with_login.check(), "the mail server rejected the user name or the password");
}

}  // namespace
}  // namespace callboard::mail
