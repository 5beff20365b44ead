#include "accounts/scim_token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "accounts/scim_token_store.h"
#include "accounts/user_activation.h"
#include "accounts/user_store.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/scim.h"

namespace callboard::accounts {
namespace {

using testing::ElementsAre;

class ScimTokens : public test::EachDatabase {
  protected:
    std::optional<Holder> holder(const Secret& secret) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::find_scim_holder(snapshot, hash_of(secret.reveal()));
        });
    }
    void revoke(const CredentialId& id) {
        db->write(company, [&](db::Tx& tx) { revoke_scim_token(tx, id); });
    }

    const CompanyId company = given::company(*db);
    const Actor admin = given::user(*db, company);
};

TEST_P(ScimTokens, ActForAServiceAccountThatManagesUsers) {
    const test::Directory directory{*db, company, Role::standard};

    const auto found = holder(directory.secret);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->company, company);
    EXPECT_EQ(found->user, directory.token.user);
    EXPECT_EQ(found->credential, directory.token.id);
    EXPECT_TRUE(rights_of(found->role).manages_users);
    const auto listed = db->read(company, store::list_scim_tokens);
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_EQ(listed.front().role, Role::standard);
    EXPECT_EQ(listed.front().name, "Directory");
    EXPECT_EQ(listed.front().revoked_at, std::nullopt);
}

TEST_P(ScimTokens, AreRecognizedByTheirPrefix) {
    EXPECT_TRUE(looks_like_scim_token(new_scim_token().reveal()));
    EXPECT_FALSE(looks_like_scim_token(new_api_key().reveal()));
    EXPECT_NE(new_scim_token().reveal(), new_scim_token().reveal());
}

TEST_P(ScimTokens, AreNoApiKeys) {
    const test::Directory directory{*db, company};

    EXPECT_FALSE(db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        return store::find_holder(snapshot, hash_of(directory.secret.reveal())).has_value();
    }));
}

TEST_P(ScimTokens, EndAtOnceWhenRevoked) {
    const test::Directory directory{*db, company};
    const test::Directory other{*db, company};
    const auto epoch = db->read(std::nullopt, store::cache_epoch);

    revoke(directory.token.id);

    EXPECT_FALSE(holder(directory.secret));
    EXPECT_TRUE(holder(other.secret));
    EXPECT_GT(db->read(std::nullopt, store::cache_epoch), epoch);
    EXPECT_TRUE(db->read(company, store::list_scim_tokens).front().revoked_at);
    EXPECT_EQ(test::error_code([&] { revoke(directory.token.id); }), "CREDENTIAL_NOT_FOUND");
    EXPECT_THAT(given::audit_names(*db, company),
                ElementsAre("CREDENTIALS_CREATED", "CREDENTIALS_CREATED", "CREDENTIALS_REVOKED"));
}

TEST_P(ScimTokens, EndWithTheirServiceAccount) {
    const test::Directory directory{*db, company};

    db->write(company, [&](db::Tx& tx) { deactivate_user(tx, admin, directory.token.user); });

    EXPECT_FALSE(holder(directory.secret));
}

TEST_P(ScimTokens, BelongToOneCompany) {
    const test::Directory directory{*db, company};
    const CompanyId rival = given::company(*db, "rival");

    const auto foreign = [&] {
        db->write(rival, [&](db::Tx& tx) { revoke_scim_token(tx, directory.token.id); });
    };

    EXPECT_EQ(test::error_code(foreign), "CREDENTIAL_NOT_FOUND");
    EXPECT_TRUE(holder(directory.secret));
    EXPECT_TRUE(db->read(rival, store::list_scim_tokens).empty());
}

TEST_P(ScimTokens, DoNotCountAsAdministrators) {
    const test::Directory directory{*db, company};

    const auto leave = [&] {
        db->write(company, [&](db::Tx& tx) { deactivate_user(tx, directory.actor, admin.id()); });
    };

    EXPECT_EQ(test::error_code(leave), "LAST_ADMINISTRATOR");
}

RUN_ON_EACH_DATABASE(ScimTokens);

}  // namespace
}  // namespace callboard::accounts
