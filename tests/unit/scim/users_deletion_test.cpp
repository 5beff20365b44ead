// Users whom a directory deactivates and deletes: what ends, and what stays.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/password_links.h"
#include "accounts/sign_on.h"
#include "accounts/sso_connections.h"
#include "accounts/user_activation.h"
#include "accounts/user_store.h"
#include "mail/mail_store.h"
#include "mail/outbox.h"
#include "scim/users.h"
#include "subscriptions/subscription_store.h"
#include "support/delivering_server.h"
#include "support/given.h"
#include "support/oauth_flow.h"
#include "support/scim_users.h"
#include "support/seal.h"

namespace callboard::scim {
namespace {

using accounts::Role;
using accounts::UserState;
using testing::Contains;
using testing::IsEmpty;

const std::string kDeactivation = R"([{"op":"replace","path":"active","value":false}])";
const std::string kActivation = R"([{"op":"replace","path":"active","value":true}])";

class ScimDeletion : public test::ScimUsersFixture {
  protected:
    UserId never_active() {
        return create(R"({"userName":"new@example.test","externalId":"new","active":false})").user.id;
    }
    // The token of the mailed link.
    Secret invited(const UserId& id) {
        db->write(company, [&](db::Tx& tx) {
            accounts::invite(tx, admin, id, {.page = "https://callboard.test/x", .seal = test::test_seal()});
        });
        const auto mail = db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, std::nullopt, 1).at(0);
        });
        const std::string link =
            test::test_seal().open(*mail.sealed_link, mail::place_of_link(mail.id)).value();
        return Secret{link.substr(link.find('=') + 1)};
    }
    bool use(const Secret& token) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return accounts::use_link(tx, token, "a hash", {}); });
    }
    UserState state_of(const UserId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return accounts::store::find_user(snapshot, id).value().state;
        });
    }
    test::TokenAnswer exchange(const given::Partner& partner, const std::string& code) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}));
        });
    }
    test::TokenAnswer refresh(const given::Partner& partner, const std::string& token) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(oauth::refresh(tx, partner.application, {.token = token}));
        });
    }
    bool works(const test::TokenAnswer& tokens) {
        const auto key = oauth::read_token(tokens.access);
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::store::find_bearer(snapshot, key.value()).has_value();
        });
    }
};

TEST_P(ScimDeletion, AreUnknownToTheDirectoryOnceItDeletedThem) {
    const auto ada = named("ada").user;

    remove(ada.id);

    EXPECT_EQ(test::error_code([&] { find(ada.id); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { remove(ada.id); }), "USER_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { patch(ada.id, R"([{"op":"replace","path":"active","value":true}])"); }),
              "USER_NOT_FOUND");
    EXPECT_THAT(emails(R"(externalId eq "ada")"), IsEmpty());
    const auto kept =
        db->read(company, [&](db::Snapshot& s) { return accounts::store::find_user(s, ada.id); });
    EXPECT_EQ(kept.value().state, UserState::inactive);
    EXPECT_NE(named("ada").user.id, ada.id) << "the directory may give name and externalId to a new user";
}

TEST_P(ScimDeletion, AreKnownAgainWhenAnAdministratorActivatesThem) {
    const auto ada = named("ada").user;
    remove(ada.id);

    db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, admin, ada.id); });

    EXPECT_EQ(find(ada.id).user.email, ada.email);
}

// A server of 0.1.0, during an upgrade, does not know the mark.
TEST_P(ScimDeletion, EndsWithAnActivationByAnOlderServer) {
    const auto ada = named("ada").user;
    remove(ada.id);
    const auto group =
        db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, "Kitchen").id; });
    constexpr db::Sql kActivate{"test_activate",
                                "UPDATE user_account SET state = 'ACTIVE' WHERE company_id = $1 AND id = $2"};
    db->write(company, [&](db::Tx& tx) {
        accounts::add_to_access_group(tx, admin, group, {ada.id});
        tx.execute(kActivate, {ada.id});
    });

    EXPECT_EQ(find(ada.id).user.email, ada.email);
    db->read(company, [&](db::Snapshot& snapshot) {
        EXPECT_EQ(accounts::store::members_of(snapshot, group).size(), 1U);
    });
}

