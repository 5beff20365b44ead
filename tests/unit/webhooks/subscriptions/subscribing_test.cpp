#include "webhooks/subscriptions/subscribing.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "events/event_store.h"
#include "subscriptions/subscription_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using subscriptions::Subscription;
using subscriptions::SubscriptionStatus;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using webhooks::BasicAuth;
using webhooks::HeaderAuth;
using webhooks::OAuthAuth;

// The code of the thrown error; empty if there is none.
template <class What>
std::string refusal(What what) {
    try {
        what();
    } catch (const Error& error) {
        return error.faults.front().code;
    }
    return "";
}

class Subscribing : public test::EachDatabase {
  protected:
    static webhooks::Draft draft(std::vector<std::string> events = {"job.created"}) {
        return {.callback_url = "https://hooks.example.com/in",
                .events = std::move(events),
                .alerting_email = "ops@example.com",
                .auth = {}};
    }
    Subscription create(const webhooks::Draft& what) { return create(admin, what); }
    Subscription create(const accounts::Actor& actor, const webhooks::Draft& what) {
        return db->write(company, [&](db::Tx& tx) { return webhooks::create(tx, actor, what, guard, seal); });
    }
    Subscription get(const SubscriptionId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) { return webhooks::get(snapshot, admin, id); });
    }
    Subscription change(const SubscriptionId& id, const webhooks::Change& what) {
        return db->write(company, [&](db::Tx& tx) {
            return webhooks::change(tx, admin, id, [&](const Subscription&) { return what; }, guard, seal);
        });
    }
    void activate(const Subscription& before_handshake) {
        db->write(company, [&](db::Tx& tx) { webhooks::activate(tx, admin, before_handshake); });
    }
    Subscription given_active(std::vector<std::string> events = {"job.created"}) {
        const Subscription made = create(draft(std::move(events)));
        activate(made);
        return get(made.id);
    }
    void deactivate(const SubscriptionId& id) {
        db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, admin, id); });
    }
    void remove(const SubscriptionId& id) {
        db->write(company, [&](db::Tx& tx) { webhooks::remove(tx, admin, id); });
    }
    std::string new_key(const SubscriptionId& id) {
        return std::string{
            db->write(company, [&](db::Tx& tx) { return webhooks::new_key(tx, admin, id, seal); }).reveal()};
    }
    std::string newest_key(const SubscriptionId& id) {
        return std::string{db->read(company, [&](db::Snapshot& snapshot) {
                                 return webhooks::newest_key(snapshot, admin, id, seal);
                             }).reveal()};
    }
    std::vector<std::string> live_keys(const SubscriptionId& id) {
        std::vector<std::string> keys;
        const auto live = db->read(
            company, [&](db::Snapshot& snapshot) { return webhooks::live_keys(snapshot, id, seal); });
        for (const Secret& key : live) keys.emplace_back(key.reveal());
        return keys;
    }
    std::int64_t subscribers(const std::string& event) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return events::store::count_subscribers(snapshot, event);
        });
    }
    std::string last_record() { return given::audit_names(*db, company).back(); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const webhooks::AddressGuard guard{webhooks::AddressRules{}};
    const Seal seal{Secret{std::string(Seal::kKeySize, 'k')}};
};

TEST_P(Subscribing, StartsInactiveAndIsKeptAsItWasSaid) {
    const Subscription made = create(draft({"job.created", "candidate.deleted"}));

    const Subscription kept = get(made.id);
    EXPECT_EQ(kept.callback_url, "https://hooks.example.com/in");
    EXPECT_THAT(kept.events, ElementsAre("job.created", "candidate.deleted"));
    EXPECT_EQ(kept.alerting_email, "ops@example.com");
    EXPECT_EQ(kept.status, SubscriptionStatus::inactive);
    EXPECT_EQ(kept.version, 1);
    EXPECT_EQ(kept.created_at, clock.now());
    EXPECT_EQ(kept.owner.user, admin.id());
    EXPECT_FALSE(kept.owner.application);
    EXPECT_FALSE(kept.activated_at);
    EXPECT_EQ(subscribers("job.created"), 0);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_CREATED");
}

