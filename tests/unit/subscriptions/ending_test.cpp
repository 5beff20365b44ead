#include "subscriptions/ending.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/credential_store.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "events/outbox.h"
#include "mail/mail_store.h"
#include "oauth/client_credential.h"
#include "oauth/connections.h"
#include "oauth/token_inspection.h"
#include "subscriptions/alert_store.h"
#include "subscriptions/subscription_store.h"
#include "support/oauth_flow.h"
#include "support/seal.h"
#include "webhooks/delivery/delivery_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using subscriptions::Subscription;
using subscriptions::SubscriptionStatus;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr db::Sql kRecords{"test_deactivations", R"(
    SELECT author_type, context FROM audit_record
    WHERE company_id = $1 AND entity_id = $2 AND event_name = 'WEBHOOK_SUBSCRIPTION_DEACTIVATED' ORDER BY id)"};

class Ending : public test::OAuthFlow {
  protected:
    // An active subscription of the actor.
    SubscriptionId given_active(const accounts::Actor& owner) { return given_active(owner, company); }
    SubscriptionId given_active(const accounts::Actor& owner, const CompanyId& whose) {
        const Subscription made = given_inactive(owner, whose);
        db->write(whose, [&](db::Tx& tx) { webhooks::activate(tx, owner, made); });
        return made.id;
    }
    Subscription given_inactive(const accounts::Actor& owner, const CompanyId& whose) {
        return db->write(whose, [&](db::Tx& tx) {
            return webhooks::create(tx, owner,
                                    {.callback_url = "https://hooks.example.com/in",
                                     .events = {"job.created"},
                                     .alerting_email = "ops@partner.example",
                                     .auth = {}},
                                    webhooks::AddressGuard{webhooks::AddressRules{}}, test::test_seal());
        });
    }
    Subscription get(const SubscriptionId& id) { return get(id, company); }
    Subscription get(const SubscriptionId& id, const CompanyId& whose) {
        return db->read(
            whose, [&](db::Snapshot& snapshot) { return subscriptions::store::find(snapshot, id).value(); });
    }
    bool is_active(const SubscriptionId& id) { return get(id).status == SubscriptionStatus::active; }
    void activate(const accounts::Actor& actor, const SubscriptionId& id) {
        const Subscription as_it_is = get(id);
        db->write(company, [&](db::Tx& tx) { webhooks::activate(tx, actor, as_it_is); });
    }
    void happen() {
        db->write(company, [&](db::Tx& tx) { events::append(tx, events::JobCreated{tx.new_id<JobId>()}); });
    }
    std::vector<webhooks::store::Claimed> claim(const SubscriptionId& id) {
        return db
            ->write(std::nullopt,
                    [&](db::Tx& tx) {
                        return webhooks::store::claim(tx, id, 8,
                                                      {.node = "here", .token = "here", .duration = 30s});
                    })
            .deliveries;
    }
    // "AUTHOR context" of each.
    std::vector<std::string> records(const SubscriptionId& id, const CompanyId& whose) {
        return db->read(whose, [&](db::Snapshot& snapshot) {
            return snapshot.all(kRecords, {id},
                                [](const db::Row& row) { return row.string(0) + " " + row.string(1); });
        });
    }
    std::vector<std::string> records(const SubscriptionId& id) { return records(id, company); }
    std::vector<mail::store::StoredMail> mails() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, mail::Status::pending, 100);
        });
    }
    static std::string refusal(const std::function<void()>& what) {
        try {
            what();
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }

    // --- ways to lose access

    void deactivate_user(const accounts::Actor& whom) {
        db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, chief, whom.id()); });
    }
    void change_role(const accounts::Actor& whom, accounts::Role role) {
        db->write(company, [&](db::Tx& tx) {
            accounts::change_user(tx, chief, whom.id(), [&](const accounts::UserRecord& before) {
                return accounts::UserDraft{.email = before.user.email,
                                           .first_name = before.user.first_name,
                                           .last_name = before.user.last_name,
                                           .role = role,
                                           .profile = before.profile};
            });
        });
    }
    void disconnect(const given::Partner& whom) {
        db->write(std::nullopt, [&](db::Tx& tx) { oauth::disconnect(tx, grant_of(whom), user); });
    }
    bool revoke_token(const std::string& token) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return oauth::revoke_token(tx, partner.application, token); });
    }
    void revoke_application() {
        db->write(std::nullopt, [&](db::Tx& tx) { oauth::revoke_application(tx, partner.application.id); });
    }
    accounts::Actor with_key(const accounts::Actor& whom) {
        accounts::Actor actor = whom;
        actor.credential = db->write(company, [&](db::Tx& tx) {
            const auto email = accounts::store::find_user(tx, whom.id())->email;
            return accounts::create_api_key(tx, email, accounts::new_api_key()).id;
        });
        return actor;
    }
    accounts::Actor program() {
        const auto made = db->write(company, [&](db::Tx& tx) {
            return oauth::create_client_credential(
                tx, {.name = "Robot", .role = accounts::Role::administrator, .scopes = "webhooks_manage"},
                Secret{"a secret"});
        });
        accounts::Actor actor{made.user, accounts::Role::administrator, {}};
        actor.credential = made.id;
        return actor;
    }

    // Deactivated with all effects; `author` is that of the audit record.
    void expect_ended(const SubscriptionId& id, const std::string& author, const std::string& reason) {
        const Subscription ended = get(id);
        EXPECT_EQ(ended.status, SubscriptionStatus::inactive);
        EXPECT_EQ(ended.suspended_at, clock.now());
        EXPECT_EQ(ended.owner_lost_at, clock.now());
        EXPECT_THAT(records(id), ElementsAre(author + R"( {"reason":")" + reason + R"("})"));
        const auto alerts = db->read(
            company, [&](db::Snapshot& snapshot) { return subscriptions::store::alerts_of(snapshot, id); });
        ASSERT_THAT(alerts, SizeIs(1));
        EXPECT_EQ(alerts.front().kind, subscriptions::AlertKind::access_revoked);
        ASSERT_THAT(mails(), SizeIs(1));
        EXPECT_THAT(mails().front().values, HasSubstr(std::string{id.text()}));

        EXPECT_THAT(claim(id), IsEmpty()) << "what waited is not sent";
        happen();
        activate(chief, id);
        EXPECT_THAT(claim(id), SizeIs(1)) << "what waited is kept, and what happened meanwhile is not added";
    }

    const accounts::Actor chief = given::user(*db, company);
};

