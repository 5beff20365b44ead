#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "subscriptions/alert_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/mail_sink.h"
#include "webhooks/delivery/alert_mailer.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::webhooks {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class AlertMailing : public test::EachDatabase {
  protected:
    void raise() {
        db->write(std::nullopt, [&](db::Tx& tx) {
            subscriptions::store::raise(tx, company, subscription, subscriptions::AlertKind::suspended);
        });
    }
    subscriptions::Alert alert() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return subscriptions::store::alerts_of(snapshot, subscription).at(0);
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Seal seal{Secret{std::string(Seal::kKeySize, 'k')}};
    const SubscriptionId subscription = db->write(company, [&](db::Tx& tx) {
        return create(tx, admin,
                      {.callback_url = "https://hooks.example.com/in",
                       .events = {"job.created"},
                       .alerting_email = "ops@example.com",
                       .auth = {}},
                      AddressGuard{AddressRules{}}, seal)
            .id;
    });
    test::MailSink sink;
    AlertMailer mailer{*db, clock, db.log, Secret{"smtp://" + sink.host()}, "callboard@example.test"};
};

TEST_P(AlertMailing, MailsOnceToTheAlertingAddress) {
    mailer.run();
    EXPECT_THAT(sink.mails(), IsEmpty());

    raise();
    EXPECT_FALSE(alert().mailed_at);
    mailer.run();
    EXPECT_THAT(sink.mails(), ElementsAre(AllOf(HasSubstr("To: <ops@example.com>\n"),
                                                HasSubstr("Subject: Webhook subscription suspended\n"))));
    EXPECT_EQ(alert().mailed_at, clock.now());

    clock.advance(10min);
    mailer.run();
    EXPECT_THAT(sink.mails(), SizeIs(1));
}

TEST_P(AlertMailing, TriesAgainAMinuteAfterARefusal) {
    sink.refuse("RCPT", "451 later");
    raise();
    mailer.run();
    EXPECT_FALSE(alert().mailed_at);
    sink.refuse_nothing();

    clock.advance(59s);
    mailer.run();
    EXPECT_THAT(sink.mails(), IsEmpty());

    clock.advance(1s);
    mailer.run();
    EXPECT_THAT(sink.mails(), SizeIs(1));
    EXPECT_EQ(alert().mailed_at, clock.now());
}

TEST_P(AlertMailing, LeavesToAnotherServerWhatThatOneIsMailing) {
    test::MailSink other_sink;
    AlertMailer other{*db, clock, db.log, Secret{"smtp://" + other_sink.host()}, "callboard@example.test"};
    sink.meanwhile([&] { other.run(); });
    raise();

    mailer.run();
    other.run();

    EXPECT_THAT(sink.mails(), SizeIs(1));
    EXPECT_THAT(other_sink.mails(), IsEmpty());
}

RUN_ON_EACH_DATABASE(AlertMailing);

}  // namespace
}  // namespace callboard::webhooks