TEST_P(Subscribing, IsForAdministratorsOnly) {
    const Subscription made = create(draft());
    const std::string expected = "NO_PERMISSION_TO_MANAGE_WEBHOOKS";
    for (const auto role : {accounts::Role::extended, accounts::Role::standard, accounts::Role::restricted,
                            accounts::Role::employee}) {
        const accounts::Actor other = given::user(*db, company, role);
        const auto read = [&](auto what) {
            return refusal([&] { db->read(company, [&](db::Snapshot& snapshot) { what(snapshot); }); });
        };
        const auto write = [&](auto what) {
            return refusal([&] { db->write(company, [&](db::Tx& tx) { what(tx); }); });
        };
        EXPECT_EQ(refusal([&] { create(other, draft()); }), expected);
        EXPECT_EQ(read([&](auto& snapshot) { webhooks::get(snapshot, other, made.id); }), expected);
        EXPECT_EQ(read([&](auto& snapshot) { webhooks::list(snapshot, other, {}); }), expected);
        EXPECT_EQ(read([&](auto& snapshot) { webhooks::newest_key(snapshot, other, made.id, seal); }),
                  expected);
        const auto unchanged = [](const Subscription&) { return webhooks::Change{}; };
        EXPECT_EQ(write([&](auto& tx) { webhooks::change(tx, other, made.id, unchanged, guard, seal); }),
                  expected);
        EXPECT_EQ(write([&](auto& tx) { webhooks::activate(tx, other, made); }), expected);
        EXPECT_EQ(write([&](auto& tx) { webhooks::deactivate(tx, other, made.id); }), expected);
        EXPECT_EQ(write([&](auto& tx) { webhooks::new_key(tx, other, made.id, seal); }), expected);
        EXPECT_EQ(write([&](auto& tx) { webhooks::remove(tx, other, made.id); }), expected);
    }
    EXPECT_EQ(get(made.id).version, 1);
}

TEST_P(Subscribing, OfAnotherCompanyIsUnknown) {
    const Subscription made = create(draft());
    const CompanyId rival = given::company(*db, "rival");
    const accounts::Actor stranger = given::user(*db, rival);

    EXPECT_EQ(refusal([&] {
                  db->read(rival,
                           [&](db::Snapshot& snapshot) { webhooks::get(snapshot, stranger, made.id); });
              }),
              "SUBSCRIPTION_NOT_FOUND");
    EXPECT_EQ(
        refusal([&] { db->write(rival, [&](db::Tx& tx) { webhooks::remove(tx, stranger, made.id); }); }),
        "SUBSCRIPTION_NOT_FOUND");
    EXPECT_EQ(get(made.id).version, 1);
}

TEST_P(Subscribing, ReportsEveryFaultWithItsPlace) {
    std::vector<std::pair<std::string, std::string>> faults;
    try {
        create({.callback_url = "http://hooks.example.com/",
                .events = {"job.created", "no.such"},
                .alerting_email = {},
                .auth = OAuthAuth{"id", Secret{"secret"}, "http://tokens.example.com/"}});
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
        for (const Fault& fault : error.faults) faults.emplace_back(fault.code, fault.path);
    }

    EXPECT_THAT(faults, UnorderedElementsAre(
                            std::pair{"INVALID_CALLBACK_URL", "/callbackUrl"},
                            std::pair{"EVENT_NOT_FOUND", "/events/1"},
                            std::pair{"INVALID_CALLBACK_URL", "/callbackAuthentication/tokenServiceUrl"}));
    EXPECT_EQ(refusal([&] {
                  create({.callback_url = "https://hooks.example.com/",
                          .events = {"job.created"},
                          .alerting_email = {},
                          .auth = HeaderAuth{"Host", Secret{"x"}}});
              }),
              "INVALID_CALLBACK_AUTHENTICATION");
}

