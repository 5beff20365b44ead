#include "accounts/administration.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/credential_store.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Role;

class Administration : public test::EachDatabase {
  protected:
    accounts::User add(const CompanyId& company, const std::string& email, Role role = Role::administrator) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(tx, {.email = email, .first_name = "A", .last_name = "B", .role = role},
                                      "hash");
        });
    }
    std::optional<accounts::Holder> holder(const Secret& key) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::find_holder(snapshot, accounts::hash_of(key.reveal()));
        });
    }
};

TEST_P(Administration, AnIdentifierIsTakenWhateverItsCase) {
    given::company(*db, "Acme");

    EXPECT_THROW(given::company(*db, "aCME"), Error);
}

TEST_P(Administration, AnIdentifierIsMadeOfTheName) {
    const auto company = db->write(std::nullopt, [](db::Tx& tx) {
        return accounts::add_company(tx, "Harbour Lane & Söhne", std::nullopt);
    });

    EXPECT_EQ(company.identifier, "HarbourLaneShne");
    EXPECT_THROW(
        db->write(std::nullopt, [](db::Tx& tx) { return accounts::add_company(tx, "日本", std::nullopt); }),
        Error);
}

TEST_P(Administration, AnEmailBelongsToOneActiveUserOfTheWholeServer) {
    const auto acme = given::company(*db, "acme");
    const auto rival = given::company(*db, "rival");
    add(acme, "Ada@Example.test");

    EXPECT_THROW(add(acme, "ada@example.test"), Error);
    EXPECT_THROW(add(rival, "ADA@EXAMPLE.TEST"), Error);
}

TEST_P(Administration, OfManyWithOneEmailOneIsAdded) {
    const auto acme = given::company(*db, "acme");
    std::atomic<int> made{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            try {
                add(acme, "one@example.test");
                ++made;
            } catch (const Error& error) {
                EXPECT_EQ(error.kind, ErrorKind::conflict);
            }
        });
    }
    for (auto& thread : threads) thread.join();

    EXPECT_EQ(made, 1);
}

TEST_P(Administration, AKeyActsForTheFirstAdministratorOrTheUserNamed) {
    const auto acme = given::company(*db, "acme");
    const Secret key = accounts::new_api_key();
    EXPECT_THROW(db->write(acme, [&](db::Tx& tx) { return accounts::create_api_key(tx, std::nullopt, key); }),
                 Error);
    const auto first = add(acme, "first@example.test");
    const auto second = add(acme, "second@example.test", Role::standard);

    const Secret other = accounts::new_api_key();
    db->write(acme, [&](db::Tx& tx) { return accounts::create_api_key(tx, std::nullopt, key); });
    db->write(acme, [&](db::Tx& tx) { return accounts::create_api_key(tx, "SECOND@example.test", other); });

    EXPECT_EQ(holder(key)->user, first.id);
    EXPECT_EQ(holder(other)->user, second.id);
    EXPECT_EQ(holder(other)->role, Role::standard);
    EXPECT_FALSE(holder(accounts::new_api_key()));
}

TEST_P(Administration, ARevokedKeyIsNobodysAndServersAreTold) {
    const auto acme = given::company(*db, "acme");
    add(acme, "first@example.test");
    const Secret key = accounts::new_api_key();
    const auto credential =
        db->write(acme, [&](db::Tx& tx) { return accounts::create_api_key(tx, std::nullopt, key); });
    const auto epoch = db->read(std::nullopt, accounts::store::cache_epoch);

    db->write(acme, [&](db::Tx& tx) { accounts::revoke_credential(tx, credential.id); });

    EXPECT_FALSE(holder(key));
    EXPECT_GT(db->read(std::nullopt, accounts::store::cache_epoch), epoch);
    EXPECT_EQ(
        given::audit_names(*db, acme),
        (std::vector<std::string>{"USER_ACCOUNT_CREATED", "CREDENTIALS_CREATED", "CREDENTIALS_REVOKED"}));
    EXPECT_THROW(db->write(acme, [&](db::Tx& tx) { accounts::revoke_credential(tx, credential.id); }), Error);
}

RUN_ON_EACH_DATABASE(Administration);

}  // namespace
}  // namespace callboard
