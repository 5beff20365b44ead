#include "subscriptions/alert_store.h"

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mail/mail_store.h"
#include "mail/mail_text.h"
#include "support/each_database.h"
#include "support/given.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using subscriptions::Alert;
using subscriptions::AlertKind;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using enum AlertKind;

class Alerts : public test::EachDatabase {
  protected:
    SubscriptionId given_subscription(const std::optional<std::string>& alerting_email) {
        return db->write(company, [&](db::Tx& tx) {
            return webhooks::create(tx, admin,
                                    {.callback_url = "https://hooks.example.com/in",
                                     .events = {"job.created"},
                                     .alerting_email = alerting_email,
                                     .auth = {}},
                                    webhooks::AddressGuard{webhooks::AddressRules{}}, seal)
                .id;
        });
    }
    // Like the courier, which works for all companies.
    void raise(const SubscriptionId& whose, AlertKind kind) {
        db->write(std::nullopt, [&](db::Tx& tx) { subscriptions::store::raise(tx, company, whose, kind); });
    }
    // "KIND occurrences" of each, newest first.
    std::vector<std::string> shown(const SubscriptionId& whose) {
        std::vector<std::string> all;
        for (const Alert& alert : alerts(whose))
            all.push_back(std::string{name_of(alert.kind)} + " " + std::to_string(alert.occurrences));
        return all;
    }
    std::vector<Alert> alerts(const SubscriptionId& whose) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return subscriptions::store::alerts_of(snapshot, whose);
        });
    }
    std::vector<mail::store::StoredMail> mails() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, std::nullopt, 100);
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Seal seal{Secret{std::string(Seal::kKeySize, 'k')}};
    const SubscriptionId subscription = given_subscription("ops@example.com");
};

TEST_P(Alerts, OfOneKindAreCountedForAnHour) {
    raise(subscription, given_up);
    clock.advance(59min);
    raise(subscription, given_up);
    raise(subscription, suspended);
    EXPECT_THAT(shown(subscription), ElementsAre("SUSPENDED 1", "GIVEN_UP 2"));

    clock.advance(1min);
    raise(subscription, given_up);
    EXPECT_THAT(shown(subscription), ElementsAre("GIVEN_UP 1", "SUSPENDED 1", "GIVEN_UP 2"));
    EXPECT_EQ(alerts(subscription).front().raised_at, clock.now());
    EXPECT_FALSE(alerts(subscription).front().mailed_at);
}

TEST_P(Alerts, AreOfOneSubscription) {
    const SubscriptionId other = given_subscription({});

    raise(subscription, given_up);
    raise(other, given_up);
    raise(other, given_up);

    EXPECT_THAT(shown(subscription), ElementsAre("GIVEN_UP 1"));
    EXPECT_THAT(shown(other), ElementsAre("GIVEN_UP 2"));
}

TEST_P(Alerts, ThatComeAtOnceAreOne) {
    {
        std::vector<std::jthread> couriers;
        for (int i = 0; i < 4; ++i) couriers.emplace_back([&] { raise(subscription, given_up); });
    }

    EXPECT_THAT(shown(subscription), ElementsAre("GIVEN_UP 4"));
}

TEST_P(Alerts, OfASubscriptionThatIsGoneAreNotRaised) {
    db->write(company, [&](db::Tx& tx) { webhooks::remove(tx, admin, subscription); });

    raise(subscription, given_up);

    EXPECT_THAT(shown(subscription), IsEmpty());
}

TEST_P(Alerts, AreShownTheNewestTen) {
    for (int i = 0; i < 12; ++i) {
        raise(subscription, given_up);
        clock.advance(1h);
    }

    EXPECT_THAT(shown(subscription), SizeIs(10));
    EXPECT_EQ(alerts(subscription).front().raised_at, clock.now() - 1h);
}

TEST_P(Alerts, FillNoMailbox) {
    const SubscriptionId other = given_subscription("ops@example.test");
    for (int i = 0; i < 11; ++i) {
        raise(other, given_up);
        raise(given_subscription("OPS@example.test"), given_up);
        clock.advance(1h);
    }
    EXPECT_THAT(mails(), SizeIs(20));
    EXPECT_THAT(shown(other), SizeIs(10));
}

TEST_P(Alerts, ThatServersOfTheLastVersionLeftAreMailed) {
    raise(subscription, given_up);
    db->write(std::nullopt, [](db::Tx& tx) {
        tx.execute(db::GlobalSql{"test_delete_mails", "DELETE FROM mail"}, {});
        tx.execute(db::GlobalSql{"test_old_alert", "UPDATE webhook_alert SET mail_due_at = $1"}, {tx.now});
    });
    const auto queue = [&] {
        return db->write(std::nullopt,
                         [](db::Tx& tx) { return subscriptions::store::queue_left_mails(tx, 100); });
    };
    clock.advance(10min - 1ms);
    EXPECT_FALSE(queue());
    EXPECT_THAT(mails(), IsEmpty());
    clock.advance(1ms);
    EXPECT_FALSE(queue());
    queue();
    EXPECT_THAT(mails(), SizeIs(1));
}

TEST_P(Alerts, AreMailedOnceToTheAddressOfTheSubscription) {
    raise(subscription, suspended);
    raise(subscription, suspended);
    raise(given_subscription({}), suspended);

    ASSERT_THAT(mails(), SizeIs(1));
    const auto mail = mails().front();
    EXPECT_EQ(mail.company, company);
    EXPECT_EQ(mail.id.text(), alerts(subscription).front().id.text());
    EXPECT_EQ(mail.kind, "webhook_suspended");
    EXPECT_EQ(mail.to, "ops@example.com");
    EXPECT_THAT(mail.values,
                AllOf(HasSubstr(std::string{subscription.text()}), HasSubstr("https://hooks.example.com/in"),
                      HasSubstr(to_iso(clock.now()))));
    EXPECT_FALSE(alerts(subscription).front().mailed_at);

    clock.advance(1s);
    db->write(std::nullopt, [&](db::Tx& tx) {
        for (const auto& each : mail::store::claim(tx, {"here", "example.test"}, tx.now + 1min, 10))
            mail::store::sent(tx, each, "here");
    });
    EXPECT_EQ(alerts(subscription).front().mailed_at, clock.now());
}

TEST_P(Alerts, OfEachKindHaveTheirMail) {
    for (const AlertKind kind : {given_up, suspended, access_revoked}) raise(subscription, kind);

    for (const auto& each : mails())
        EXPECT_NO_THROW(mail::text_of({.kind = named<mail::Kind>(each.kind).value(),
                                       .to = each.to,
                                       .values = wire::text_map_from(each.values)}));
    EXPECT_THAT(mails(), SizeIs(3));
}

TEST_P(Alerts, AreForgottenInTime) {
    for (int i = 0; i < 3; ++i) {
        raise(subscription, given_up);
        clock.advance(1h);
    }
    const auto forget = [&](Timestamp before, std::int64_t limit) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return subscriptions::store::forget_alerts(tx, before, limit); });
    };

    EXPECT_EQ(forget(clock.now() - 1h, 1), 1);
    EXPECT_EQ(forget(clock.now() - 1h, 100), 1);
    EXPECT_EQ(forget(clock.now() - 1h, 100), 0);
    EXPECT_THAT(shown(subscription), ElementsAre("GIVEN_UP 1"));
    EXPECT_EQ(alerts(subscription).front().raised_at, clock.now() - 1h);
}

RUN_ON_EACH_DATABASE(Alerts);

}  // namespace
}  // namespace callboard