TEST_P(Subscribing, OpensItsAuthenticationForItselfOnly) {
    const auto with_password = [](const std::string& password) {
        return webhooks::Draft{.callback_url = "https://hooks.example.com/in",
                               .events = {"job.created"},
                               .alerting_email = {},
                               .auth = BasicAuth{"robin", Secret{password}}};
    };
    const Subscription mine = create(with_password("a password"));
    const Subscription other = create(with_password("another"));

    EXPECT_THAT(*get(mine.id).sealed_auth, testing::Not(testing::HasSubstr("password")));
    const auto opened = webhooks::opened(get(mine.id).sealed_auth, mine.id, seal);
    EXPECT_EQ(std::get<BasicAuth>(opened).password.reveal(), "a password");
    EXPECT_THROW(webhooks::opened(get(mine.id).sealed_auth, other.id, seal), Error);
}

TEST_P(Subscribing, HasTwentyForEachOwner) {
    const given::Partner partner = given::partner(*db);
    const accounts::Actor application = given::connected(*db, company, admin, partner);
    const accounts::Actor colleague = given::user(*db, company);
    std::vector<SubscriptionId> mine;
    for (std::int64_t i = 0; i < subscriptions::kMostSubscriptions; ++i) mine.push_back(create(draft()).id);

    EXPECT_EQ(refusal([&] { create(draft()); }), "SUBSCRIPTIONS_LIMIT_EXCEEDED");
    for (std::int64_t i = 0; i < subscriptions::kMostSubscriptions; ++i) create(application, draft());
    EXPECT_EQ(refusal([&] { create(application, draft()); }), "SUBSCRIPTIONS_LIMIT_EXCEEDED");
    create(colleague, draft());

    remove(mine.front());
    create(draft());
    EXPECT_EQ(refusal([&] { create(draft()); }), "SUBSCRIPTIONS_LIMIT_EXCEEDED");
}

TEST_P(Subscribing, HasNoMoreThanTwentyWhenManyComeAtOnce) {
    for (std::int64_t i = 1; i < subscriptions::kMostSubscriptions; ++i) create(draft());

    std::atomic<int> made = 0;
    {
        std::vector<std::jthread> callers;
        for (int i = 0; i < 4; ++i)
            callers.emplace_back([&] {
                if (refusal([&] { create(draft()); }).empty()) ++made;
            });
    }

    EXPECT_EQ(made, 1);
}

TEST_P(Subscribing, IsListedInPages) {
    std::vector<std::string> made;
    for (int i = 0; i < 5; ++i) made.emplace_back(create(draft()).id.text());
    remove(create(draft()).id);

    std::vector<std::string> seen;
    std::optional<std::string> cursor;
    do {
        const auto page = db->read(company, [&](db::Snapshot& snapshot) {
            return webhooks::list(snapshot, admin, {.cursor = cursor, .limit = 2});
        });
        ASSERT_LE(page.subscriptions.size(), 2U);
        for (const Subscription& each : page.subscriptions) seen.emplace_back(each.id.text());
        cursor = page.next;
    } while (cursor);

    EXPECT_EQ(seen, made);
    EXPECT_EQ(refusal([&] {
                  db->read(company, [&](db::Snapshot& snapshot) {
                      webhooks::list(snapshot, admin, {.cursor = "nonsense", .limit = 2});
                  });
              }),
              "INVALID_PAGE_ID");
}

TEST_P(Subscribing, ActivatedItGetsItsEventsAndDeactivatedNone) {
    const Subscription made = create(draft({"job.created", "job.updated"}));

    clock.advance(1min);
    activate(made);
    EXPECT_EQ(get(made.id).status, SubscriptionStatus::active);
    EXPECT_EQ(get(made.id).activated_at, clock.now());
    EXPECT_EQ(get(made.id).version, 2);
    EXPECT_EQ(subscribers("job.created"), 1);
    EXPECT_EQ(subscribers("job.updated"), 1);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_ACTIVATED");
    EXPECT_EQ(refusal([&] { activate(made); }), "SUBSCRIPTION_ALREADY_ACTIVE");

    deactivate(made.id);
    EXPECT_EQ(get(made.id).status, SubscriptionStatus::inactive);
    EXPECT_EQ(get(made.id).version, 3);
    EXPECT_EQ(subscribers("job.created"), 0);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_DEACTIVATED");
    EXPECT_EQ(refusal([&] { deactivate(made.id); }), "SUBSCRIPTION_NOT_ACTIVE");
}

