#include "mail/mailer.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "mail/outbox.h"
#include "support/each_database.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/mail_sink.h"
#include "support/metric.h"
#include "support/seal.h"

namespace callboard::mail {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A server as far as mails are concerned.
class MailingServer {
  public:
    MailingServer(test::TestDatabase& database, const test::MailSink& sink, std::string node,
                  std::chrono::milliseconds time_limit = 20s, std::string from = "callboard@example.test")
        : db_(database.open_again()),
          mailer_(*db_, database.clock, stopwatch_, test::test_seal(), log_, metrics_,
                  {.server = {.url = Secret{"smtp://" + sink.host()},
                              .ca_file = std::nullopt,
                              .time_limit = time_limit},
                   .from = std::move(from),
                   .node = std::move(node),
                   .poll_interval = 20ms}) {}
    // Sends so many mails in a second of the stopwatch.
    MailingServer(test::TestDatabase& database, const test::MailSink& sink, std::int64_t most_per_second,
                  const Stopwatch& stopwatch)
        : db_(database.open_again()),
          mailer_(*db_, database.clock, stopwatch, test::test_seal(), log_, metrics_,
                  {.server = {.url = Secret{"smtp://" + sink.host()}, .ca_file = std::nullopt},
                   .from = "callboard@example.test",
                   .node = "here",
                   .most_per_second = most_per_second,
                   .poll_interval = 20ms}) {
        log_.set_level(telemetry::Level::warn);
    }

    double oldest_due() const {
        return test::metric(metrics_.page(), "callboard_mail_oldest_due_seconds").value_or(0);
    }

  private:
    const std::unique_ptr<db::Db> db_;
    const SystemStopwatch stopwatch_;
    telemetry::Log log_{telemetry::Level::off, telemetry::LogFormat::text};
    telemetry::Metrics metrics_;
    Mailer mailer_;
};

class Mailing : public test::EachDatabase {
  protected:
    MailId queue(const std::string& to = "ops@example.test") {
        return db->write(company, [&](db::Tx& tx) {
            return send(tx,
                        {.kind = Kind::webhook_suspended,
                         .to = to,
                         .values = {{"subscription", "s-1"}, {"url", "https://x.test"}, {"time", "today"}}});
        });
    }
    store::StoredMail stored(const MailId& id) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return store::find(snapshot, id).value(); });
    }
    bool becomes(const MailId& id, Status status) {
        return test::eventually([&] { return stored(id).status == status; });
    }

    const CompanyId company = given::company(*db);
    test::MailSink sink;
};

TEST_P(Mailing, SendsWhatWasCommitted) {
    MailingServer server{db, sink, "here"};
    const MailId id = queue();

    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_THAT(sink.mails(),
                ElementsAre(AllOf(HasSubstr("To: <ops@example.test>\n"),
                                  HasSubstr("Message-ID: <" + std::string{id.text()} + "@example.test>\n"))));
    EXPECT_EQ(stored(id).values, "");
    EXPECT_EQ(stored(id).finished_at, clock.now());
}

TEST_P(Mailing, SendsNothingThatWasRolledBack) {
    MailingServer server{db, sink, "here"};
    EXPECT_THROW(
        db->write(company,
                  [&](db::Tx& tx) {
                      send(tx, {.kind = Kind::webhook_suspended, .to = "ops@example.test", .values = {}});
                      throw internal("on purpose");
                  }),
        Error);
    EXPECT_TRUE(becomes(queue(), Status::sent));
    EXPECT_THAT(sink.mails(), SizeIs(1));
}

TEST_P(Mailing, TriesAgainAfterAMinute) {
    sink.refuse("RCPT", "451 later");
    MailingServer server{db, sink, "here"};
    const MailId id = queue();
    ASSERT_TRUE(test::eventually([&] { return stored(id).attempts == 1; }));
    EXPECT_EQ(stored(id).failure, "the mail server responded with 451");
    EXPECT_GE(stored(id).due_at, clock.now() + 1min);
    EXPECT_LE(stored(id).due_at, clock.now() + 66s);
    sink.refuse_nothing();

    clock.advance(66s);
    EXPECT_TRUE(becomes(id, Status::sent));
}

