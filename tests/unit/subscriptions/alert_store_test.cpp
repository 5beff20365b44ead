#include "subscriptions/alert_store.h"

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using subscriptions::Alert;
using subscriptions::AlertKind;
using subscriptions::AlertMail;
using testing::ElementsAre;
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
    std::vector<AlertMail> due(std::int64_t limit = 100) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return subscriptions::store::due_mails(snapshot, limit);
        });
    }
    bool take(const AlertMail& mail) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return subscriptions::store::lease_mail(tx, mail, tx.now + 5min);
        });
    }
    void mail_failed(const AlertMail& mail, std::optional<Timestamp> next_try) {
        db->write(std::nullopt, [&](db::Tx& tx) { subscriptions::store::mail_failed(tx, mail, next_try); });
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

TEST_P(Alerts, AreMailedOnceToTheAddressOfTheSubscription) {
    raise(subscription, suspended);
    raise(given_subscription({}), suspended);

    const auto mails = due();
    ASSERT_THAT(mails, SizeIs(1));
    EXPECT_EQ(mails.front().company, company);
    EXPECT_EQ(mails.front().subscription, subscription);
    EXPECT_EQ(mails.front().callback_url, "https://hooks.example.com/in");
    EXPECT_EQ(mails.front().alerting_email, "ops@example.com");
    EXPECT_EQ(mails.front().alert.kind, suspended);
    EXPECT_EQ(mails.front().attempts, 0);

    clock.advance(1s);
    db->write(std::nullopt, [&](db::Tx& tx) { subscriptions::store::mailed(tx, mails.front()); });
    EXPECT_THAT(due(), IsEmpty());
    EXPECT_EQ(alerts(subscription).front().mailed_at, clock.now());
    raise(subscription, suspended);  // counted with the one that was mailed
    EXPECT_THAT(due(), IsEmpty());
}

TEST_P(Alerts, AMailThatFailsIsTriedAgainWhenItIsTime) {
    raise(subscription, given_up);

    mail_failed(due().front(), clock.now() + 10min);
    EXPECT_THAT(due(), IsEmpty());
    clock.advance(10min);
    ASSERT_THAT(due(), SizeIs(1));
    EXPECT_EQ(due().front().attempts, 1);

    mail_failed(due().front(), std::nullopt);
    clock.advance(1000h);
    EXPECT_THAT(due(), IsEmpty());
    EXPECT_FALSE(alerts(subscription).front().mailed_at);
}

TEST_P(Alerts, AMailIsTakenByOne) {
    raise(subscription, given_up);
    const AlertMail first = due().front();
    const AlertMail second = due().front();

    EXPECT_TRUE(take(first));
    EXPECT_FALSE(take(second));
    EXPECT_THAT(due(), IsEmpty());

    clock.advance(5min);  // as if the first one had crashed
    ASSERT_THAT(due(), SizeIs(1));
    EXPECT_FALSE(take(second));
    EXPECT_TRUE(take(due().front()));
}

TEST_P(Alerts, AMailThatWasSentIsNotTaken) {
    raise(subscription, given_up);
    const AlertMail mail = due().front();
    db->write(std::nullopt, [&](db::Tx& tx) { subscriptions::store::mailed(tx, mail); });

    EXPECT_FALSE(take(mail));
}

TEST_P(Alerts, AreMailedInTheOrderTheyAreDue) {
    const SubscriptionId other = given_subscription("others@example.com");
    raise(other, given_up);
    clock.advance(1s);
    raise(subscription, given_up);

    ASSERT_THAT(due(1), SizeIs(1));
    EXPECT_EQ(due(1).front().subscription, other);
    ASSERT_THAT(due(), SizeIs(2));
}

TEST_P(Alerts, WithoutAnAddressAnyMoreAreNotMailed) {
    raise(subscription, given_up);
    const webhooks::AddressGuard guard{webhooks::AddressRules{}};
    db->write(company, [&](db::Tx& tx) {
        const auto no_address = [](const subscriptions::Subscription&) {
            return webhooks::Change{.alerting_email = std::optional<std::string>{}};
        };
        webhooks::change(tx, admin, subscription, no_address, guard, seal);
    });

    EXPECT_THAT(due(), IsEmpty());
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