TEST_P(Subscribing, WhoseUrlChangedDuringTheHandshakeIsNotActivated) {
    const Subscription before = create(draft());
    change(before.id, {.callback_url = "https://other.example.com/"});

    EXPECT_EQ(refusal([&] { activate(before); }), "CONFLICT");

    EXPECT_EQ(get(before.id).status, SubscriptionStatus::inactive);
    EXPECT_EQ(subscribers("job.created"), 0);
    new_key(before.id);  // which is allowed
    const Subscription shaken = get(before.id);
    new_key(before.id);
    EXPECT_EQ(refusal([&] { activate(shaken); }), "");
}

TEST_P(Subscribing, ActivatedItForgetsItsFailuresAndItsSuspension) {
    Subscription made = create(draft());
    made.suspended_at = clock.now();
    db->write(company, [&](db::Tx& tx) {
        constexpr db::Sql kFail{"test_fail",
                                "UPDATE webhook_health SET failures_in_row = 99 WHERE company_id = $1"};
        tx.execute(kFail, {});
        subscriptions::store::update(tx, made);
    });
    const auto failures = [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return subscriptions::store::health_of(snapshot, made.id).failures_in_row;
        });
    };
    ASSERT_EQ(failures(), 99);
    ASSERT_TRUE(get(made.id).suspended_at);

    activate(made);

    EXPECT_EQ(failures(), 0);
    EXPECT_FALSE(get(made.id).suspended_at);
}

TEST_P(Subscribing, WithAnotherUrlOrAuthenticationMustProveItselfAnew) {
    const Subscription first = given_active();
    EXPECT_EQ(change(first.id, {.callback_url = "https://other.example.com/"}).status,
              SubscriptionStatus::inactive);
    EXPECT_EQ(subscribers("job.created"), 0);

    const Subscription second = given_active();
    webhooks::Change authentication;
    authentication.auth.emplace(BasicAuth{"robin", Secret{"a password"}});
    EXPECT_EQ(change(second.id, authentication).status, SubscriptionStatus::inactive);
    activate(get(second.id));
    EXPECT_EQ(change(second.id, authentication).status, SubscriptionStatus::active);  // it is the same
    webhooks::Change none;
    none.auth.emplace(std::monostate{});
    EXPECT_EQ(change(second.id, none).status, SubscriptionStatus::inactive);
    EXPECT_FALSE(get(second.id).sealed_auth);
}

TEST_P(Subscribing, WithOtherEventsStaysActiveAndGetsThose) {
    const Subscription made = given_active({"job.created", "job.updated"});

    change(made.id, {.events = std::vector<std::string>{"job.updated", "offer.created"}});

    EXPECT_EQ(get(made.id).status, SubscriptionStatus::active);
    EXPECT_EQ(get(made.id).version, made.version + 1);
    EXPECT_EQ(subscribers("job.created"), 0);
    EXPECT_EQ(subscribers("job.updated"), 1);
    EXPECT_EQ(subscribers("offer.created"), 1);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_CHANGED");
}

TEST_P(Subscribing, AnAlertingAddressCanBeTakenAway) {
    const Subscription made = create(draft());

    change(made.id, {.alerting_email = std::optional<std::string>{}});

    EXPECT_FALSE(get(made.id).alerting_email);
    EXPECT_EQ(get(made.id).callback_url, made.callback_url);
}

TEST_P(Subscribing, SendsNoCredentialsToAHostTheyWereNotGivenFor) {
    webhooks::Draft guarded = draft();
    guarded.auth.emplace<BasicAuth>("robin", Secret{"secret"});
    const SubscriptionId id = create(guarded).id;
    for (const auto* elsewhere : {"https://other.example.com/in", "https://hooks.example.com:8443/in"}) {
        EXPECT_EQ(refusal([&] { change(id, {.callback_url = elsewhere}); }),
                  "INVALID_CALLBACK_AUTHENTICATION")
            << elsewhere;
    }
    for (const auto* same : {"https://hooks.example.com/other", "https://HOOKS.example.com:443/in"})
        EXPECT_EQ(change(id, {.callback_url = same}).callback_url, same);

    webhooks::Change anew{.callback_url = "https://other.example.com/in"};
    anew.auth.emplace(std::in_place_type<BasicAuth>, "robin", Secret{"another"});
    EXPECT_EQ(change(id, anew).callback_url, "https://other.example.com/in");
    webhooks::Change none{.callback_url = "https://third.example.com/in"};
    none.auth.emplace();
    EXPECT_FALSE(change(id, none).sealed_auth.has_value());
}