TEST_P(Ending, WithTheUser) {
    const SubscriptionId own = given_active(user);
    const SubscriptionId others = given_active(chief);
    happen();

    deactivate_user(user);

    EXPECT_TRUE(is_active(others));
    expect_ended(own, "USER", "USER_DEACTIVATED");
}

TEST_P(Ending, WithTheUserAtTheCommandLine) {
    const SubscriptionId own = given_active(user);
    happen();

    db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, user.id()); });

    expect_ended(own, "SYSTEM", "USER_DEACTIVATED");
}

TEST_P(Ending, WithTheUserForWhomAnApplicationMadeIt) {
    const SubscriptionId made = given_active(given::connected(*db, company, user, partner));
    happen();

    deactivate_user(user);

    expect_ended(made, "USER", "USER_DEACTIVATED");
}

TEST_P(Ending, WithTheRole) {
    const SubscriptionId own = given_active(user);
    happen();

    change_role(user, accounts::Role::extended);

    expect_ended(own, "USER", "ROLE_CHANGED");
}

TEST_P(Ending, WithTheApiKeyThatMadeIt) {
    const accounts::Actor by_key = with_key(user);
    const SubscriptionId own = given_active(by_key);
    const SubscriptionId by_another_key = given_active(with_key(user));
    happen();

    db->write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, *by_key.credential); });

    EXPECT_TRUE(is_active(by_another_key));
    expect_ended(own, "SYSTEM", "CREDENTIAL_REVOKED");
}

