#include "app/sealed_values.h"

#include <gtest/gtest.h>

#include "accounts/second_factor.h"
#include "accounts/sso_connections.h"
#include "base/totp.h"
#include "mail/outbox.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"
#include "support/single_sign_on.h"

namespace callboard::app {
namespace {

class SealedValuesTest : public test::EachDatabase {
  protected:
    SealedValues examine(const Seal& with) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return examine_sealed_values(snapshot, with); });
    }
    // All of so many values open with the key that sealed them, and none with another one.
    void expect_sealed(std::int64_t count) {
        EXPECT_EQ(db->read(std::nullopt, has_sealed_values), count > 0);
        const SealedValues right = examine(test::test_seal());
        EXPECT_EQ(right.examined, count);
        EXPECT_EQ(right.unreadable, 0);
        const SealedValues wrong = examine(Seal{Secret{std::string(Seal::kKeySize, 'x')}});
        EXPECT_EQ(wrong.examined, count);
        EXPECT_EQ(wrong.unreadable, count);
    }

    const CompanyId company = given::company(*db);
    const accounts::Account account{.company = company, .user = given::user(*db, company).id()};
};

TEST_P(SealedValuesTest, IncludeClientSecretsOfProviders) {
    expect_sealed(0);
    given::single_sign_on(*db, company);
    expect_sealed(1);
    db->write(company, [](db::Tx& tx) { accounts::remove_sso_connection(tx, {}); });
    expect_sealed(0);
}

TEST_P(SealedValuesTest, IncludeKeysOfSecondFactors) {
    const Secret key = db->write(company, [&](db::Tx& tx) {
        return accounts::begin_second_factor(tx, account, test::test_seal()).value();
    });
    expect_sealed(1);
    db->write(company, [&](db::Tx& tx) {
        accounts::confirm_second_factor(tx, account, totp_at(key, totp_step(tx.now)), test::test_seal(), {});
    });
    expect_sealed(1);
    db->write(company, [&](db::Tx& tx) { accounts::replace_second_factor(tx, account, test::test_seal()); });
    expect_sealed(2);
}

TEST_P(SealedValuesTest, IncludeLinksOfMails) {
    db->write(company, [&](db::Tx& tx) {
        mail::send(tx,
                   {.kind = mail::Kind::invitation, .to = "ada@acme.test", .language = "en", .values = {}},
                   {.url = Secret{"https://callboard.test/x"}, .expires_at = tx.now + std::chrono::hours{1}},
                   test::test_seal());
    });
    expect_sealed(1);
}

RUN_ON_EACH_DATABASE(SealedValuesTest);

}  // namespace
}  // namespace callboard::app