TEST_P(Subscribing, AChangeToWhatIsAlreadySoChangesNothing) {
    const Subscription made = given_active();
    const auto records = given::audit_names(*db, company);

    change(made.id,
           {.callback_url = made.callback_url, .events = made.events, .alerting_email = made.alerting_email});

    EXPECT_EQ(get(made.id).version, made.version);
    EXPECT_EQ(get(made.id).status, SubscriptionStatus::active);
    EXPECT_EQ(given::audit_names(*db, company), records);
}

TEST_P(Subscribing, ARefusedChangeChangesNothing) {
    const Subscription made = given_active();

    EXPECT_EQ(refusal([&] {
                  change(made.id,
                         {.callback_url = "http://x/", .events = std::vector<std::string>{"job.updated"}});
              }),
              "INVALID_CALLBACK_URL");

    EXPECT_EQ(get(made.id).version, made.version);
    EXPECT_EQ(get(made.id).events, made.events);
}

TEST_P(Subscribing, DeletedItIsGoneWithItsSecrets) {
    const Subscription made = given_active();
    const Subscription other = given_active();
    new_key(made.id);

    remove(made.id);

    EXPECT_EQ(refusal([&] { get(made.id); }), "SUBSCRIPTION_NOT_FOUND");
    EXPECT_EQ(refusal([&] { remove(made.id); }), "SUBSCRIPTION_NOT_FOUND");
    EXPECT_EQ(refusal([&] { new_key(made.id); }), "SUBSCRIPTION_NOT_FOUND");
    EXPECT_THAT(live_keys(made.id), IsEmpty());
    EXPECT_EQ(subscribers("job.created"), 1);
    EXPECT_EQ(get(other.id).status, SubscriptionStatus::active);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_DELETED");
}

TEST_P(Subscribing, AKeyIsTwentyOneLettersAndDigits) {
    const Subscription made = create(draft());
    EXPECT_EQ(refusal([&] { newest_key(made.id); }), "SECRET_KEY_NOT_FOUND");

    const std::string key = new_key(made.id);

    EXPECT_THAT(key, SizeIs(21));
    EXPECT_TRUE(std::ranges::all_of(key, [](unsigned char c) { return std::isalnum(c) != 0; })) << key;
    EXPECT_EQ(newest_key(made.id), key);
    EXPECT_EQ(get(made.id).version, made.version + 1);
    EXPECT_EQ(last_record(), "WEBHOOK_SUBSCRIPTION_CHANGED");
}

TEST_P(Subscribing, AnOldKeyCountsForAnotherDay) {
    const Subscription made = create(draft());
    const std::string first = new_key(made.id);
    clock.advance(100h);
    EXPECT_THAT(live_keys(made.id), ElementsAre(first));

    const std::string second = new_key(made.id);
    clock.advance(23h);
    const std::string third = new_key(made.id);
    EXPECT_THAT(live_keys(made.id), ElementsAre(third, second, first));

    clock.advance(1h);
    EXPECT_THAT(live_keys(made.id), ElementsAre(third, second));
    clock.advance(23h);
    EXPECT_THAT(live_keys(made.id), ElementsAre(third));
}

TEST_P(Subscribing, HasSixteenLiveKeysAtMost) {
    const Subscription made = create(draft());
    for (std::int64_t i = 0; i < subscriptions::kMostLiveKeys; ++i) new_key(made.id);

    EXPECT_EQ(refusal([&] { new_key(made.id); }), "SECRET_KEYS_LIMIT_EXCEEDED");
    EXPECT_THAT(live_keys(made.id), SizeIs(subscriptions::kMostLiveKeys));

    clock.advance(24h);
    new_key(made.id);
    EXPECT_THAT(live_keys(made.id), SizeIs(2));
}

RUN_ON_EACH_DATABASE(Subscribing);

}  // namespace
}  // namespace callboard
