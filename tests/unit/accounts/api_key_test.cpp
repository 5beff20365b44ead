#include "accounts/api_key.h"

#include <gtest/gtest.h>

#include "accounts/credential_store.h"
#include "accounts/user_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

class ApiKey : public test::EachDatabase {
  protected:
    accounts::Credential add(const Secret& key) {
        return db->write(company, [&](db::Tx& tx) {
            const auto user = accounts::store::find_user(tx, admin.id()).value();
            return accounts::add_api_key(tx, admin, user, "Import", key);
        });
    }
    bool works(const Secret& key) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::find_holder(snapshot, accounts::hash_of(key.reveal())).has_value();
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ApiKey, WorksUntilItIsRevoked) {
    const Secret key = accounts::new_api_key();
    const auto made = add(key);
    EXPECT_TRUE(works(key));
    EXPECT_EQ(db->read(company, accounts::store::list_credentials).front().name, "Import");

    const auto revoke = [&] {
        return db->write(company, [&](db::Tx& tx) { return accounts::revoke_api_key(tx, admin, made.id); });
    };

    EXPECT_TRUE(revoke());
    EXPECT_FALSE(works(key));
    EXPECT_FALSE(revoke());
    EXPECT_EQ(given::audit_names(*db, company).back(), "CREDENTIALS_REVOKED");
}

RUN_ON_EACH_DATABASE(ApiKey);

}  // namespace
}  // namespace callboard