TEST_P(Mailing, GivesUpVisibly) {
    sink.refuse("RCPT", "451 later");
    MailingServer server{db, sink, "here"};
    const MailId id = queue();
    for (int attempts = 1; attempts <= 9; ++attempts) {
        ASSERT_TRUE(test::eventually([&] { return stored(id).attempts == attempts; }));
        EXPECT_EQ(stored(id).status, Status::pending);
        clock.advance(27h);
    }
    EXPECT_TRUE(becomes(id, Status::failed));
    EXPECT_EQ(stored(id).attempts, 10);

    sink.refuse_nothing();
    EXPECT_TRUE(db->write(std::nullopt, [&](db::Tx& tx) { return store::retry(tx, id); }));
    EXPECT_TRUE(becomes(id, Status::sent));
}

TEST_P(Mailing, AMailThatMayHaveArrivedIsSentAgainWithTheSameId) {
    sink.refuse(".", "");
    MailingServer server{db, sink, "here"};
    const MailId id = queue();
    ASSERT_TRUE(test::eventually([&] { return stored(id).attempts == 1; }));
    EXPECT_EQ(stored(id).status, Status::pending);
    EXPECT_EQ(stored(id).failure, "the mail server closed the connection");
    sink.refuse_nothing();
    clock.advance(66s);

    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_THAT(sink.mails(), SizeIs(2));
    EXPECT_THAT(sink.mails(), Each(HasSubstr("Message-ID: <" + std::string{id.text()} + "@example.test>\n")));
}

TEST_P(Mailing, AMailToAServerThatHangsIsSentAgainWithTheSameId) {
    sink.hang();
    const MailId id = queue();
    {
        MailingServer impatient{db, sink, "here", 100ms};
        ASSERT_TRUE(test::eventually([&] { return stored(id).attempts == 1; }));
        EXPECT_EQ(stored(id).status, Status::pending);
        EXPECT_EQ(stored(id).failure, "the mail server did not respond in time");
    }
    sink.go_on();
    clock.advance(66s);
    MailingServer server{db, sink, "here"};

    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_THAT(sink.mails(), Each(HasSubstr("Message-ID: <" + std::string{id.text()} + "@example.test>\n")));
}

// A receiver that has the mail already recognises it, whoever sends it again.
TEST_P(Mailing, TheIdStaysTheSameWhenTheServerIsStartedWithAnotherAddress) {
    sink.refuse(".", "");
    const MailId id = queue();
    {
        MailingServer before{db, sink, "here"};
        ASSERT_TRUE(test::eventually([&] { return stored(id).attempts == 1; }));
    }
    sink.refuse_nothing();
    clock.advance(66s);
    MailingServer after{db, sink, "elsewhere", 20s, "callboard@moved.test"};

    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_THAT(sink.mails(), SizeIs(2));
    EXPECT_THAT(sink.mails(), Each(HasSubstr("Message-ID: <" + std::string{id.text()} + "@example.test>\n")));
    EXPECT_THAT(sink.mails().back(), HasSubstr("From: <callboard@moved.test>\n"));
}

// Nor does a server that dies between the mail and the record of its outcome change it.
TEST_P(Mailing, TheIdStaysTheSameWhenTheFirstServerHasDied) {
    const MailId id = queue();
    db->write(std::nullopt, [&](db::Tx& tx) { store::claim(tx, {"dead", "first.test"}, tx.now + 5min, 10); });
    clock.advance(5min);
    MailingServer server{db, sink, "here"};

    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_THAT(sink.mails(), Each(HasSubstr("Message-ID: <" + std::string{id.text()} + "@first.test>\n")));
}

TEST_P(Mailing, SendsNoMoreInASecondThanItMay) {
    constexpr std::size_t kMails = 20;
    constexpr std::int64_t kRate = 1000;
    for (std::size_t i = 0; i < kMails; ++i) queue();
    test::ManualStopwatch stopwatch;
    MailingServer server{db, sink, kRate, stopwatch};
    for (std::size_t allowed = 1; allowed <= kMails; ++allowed) {
        ASSERT_TRUE(test::eventually([&] { return sink.mails().size() >= allowed; }));
        ASSERT_EQ(sink.mails().size(), allowed);
        stopwatch.advance(std::chrono::nanoseconds{1s} / kRate);
    }
}

