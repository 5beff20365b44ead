#include "accounts/sign_on.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/second_factor.h"
#include "accounts/session_store.h"
#include "accounts/sso_connections.h"
#include "accounts/user_store.h"
#include "base/totp.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"

namespace callboard::accounts {
namespace {

using testing::Contains;

const std::string kEmail = "ada@acme.example";

class SigningOn : public test::EachDatabase {
  protected:
    UserId add(const CompanyId& to, const std::string& email = kEmail) {
        return db->write(to, [&](db::Tx& tx) {
            return add_user(
                       tx,
                       {.email = email, .first_name = "Ada", .last_name = "Byron", .role = Role::standard},
                       "hash")
                .id;
        });
    }
    void set_profile(const UserId& user, const std::optional<std::string>& identifier,
                     std::optional<SsoLoginMode> mode = std::nullopt) {
        db->write(company, [&](db::Tx& tx) {
            UserRecord record = store::find_record(tx, user).value();
            record.profile.sso_identifier = identifier;
            record.profile.sso_login_mode = mode;
            store::update(tx, record);
        });
    }
    void deactivate(const UserId& user) {
        db->write(company, [&](db::Tx& tx) { deactivate_as_operator(tx, user); });
    }
    SsoConnection connect(std::optional<Role> created_role = std::nullopt) {
        return db->write(company, [&](db::Tx& tx) {
            return set_sso_connection(tx, {},
                                      {.issuer = "https://id.acme.test",
                                       .client_id = "callboard",
                                       .client_secret = Secret{"secret"},
                                       .created_role = created_role,
                                       .domains = {{"acme.example"}}},
                                      test::test_seal());
        });
    }
    std::expected<Account, RefusedSignOn> try_sign_on(const ProvenIdentity& identity) {
        return db->write(company, [&](db::Tx& tx) { return sign_on(tx, connection, identity, {}); });
    }
    std::optional<UserId> signed_on(const ProvenIdentity& identity) {
        const auto outcome = try_sign_on(identity);
        return outcome ? std::optional{outcome->user} : std::nullopt;
    }
    std::optional<SignOnRefusal> refusal_of(const ProvenIdentity& identity) {
        const auto outcome = try_sign_on(identity);
        return outcome ? std::nullopt : std::optional{outcome.error().why};
    }
    UserRecord record_of(const UserId& user) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return store::find_record(snapshot, user).value(); });
    }
    static ProvenIdentity person(const std::optional<std::string>& verified_email = kEmail) {
        return {.identifier = "sub-1",
                .verified_email = verified_email,
                .first_name = "Ada",
                .last_name = "Byron"};
    }

    const CompanyId company = given::company(*db);
    const CompanyId elsewhere = given::company(*db, "elsewhere");
    SsoConnection connection = connect();
};

TEST_P(SigningOn, FindsTheUserWithTheIdentifier) {
    const UserId user = add(company);
    set_profile(user, "sub-1");
    EXPECT_EQ(signed_on(person(std::nullopt)), user);
    EXPECT_EQ(signed_on(person("somebody.else@acme.example")), user);
}

TEST_P(SigningOn, LinksTheUserWithTheVerifiedEmail) {
    const UserId user = add(company);
    EXPECT_EQ(signed_on(person()), user);
    EXPECT_EQ(record_of(user).profile.sso_identifier, "sub-1");
    EXPECT_THAT(given::audit_names(*db, company), Contains("USER_ACCOUNT_UPDATED"));
    // from now on, the e-mail does not matter
    EXPECT_EQ(signed_on(person(std::nullopt)), user);
}

// Whoever may change the provider could otherwise become an administrator, past the second factor.
TEST_P(SigningOn, LinksNoAdministratorAndNobodyWithASecondFactor) {
    const UserId user = add(company);
    const auto set_role = [&](Role role) {
        db->write(company, [&](db::Tx& tx) {
            UserRecord record = store::find_record(tx, user).value();
            record.user.role = role;
            store::update(tx, record);
        });
    };
    set_role(Role::administrator);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::needs_identifier);
    set_role(Role::standard);
    const Account account{.company = company, .user = user};
    db->write(company, [&](db::Tx& tx) {
        const Secret key = begin_second_factor(tx, account, test::test_seal()).value();
        confirm_second_factor(tx, account, totp_at(key, totp_step(tx.now)), test::test_seal(), {});
    });
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::needs_identifier);
    EXPECT_EQ(record_of(user).profile.sso_identifier, std::nullopt);
    // somebody has set it on purpose
    set_profile(user, "sub-1");
    EXPECT_EQ(signed_on(person()), user);
    set_role(Role::administrator);
    EXPECT_EQ(signed_on(person()), user);
}

// The provider was called for seconds, in which an administrator may have replaced it.
TEST_P(SigningOn, IsByTheProviderThatTheCompanyHasNow) {
    const UserId user = add(company);
    const auto refused_with = [&](auto change) {
        connection = connect();
        change(connection);
        return refusal_of(person());
    };
    using Used = SsoConnection;
    constexpr auto kChanged = SignOnRefusal::provider_changed;
    EXPECT_EQ(refused_with([](Used& used) { used.issuer = "https://id.old.test"; }), kChanged);
    EXPECT_EQ(refused_with([](Used& used) { used.client_id = "old"; }), kChanged);
    EXPECT_EQ(refused_with([](Used& used) { used.claim = "oid"; }), kChanged);
    EXPECT_EQ(refused_with([](Used& used) { used.required_claim = "tid=1"; }), kChanged);
    connection = connect();
    db->write(company, [](db::Tx& tx) { remove_sso_connection(tx, {}); });
    EXPECT_EQ(refusal_of(person()), kChanged);
    EXPECT_EQ(record_of(user).profile.sso_identifier, std::nullopt);
}

