#include "accounts/sso_connections.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/sso_connection_store.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"

namespace callboard::accounts {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class SsoConnections : public test::EachDatabase {
  protected:
    static SsoDraft draft() {
        return {.issuer = "https://id.acme.test",
                .client_id = "callboard",
                .client_secret = Secret{"a very secret secret"},
                .created_role = {},
                .domains = {{"Acme.example", "acme.example", "acme.test"}}};
    }
    SsoConnection set(const SsoDraft& what, const CompanyId& whose) {
        return db->write(whose,
                         [&](db::Tx& tx) { return set_sso_connection(tx, {}, what, test::test_seal()); });
    }
    SsoConnection set(const SsoDraft& what) { return set(what, company); }
    // The path of the value that is refused; empty: none is.
    std::string fault_of(const SsoDraft& what) {
        try {
            set(what);
            return "";
        } catch (const Error& error) {
            return error.faults.front().path.empty() ? error.faults.front().code : error.faults.front().path;
        }
    }
    std::optional<SsoConnection> stored() { return db->read(company, store::find_sso_connection); }

    const CompanyId company = given::company(*db);
    const CompanyId other = given::company(*db, "other");
};

TEST_P(SsoConnections, AreStoredWithASealedSecret) {
    set(draft());
    const auto found = stored();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->issuer, "https://id.acme.test");
    EXPECT_EQ(found->claim, "sub");
    EXPECT_FALSE(found->is_required());
    EXPECT_THAT(found->domains, ElementsAre("acme.example", "acme.test"));
    EXPECT_THAT(found->sealed_secret, Not(HasSubstr("secret")));
    EXPECT_EQ(client_secret_of(*found, test::test_seal())->reveal(), "a very secret secret");
    EXPECT_FALSE(client_secret_of(*found, Seal{Secret{std::string(Seal::kKeySize, 'x')}}));
    EXPECT_THAT(given::audit_names(*db, company), Contains("WEB_SSO_CONFIGURATION_UPDATED"));
}

// A sealed secret that was copied to the row of another company does not open.
TEST_P(SsoConnections, BindTheSecretToTheCompany) {
    SsoConnection copied = set(draft());
    copied.company = other;
    EXPECT_FALSE(client_secret_of(copied, test::test_seal()));
}

TEST_P(SsoConnections, KeepSecretAndDomainsThatAreNotGiven) {
    set(draft());
    const SsoDraft rules{.issuer = "https://id.acme.test",
                         .client_id = "callboard",
                         .client_secret = {},
                         .created_role = Role::employee,
                         .required = true,
                         .domains = {}};
    const SsoConnection changed = set(rules);
    EXPECT_TRUE(changed.is_required());
    EXPECT_EQ(changed.created_role, Role::employee);
    EXPECT_THAT(changed.domains, ElementsAre("acme.example", "acme.test"));
    EXPECT_EQ(client_secret_of(changed, test::test_seal())->reveal(), "a very secret secret");
}

// Otherwise whoever may change the issuer could have the secret sent to a server of theirs.
TEST_P(SsoConnections, DoNotKeepTheSecretForAnotherProvider) {
    set(draft());
    const SsoDraft moved{.issuer = "https://id.evil.test",
                         .client_id = "callboard",
                         .client_secret = {},
                         .created_role = {},
                         .domains = {}};
    EXPECT_EQ(fault_of(moved), "/clientSecret");
    const SsoDraft renamed{.issuer = "https://id.acme.test",
                           .client_id = "another",
                           .client_secret = {},
                           .created_role = {},
                           .domains = {}};
    EXPECT_EQ(fault_of(renamed), "/clientSecret");
    EXPECT_EQ(stored()->issuer, "https://id.acme.test");
}

TEST_P(SsoConnections, RefuseInvalidValues) {
    const auto with = [](auto change) {
        SsoDraft changed = draft();
        change(changed);
        return changed;
    };
    for (const auto* const issuer :
         {"", "https://", "http://id.acme.test", "https://id.acme.test?x", "https://id.acme.test#x",
          "https://id.acme .test", "https://id.acme.test\n", "id.acme.test"})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.issuer = issuer; })), "/issuer") << issuer;
    for (const auto* const id : {"", "two words", "é"})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.client_id = id; })), "/clientId") << id;
    for (const std::string& secret :
         {std::string{}, std::string{"a\nb"}, std::string(1001, 'x'), std::string{"\xff"}})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.client_secret.emplace(secret); })), "/clientSecret");
    for (const auto* const claim : {"", "two words", "iss", "aud", "azp", "nonce", "exp", "iat", "nbf", "acr",
                                    "amr", "at_hash", "tid", "hd", "locale", "zoneinfo", "email_verified"})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.claim = claim; })), "/claim") << claim;
    for (const auto* const claim : {"", "hd", "hd=", "=acme.test", "h d=acme.test", "hd=a\nb"})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.required_claim = claim; })), "/requiredClaim") << claim;
    for (const auto* const domain :
         {"", "acme", "@acme.test", "acme..test", "-acme.test", "acme.test/", "ac me.test", "münchen.test"})
        EXPECT_EQ(fault_of(with([&](SsoDraft& d) { d.domains = {{domain}}; })), "/domains") << domain;
    EXPECT_EQ(fault_of(with([](SsoDraft& d) { d.created_role = Role::administrator; })),
              "/createUsersWithRole");
    EXPECT_EQ(fault_of(with([](SsoDraft& d) {
                  d.created_role = Role::employee;
                  d.domains.emplace();
              })),
              "/createUsersWithRole");
    EXPECT_FALSE(stored());
}