TEST_P(Ending, WithTheClientCredentials) {
    const accounts::Actor robot = program();
    const SubscriptionId own = given_active(robot);
    happen();

    db->write(company, [&](db::Tx& tx) { oauth::revoke_client_credential(tx, *robot.credential); });

    expect_ended(own, "SYSTEM", "CREDENTIAL_REVOKED");
}

TEST_P(Ending, WithTheApplicationInAllCompanies) {
    const SubscriptionId own = given_active(given::connected(*db, company, user, partner));
    const CompanyId other = given::company(*db, "rival");
    const SubscriptionId elsewhere =
        given_active(given::connected(*db, other, given::user(*db, other), partner), other);
    const SubscriptionId users_own = given_active(user);
    const SubscriptionId of_another =
        given_active(given::connected(*db, company, user, given::partner(*db, "B")));

    revoke_application();

    EXPECT_FALSE(is_active(own));
    EXPECT_EQ(get(elsewhere, other).status, SubscriptionStatus::inactive);
    EXPECT_THAT(records(own), ElementsAre(R"(SYSTEM {"reason":"APPLICATION_REVOKED"})"));
    EXPECT_THAT(records(elsewhere, other), ElementsAre(R"(SYSTEM {"reason":"APPLICATION_REVOKED"})"));
    EXPECT_THAT(mails(), SizeIs(2));
    EXPECT_TRUE(is_active(users_own));
    EXPECT_TRUE(is_active(of_another));
}

TEST_P(Ending, WithTheConnection) {
    const SubscriptionId own = given_active(given::connected(*db, company, user, partner));
    const SubscriptionId for_another = given_active(given::connected(*db, company, chief, partner));
    happen();

    disconnect(partner);

    EXPECT_TRUE(is_active(for_another));
    expect_ended(own, "USER", "APPLICATION_DISCONNECTED");
}

TEST_P(Ending, WithTheLastTokenThatTheApplicationRevokes) {
    const auto first = tokens();
    const auto second = tokens();
    accounts::Actor application = user;
    application.application = partner.application.id;
    const SubscriptionId own = given_active(application);
    happen();

    EXPECT_TRUE(revoke_token(first.access));
    EXPECT_TRUE(is_active(own)) << "it has another authorization of the user";
    EXPECT_TRUE(revoke_token(second.refresh));

    expect_ended(own, "SYSTEM", "APPLICATION_DISCONNECTED");
}

TEST_P(Ending, WithTheTokensThatAThiefMayHave) {
    const auto first = tokens();
    accounts::Actor application = user;
    application.application = partner.application.id;
    const SubscriptionId own = given_active(application);
    happen();
    EXPECT_TRUE(refresh(first.refresh).good());
    clock.advance(3s);

    EXPECT_EQ(refresh(first.refresh).error, "invalid_grant");

    expect_ended(own, "SYSTEM", "APPLICATION_DISCONNECTED");
}

// --- reactivation

TEST_P(Ending, WhoeverActivatesItThenOwnsIt) {
    const SubscriptionId left = given_active(user);
    deactivate_user(user);
    const accounts::Actor new_owner = with_key(given::user(*db, company));

    activate(new_owner, left);

    EXPECT_EQ(get(left).owner.user, new_owner.id());
    EXPECT_EQ(get(left).owner.credential, new_owner.credential);
    EXPECT_FALSE(get(left).owner_lost_at);
    db->write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, *new_owner.credential); });
    EXPECT_FALSE(is_active(left));
}

TEST_P(Ending, WhatWasInactiveIsTakenOverAsWell) {
    const SubscriptionId left = given_inactive(user, company).id;
    deactivate_user(user);
    EXPECT_THAT(records(left), IsEmpty());
    EXPECT_THAT(mails(), IsEmpty());

    activate(chief, left);

    EXPECT_EQ(get(left).owner.user, chief.id());
}