TEST_P(SigningOn, CreatesUsersByTheRuleOfNow) {
    connection = connect(Role::employee);
    connect();  // creates nobody any longer
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::unknown_user);
    connection.created_role.reset();
    connect(Role::employee);
    EXPECT_TRUE(signed_on(person()));
}

TEST_P(SigningOn, DoesNotTrustAnUnverifiedEmail) {
    const UserId user = add(company);
    EXPECT_EQ(refusal_of(person(std::nullopt)), SignOnRefusal::unknown_user);
    EXPECT_EQ(record_of(user).profile.sso_identifier, std::nullopt);
}

TEST_P(SigningOn, ComparesEmailsWithTheirCase) {
    add(company);
    EXPECT_EQ(refusal_of(person("Ada@acme.example")), SignOnRefusal::unknown_user);
}

// The e-mail of somebody who left was given to somebody else.
TEST_P(SigningOn, DoesNotReplaceAnIdentifier) {
    const UserId user = add(company);
    set_profile(user, "sub-0");
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::other_identifier);
    EXPECT_EQ(record_of(user).profile.sso_identifier, "sub-0");
}

TEST_P(SigningOn, RefusesInactiveUsers) {
    const UserId user = add(company);
    deactivate(user);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::inactive);
    set_profile(user, "sub-1");
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::inactive);
}

TEST_P(SigningOn, RefusesUsersWhoseModeIsThePassword) {
    const UserId user = add(company);
    set_profile(user, std::nullopt, SsoLoginMode::password);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::password_only);
    EXPECT_EQ(record_of(user).profile.sso_identifier, std::nullopt);
    set_profile(user, "sub-1", SsoLoginMode::password);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::password_only);
    set_profile(user, "sub-1", SsoLoginMode::sso);
    EXPECT_EQ(signed_on(person()), user);
}

TEST_P(SigningOn, NeverTakesAUserOfAnotherCompany) {
    const UserId user = add(elsewhere, "ada@elsewhere.example");
    db->write(elsewhere, [&](db::Tx& tx) {
        UserRecord record = store::find_record(tx, user).value();
        record.user.email = kEmail;  // from before the company had the domain
        record.profile.sso_identifier = "sub-1";
        store::update(tx, record);
    });
    EXPECT_EQ(refusal_of(person(std::nullopt)), SignOnRefusal::unknown_user);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::email_elsewhere);
    connection = connect(Role::employee);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::email_elsewhere);
}

TEST_P(SigningOn, CreatesUsersByRuleOnly) {
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::unknown_user);
    connection = connect(Role::employee);
    EXPECT_EQ(refusal_of(person(std::nullopt)), SignOnRefusal::unknown_user);
    EXPECT_EQ(refusal_of(person("ada@other.example")), SignOnRefusal::unknown_user);
    EXPECT_EQ(refusal_of(person("ada@evil.acme.example")), SignOnRefusal::unknown_user);
    EXPECT_EQ(refusal_of(person("acme.example")), SignOnRefusal::unknown_user);

    const auto created = signed_on(person());
    ASSERT_TRUE(created);
    const UserRecord record = record_of(*created);
    EXPECT_EQ(record.user.role, Role::employee);
    EXPECT_EQ(record.user.state, UserState::active);
    EXPECT_EQ(record.user.email, kEmail);
    EXPECT_EQ(record.profile.sso_identifier, "sub-1");
    EXPECT_EQ(signed_on(person()), created);
    EXPECT_THAT(given::audit_names(*db, company), Contains("USER_ACCOUNT_CREATED"));
}

TEST_P(SigningOn, DoesNotCreateADeactivatedUserAgain) {
    deactivate(add(company));
    connection = connect(Role::employee);
    EXPECT_EQ(refusal_of(person()), SignOnRefusal::inactive);
}

TEST_P(SigningOn, CreatesOneUserForManyRequests) {
    connection = connect(Role::employee);
    std::atomic<int> admitted = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 6; ++i)
            threads.emplace_back([&] { admitted += signed_on(person()).has_value() ? 1 : 0; });
    }
    EXPECT_EQ(admitted, 6);
    EXPECT_EQ(db->read(company, store::people).size(), 1U);
}

TEST_P(SigningOn, NamesUsersWithoutNamesByTheirMailbox) {
    connection = connect(Role::employee);
    ProvenIdentity nameless = person();
    nameless.first_name = " \t ";
    nameless.last_name = "By\nron" + std::string(400, 'x');
    const UserRecord record = record_of(signed_on(nameless).value());
    EXPECT_EQ(record.user.first_name, "ada");
    EXPECT_EQ(record.user.last_name.substr(0, 6), "By ron");
    EXPECT_LE(record.user.last_name.size(), 300U);
}

RUN_ON_EACH_DATABASE(SigningOn);

}  // namespace
}  // namespace callboard::accounts