TEST_P(ScimDeletion, EndsAnInvitation) {
    const UserId deleted = never_active();
    const Secret first = invited(deleted);
    remove(deleted);
    EXPECT_FALSE(use(first));
    EXPECT_EQ(state_of(deleted), UserState::inactive);
    EXPECT_EQ(test::error_code([&] { invited(deleted); }), "ACTIVATION_EMAIL_UNAVAILABLE");

    const UserId disabled = create(R"({"userName":"other@example.test","active":false})").user.id;
    const Secret second = invited(disabled);
    patch(disabled, kDeactivation);
    EXPECT_FALSE(use(second));
    EXPECT_EQ(state_of(disabled), UserState::inactive);
}

TEST_P(ScimDeletion, FreesTheAddressOfAUserWhoWasNeverActive) {
    const UserId deleted = never_active();
    remove(deleted);

    const auto again = create(R"({"userName":"new@example.test","externalId":"new"})");

    EXPECT_NE(again.user.id, deleted);
    EXPECT_EQ(again.user.state, UserState::active);
}

TEST_P(ScimDeletion, EndsMemberships) {
    const auto ada = named("ada").user.id;
    const auto group =
        db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, "Kitchen").id; });
    db->write(company, [&](db::Tx& tx) { accounts::add_to_access_group(tx, admin, group, {ada}); });

    remove(ada);
    db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, admin, ada); });

    db->read(company, [&](db::Snapshot& snapshot) {
        EXPECT_THAT(accounts::store::groups_of(snapshot, ada), IsEmpty());
    });
}

TEST_P(ScimDeletion, IsInTheAuditLog) {
    remove(named("ada").user.id);
    EXPECT_THAT(given::audit_names(*db, company), Contains("USER_ACCOUNT_DEPROVISIONED"));
}

TEST_P(ScimDeletion, EndsTokensAndCodesOfApplications) {
    const given::Partner partner = given::partner(*db);
    const auto ada = named("ada").user.id;
    const oauth::Grant grant{.company = company, .user = ada, .application = partner.application.id};
    const auto tokens = exchange(partner, given::code(*db, partner, grant));
    const std::string early = given::code(*db, partner, grant);
    ASSERT_TRUE(works(tokens));

    patch(ada, kDeactivation);
    EXPECT_FALSE(works(tokens));
    EXPECT_FALSE(refresh(partner, tokens.refresh).good());
    patch(ada, kActivation);
    EXPECT_TRUE(works(tokens)) << "a deactivation suspends them";
    EXPECT_FALSE(exchange(partner, early).good()) << "it ends codes";

    const std::string unused = given::code(*db, partner, grant);
    remove(ada);
    db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, admin, ada); });
    EXPECT_FALSE(works(tokens));
    EXPECT_FALSE(refresh(partner, tokens.refresh).good());
    EXPECT_FALSE(exchange(partner, unused).good());
}

TEST_P(ScimDeletion, AndDeactivationEndSubscriptions) {
    const auto ada = create(R"({"userName":"ada@example.test","roles":[{"value":"ADMINISTRATOR"}]})").user.id;
    const auto subscription = test::given_subscription(*db, {ada, Role::administrator, {}}, company,
                                                       "https://hooks.example.com/in", {"job.created"});
    const auto status = [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return subscriptions::store::find(snapshot, subscription).value().status;
        });
    };
    ASSERT_EQ(status(), subscriptions::SubscriptionStatus::active);

    patch(ada, kDeactivation);

    EXPECT_EQ(status(), subscriptions::SubscriptionStatus::inactive);
}

TEST_P(ScimDeletion, IsNotUndoneBySingleSignOn) {
    const auto connection = db->write(company, [&](db::Tx& tx) {
        return accounts::set_sso_connection(tx, {},
                                            {.issuer = "https://id.acme.test",
                                             .client_id = "callboard",
                                             .client_secret = Secret{"secret"},
                                             .created_role = Role::standard,
                                             .domains = {{"example.test"}}},
                                            test::test_seal());
    });
    const auto sign_on_as = [&](const std::string& email) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::sign_on(
                tx, connection,
                {.identifier = "ada", .verified_email = email, .first_name = "Ada", .last_name = "Byron"},
                {});
        });
    };
    remove(named("ada").user.id);

    EXPECT_FALSE(sign_on_as("ada@example.test"));
    EXPECT_FALSE(sign_on_as("ada.king@example.test"));

    const auto again = named("ada").user.id;
    const auto signed_on = sign_on_as("ada@example.test");
    ASSERT_TRUE(signed_on);
    EXPECT_EQ(signed_on->user, again);
}

RUN_ON_EACH_DATABASE(ScimDeletion);

}  // namespace
}  // namespace callboard::scim