TEST_P(Mailing, WarnsOnceIfMailsAreLateBecauseOfTheRate) {
    const auto warnings = [](const std::string& log) {
        std::size_t count = 0;
        for (auto at = log.find("mails_late"); at != std::string::npos; at = log.find("mails_late", at + 1))
            ++count;
        return count;
    };
    std::vector<MailId> all;
    for (int i = 0; i < 60; ++i) all.push_back(queue());
    test::ManualStopwatch stopwatch;
    testing::internal::CaptureStderr();
    {
        MailingServer server{db, sink, 1, stopwatch};
        ASSERT_TRUE(test::eventually([&] { return sink.mails().size() == 1; }));
        clock.advance(6min);
        for (int i = 0; i < 3; ++i) {
            const std::size_t before = sink.mails().size();
            stopwatch.advance(6s);
            ASSERT_TRUE(test::eventually([&] { return sink.mails().size() > before; }));
            EXPECT_TRUE(test::eventually([&] { return server.oldest_due() >= 360; }));
        }
    }
    const std::string log = testing::internal::GetCapturedStderr();
    EXPECT_EQ(warnings(log), 1U) << log;
    EXPECT_THAT(log, HasSubstr("smtp-rate"));
}

TEST_P(Mailing, AnAddressThatDoesNotExistIsTriedOnce) {
    sink.refuse("RCPT", "550 unknown");
    MailingServer server{db, sink, "here"};
    const MailId id = queue();
    EXPECT_TRUE(becomes(id, Status::failed));
    EXPECT_EQ(stored(id).attempts, 1);
}

TEST_P(Mailing, ALinkIsInTheMailAndNowhereElse) {
    const MailId id = db->write(company, [&](db::Tx& tx) {
        return send(tx,
                    {.kind = Kind::password_reset,
                     .to = "ops@example.test",
                     .values = {{"name", "Ada"}, {"company", "Acme"}}},
                    {.url = Secret{"https://callboard.test/secret"}, .expires_at = tx.now + 24h},
                    test::test_seal());
    });
    EXPECT_THAT(*stored(id).sealed_link, testing::Not(HasSubstr("secret")));
    MailingServer server{db, sink, "here"};
    EXPECT_TRUE(becomes(id, Status::sent));
    EXPECT_EQ(stored(id).sealed_link, std::nullopt);
    const std::string mail = sink.mails().at(0);
    const auto start = mail.find("\n\n", mail.find("text/plain")) + 2;
    std::string body = mail.substr(start, mail.find("--=_", start) - start);
    std::erase(body, '\n');
    EXPECT_THAT(from_base64(body).value(), HasSubstr("https://callboard.test/secret"));
}

TEST_P(Mailing, AMailWhoseLinkHasExpiredIsNotSent) {
    const MailId id = db->write(company, [&](db::Tx& tx) {
        return send(tx, {.kind = Kind::password_reset, .to = "ops@example.test", .values = {}},
                    {.url = Secret{"https://callboard.test/secret"}, .expires_at = tx.now + 24h},
                    test::test_seal());
    });
    clock.advance(24h);
    MailingServer server{db, sink, "here"};
    EXPECT_TRUE(becomes(id, Status::failed));
    EXPECT_EQ(stored(id).failure, "it was not sent in time");
    EXPECT_THAT(sink.mails(), IsEmpty());
    EXPECT_FALSE(db->write(std::nullopt, [&](db::Tx& tx) { return store::retry(tx, id); }));
}

TEST_P(Mailing, MailsThatSomebodyWaitsForGoFirst) {
    queue();
    const MailId urgent = db->write(company, [&](db::Tx& tx) {
        return send(tx, {.kind = Kind::password_reset, .to = "ops@example.test", .values = {}});
    });
    const auto claimed = db->write(std::nullopt, [&](db::Tx& tx) {
        return store::claim(tx, {"here", "example.test"}, tx.now + 5min, 1);
    });
    ASSERT_THAT(claimed, SizeIs(1));
    EXPECT_EQ(claimed[0].id, urgent);
}