TEST_P(SsoConnections, ShareNoDomain) {
    set(draft(), other);
    EXPECT_EQ(fault_of(draft()), "DOMAIN_TAKEN");
    EXPECT_FALSE(stored());
    const auto owner = db->read(std::nullopt, [](db::Snapshot& snapshot) {
        return store::company_of_sso_domain(snapshot, "acme.example");
    });
    EXPECT_EQ(owner, other);
}

TEST_P(SsoConnections, AreRemovedWithoutTheirSecret) {
    set(draft());
    const auto remove = [&] { db->write(company, [](db::Tx& tx) { remove_sso_connection(tx, {}); }); };
    remove();
    EXPECT_FALSE(stored());
    EXPECT_EQ(db->read(company, store::sso_rule), store::SsoRule::absent);
    EXPECT_THROW(remove(), Error);
    EXPECT_THAT(given::audit_names(*db, company), Contains("WEB_SSO_CONFIGURATION_DELETED"));
    SsoDraft again = draft();
    again.client_secret.reset();
    EXPECT_EQ(fault_of(again), "/clientSecret");
}

// Whose a domain is, the operator says.
TEST_P(SsoConnections, LoseTheirDomainsOnlyByTheOperator) {
    SsoDraft without_domains = draft();
    without_domains.domains.reset();
    set(draft());
    db->write(company, [](db::Tx& tx) { remove_sso_connection(tx, {}); });
    EXPECT_THROW(set(draft(), other), Error);
    EXPECT_THAT(set(without_domains).domains, ElementsAre("acme.example", "acme.test"));

    const auto remove_all = [&] {
        db->write(company, [](db::Tx& tx) { remove_sso_connection_and_domains(tx, {}); });
    };
    db->write(company, [](db::Tx& tx) { remove_sso_connection(tx, {}); });
    remove_all();
    EXPECT_THROW(remove_all(), Error);
    EXPECT_EQ(set(draft(), other).company, other);
}

// Google vouches for everybody's e-mail.
TEST_P(SsoConnections, AtGoogleAreForListedDomainsOnly) {
    SsoDraft google = draft();
    google.issuer = "https://accounts.google.com";
    google.domains.emplace();
    EXPECT_EQ(fault_of(google), "/issuer");
    google.domains = {{"acme.example"}};
    for (const auto* const claim : {"hd=evil.example", "tid=acme.example"}) {
        google.required_claim = claim;
        EXPECT_EQ(fault_of(google), "/requiredClaim") << claim;
    }
    google.required_claim.reset();
    EXPECT_EQ(required_claim_of(set(google)), (RequiredClaim{.name = "hd", .values = {"acme.example"}}));
    google.required_claim = "hd=acme.example";
    EXPECT_EQ(fault_of(google), "");
    EXPECT_EQ(required_claim_of(set(draft())), std::nullopt);
}

// At another provider, or in another claim, the same identifier may be somebody else's.
TEST_P(SsoConnections, DoNotTakeIdentifiersOfOneProviderForThoseOfAnother) {
    const UserId user = given::user(*db, company).id();
    const auto identifier = [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return store::find_record(snapshot, user)->profile.sso_identifier;
        });
    };
    set(draft());
    SsoDraft moved = draft();
    moved.issuer = "https://id.next.test";
    EXPECT_EQ(fault_of(moved), "") << "nobody has an identifier";
    db->write(company, [&](db::Tx& tx) {
        UserRecord record = store::find_record(tx, user).value();
        record.profile.sso_identifier = "sub-1";
        store::update(tx, record);
    });
    EXPECT_EQ(fault_of(moved), "");
    EXPECT_EQ(fault_of(draft()), "SSO_IDENTIFIERS_EXIST");
    moved.claim = "oid";
    EXPECT_EQ(fault_of(moved), "SSO_IDENTIFIERS_EXIST");
    EXPECT_EQ(stored()->claim, "sub");

    db->write(company, [](db::Tx& tx) { remove_sso_connection(tx, {}); });
    EXPECT_EQ(fault_of(draft()), "SSO_IDENTIFIERS_EXIST") << "removing it does not help";

    moved.old_identifiers = OldIdentifiers::keep;
    EXPECT_EQ(fault_of(moved), "");
    EXPECT_EQ(identifier(), "sub-1");
    SsoDraft back = draft();
    back.old_identifiers = OldIdentifiers::clear;
    EXPECT_EQ(fault_of(back), "");
    EXPECT_EQ(identifier(), std::nullopt);
}

TEST_P(SsoConnections, AreAuditedWithWhatWasChanged) {
    set(draft());
    SsoDraft changed = draft();
    changed.client_secret.emplace("another secret");
    changed.required = true;
    set(changed);
    constexpr db::Sql kContexts{"test_audit_contexts", R"sql(
        SELECT context FROM audit_record WHERE company_id = $1 AND event_name = 'WEB_SSO_CONFIGURATION_UPDATED'
        ORDER BY id)sql"};
    const auto contexts = db->read(company, [&](db::Snapshot& snapshot) {
        return snapshot.all(kContexts, {}, [](const db::Row& row) { return row.string(0); });
    });
    ASSERT_EQ(contexts.size(), 2U);
    EXPECT_THAT(contexts[0], HasSubstr(R"("issuer":"https://id.acme.test")"));
    EXPECT_THAT(contexts[1], HasSubstr(R"("clientSecret":"changed","required":"true")"));
    EXPECT_THAT(contexts[1], Not(HasSubstr("issuer")));
}

RUN_ON_EACH_DATABASE(SsoConnections);

}  // namespace
}  // namespace callboard::accounts