TEST_P(Ending, ActivatingForAnOwnerWhoHasAccessTakesNothing) {
    const SubscriptionId own = given_inactive(user, company).id;

    activate(chief, own);

    EXPECT_EQ(get(own).owner.user, user.id());
    deactivate_user(user);
    EXPECT_FALSE(is_active(own));
}

// Allows replacing a key: activate with the new one, then revoke the old one.
TEST_P(Ending, TheOwnersOtherKeyTakesItOver) {
    const accounts::Actor old_key = with_key(user);
    const SubscriptionId own = given_active(old_key);
    db->write(company, [&](db::Tx& tx) { webhooks::deactivate(tx, old_key, own); });
    activate(with_key(user), own);

    db->write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, *old_key.credential); });

    EXPECT_TRUE(is_active(own));
}

TEST_P(Ending, TakingOverCountsAsOneOfTwenty) {
    const SubscriptionId left = given_active(user);
    deactivate_user(user);
    for (std::int64_t i = 0; i < subscriptions::kMostSubscriptions; ++i) given_inactive(chief, company);

    EXPECT_EQ(refusal([&] { activate(chief, left); }), "SUBSCRIPTIONS_LIMIT_EXCEEDED");

    EXPECT_FALSE(is_active(left));
    EXPECT_EQ(get(left).owner.user, user.id());
}

// --- races: the access ends after the request was authorized

TEST_P(Ending, WhoHasLostAccessMeanwhileMakesNothingActive) {
    const accounts::Actor by_key = with_key(user);
    const accounts::Actor robot = program();
    const accounts::Actor application = given::connected(*db, company, user, partner);
    const given::Partner second = given::partner(*db, "Second");
    const accounts::Actor other_application = given::connected(*db, company, user, second);
    const SubscriptionId waiting = given_inactive(chief, company).id;
    const auto expect_refused = [&](const accounts::Actor& actor, const std::string& code) {
        EXPECT_EQ(refusal([&] { activate(actor, waiting); }), code);
        EXPECT_EQ(refusal([&] { given_inactive(actor, company); }), code);
    };
    const auto is_let = [&](const accounts::Actor& actor) { given_inactive(actor, company); };
    for (const auto* each : {&user, &by_key, &robot, &application, &other_application}) is_let(*each);

    db->write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, *by_key.credential); });
    expect_refused(by_key, "UNAUTHORIZED");
    db->write(company, [&](db::Tx& tx) { oauth::revoke_client_credential(tx, *robot.credential); });
    expect_refused(robot, "UNAUTHORIZED");
    revoke_application();
    expect_refused(application, "UNAUTHORIZED");
    disconnect(second);
    expect_refused(other_application, "UNAUTHORIZED");
    change_role(user, accounts::Role::standard);
    expect_refused(user, "NO_PERMISSION_TO_MANAGE_WEBHOOKS");
    deactivate_user(user);
    expect_refused(user, "UNAUTHORIZED");
    EXPECT_FALSE(is_active(waiting));
}

TEST_P(Ending, NothingSlipsThroughBetweenActivatingAndRevoking) {
    for (int round = 0; round < 20; ++round) {
        const accounts::Actor owner = with_key(given::user(*db, company));
        const Subscription made = given_inactive(owner, company);
        std::atomic<int> ready = 0;
        const auto together = [&] {
            ++ready;
            while (ready < 2) std::this_thread::yield();
        };
        {
            const std::jthread activating{[&] {
                together();
                refusal(
                    [&] { db->write(company, [&](db::Tx& tx) { webhooks::activate(tx, owner, made); }); });
            }};
            const std::jthread revoking{[&] {
                together();
                if (round % 2 == 0) {
                    deactivate_user(owner);
                } else {
                    db->write(company,
                              [&](db::Tx& tx) { accounts::revoke_credential(tx, *owner.credential); });
                }
            }};
        }
        EXPECT_FALSE(is_active(made.id)) << round;
    }
}

RUN_ON_EACH_DATABASE(Ending);

}  // namespace
}  // namespace callboard