TEST_P(Mailing, AKindThatThisVersionDoesNotKnowIsLeftToOthers) {
    const MailId id = queue();
    db->write(std::nullopt, [&](db::Tx& tx) {
        tx.execute(db::GlobalSql{"test_kind", "UPDATE mail SET kind = 'of_the_next_version' WHERE id = $1"},
                   {id});
    });
    MailingServer server{db, sink, "here"};
    EXPECT_TRUE(becomes(queue(), Status::sent));
    EXPECT_EQ(stored(id).status, Status::pending);
    EXPECT_EQ(stored(id).attempts, 0);
}

TEST_P(Mailing, AnOutcomeCountsOnce) {
    const MailId id = queue();
    const auto claim = [&] {
        return db
            ->write(std::nullopt,
                    [&](db::Tx& tx) { return store::claim(tx, {"here", "example.test"}, tx.now, 10); })
            .front();
    };
    const store::StoredMail first = claim();
    const store::StoredMail again = claim();  // the lease has ended
    db->write(std::nullopt, [&](db::Tx& tx) { store::postpone(tx, again, "here", tx.now + 1min, "later"); });
    db->write(std::nullopt, [&](db::Tx& tx) { store::fail(tx, first, "here", "an old outcome"); });
    EXPECT_EQ(stored(id).status, Status::pending);
    EXPECT_EQ(stored(id).attempts, 1);
}

TEST_P(Mailing, OldMailsAreForgotten) {
    queue();
    const MailId failed = queue();
    db->write(std::nullopt, [&](db::Tx& tx) {
        for (const auto& each : store::claim(tx, {"here", "example.test"}, tx.now, 10))
            if (each.id == failed) store::fail(tx, each, "here", "no");
    });
    const auto forget = [&] {
        db->write(std::nullopt, [&](db::Tx& tx) { return store::forget(tx, tx.now - 30 * 24h, 100); });
        return db->read(std::nullopt,
                        [](db::Snapshot& snapshot) { return store::list(snapshot, std::nullopt, 10); });
    };
    EXPECT_THAT(forget(), SizeIs(2));
    clock.advance(30 * 24h + 1ms);
    EXPECT_THAT(forget(), SizeIs(1));
    clock.advance(30 * 24h);
    EXPECT_THAT(forget(), IsEmpty());
}

TEST_P(Mailing, WhatAServerHadClaimedWhenItEndedIsSentByOthersLater) {
    const MailId id = queue();
    db->write(std::nullopt,
              [&](db::Tx& tx) { return store::claim(tx, {"dead", "example.test"}, tx.now + 5min, 10); });
    MailingServer server{db, sink, "here"};
    EXPECT_TRUE(becomes(queue(), Status::sent));
    EXPECT_EQ(stored(id).status, Status::pending);
    clock.advance(5min);
    EXPECT_TRUE(becomes(id, Status::sent));
}

TEST_P(Mailing, AServerTakesBackWhatItHadClaimed) {
    const MailId id = queue();
    db->write(std::nullopt,
              [&](db::Tx& tx) { return store::claim(tx, {"here", "example.test"}, tx.now + 5min, 10); });
    MailingServer server{db, sink, "here"};
    EXPECT_TRUE(becomes(id, Status::sent));
}

TEST_P(Mailing, ServersShareTheQueue) {
    std::vector<MailId> all;
    for (int i = 0; i < 100; ++i) all.push_back(queue());
    MailingServer first{db, sink, "first"};
    MailingServer second{db, sink, "second"};
    for (const MailId& each : all) EXPECT_TRUE(becomes(each, Status::sent));
    EXPECT_THAT(sink.mails(), SizeIs(100));
    EXPECT_GT(sink.connections(), 1U);
}

RUN_ON_EACH_DATABASE(Mailing);

}  // namespace
}  // namespace callboard::mail
