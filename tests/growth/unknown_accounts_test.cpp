// Requests with an e-mail address that no account has make as many statements as those with one, in one
// transaction that writes: no other request can find out by waiting for the database which addresses have
// accounts.
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password_links.h"
#include "accounts/sign_in.h"
#include "support/given.h"
#include "support/query_cost.h"
#include "support/seal.h"

namespace callboard {
namespace {

using accounts::Account;
using accounts::Role;

const std::string kPage = "https://callboard.test/identity/new-password";

constexpr db::GlobalSql kCountMails{"test_count_mails", "SELECT count(*) FROM mail"};
constexpr db::GlobalSql kCountDummies{"test_count_dummies", "SELECT count(*) FROM dummy_write"};

class UnknownAccounts : public test::Growth {
  protected:
    Account given_account(const std::string& email, Role role) {
        return db->write(company, [&](db::Tx& tx) {
            const auto user = accounts::add_user(
                tx, {.email = email, .first_name = "Ada", .last_name = "User", .role = role}, "hash");
            return Account{.company = company, .user = user.id};
        });
    }
    void forget(const std::string& email) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            accounts::forgot_password(tx, email, {.page = kPage, .seal = test::test_seal()}, {});
        });
    }
    void fail_to_sign_in(const std::optional<Account>& account) {
        db->write(account ? std::optional{account->company} : std::nullopt,
                  [&](db::Tx& tx) { accounts::record_failed_sign_in(tx, account, {}); });
    }
    std::int64_t count(const db::GlobalSql& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(sql); });
    }

    const CompanyId company = given::company(*db);
};

TEST_P(UnknownAccounts, AForgottenPasswordTakesAsManyStatements) {
    given_account("warm@example.test", Role::standard);
    given_account("standard@example.test", Role::standard);
    given_account("admin@example.test", Role::administrator);
    // All statements are prepared.
    for (const std::string email : {"warm@example.test", "warm@example.test", "nobody@example.test"})
        forget(email);
    const std::int64_t mails = count(kCountMails);

    const auto known = db.statements_of([&] { forget("standard@example.test"); });
    const auto administrator = db.statements_of([&] { forget("admin@example.test"); });
    EXPECT_EQ(count(kCountMails), mails + 2);
    const auto again = db.statements_of([&] { forget("standard@example.test"); });
    EXPECT_EQ(count(kCountMails), mails + 2) << "one was mailed just now";
    const auto unknown = db.statements_of([&] { forget("unknown@example.test"); });

    EXPECT_GT(known, 5);
    EXPECT_EQ(administrator, known);
    EXPECT_EQ(again, known);
    EXPECT_EQ(unknown, known);
    EXPECT_GT(count(kCountDummies), 0) << "something is committed";
}

TEST_P(UnknownAccounts, ARefusedSignInTakesAsManyStatements) {
    const Account account = given_account("ada@example.test", Role::standard);
    fail_to_sign_in(account);
    fail_to_sign_in(std::nullopt);
    const auto audited = given::audit_names(*db, company).size();

    const auto known = db.statements_of([&] { fail_to_sign_in(account); });
    const auto unknown = db.statements_of([&] { fail_to_sign_in(std::nullopt); });

    EXPECT_EQ(known, unknown);
    EXPECT_GE(known, 1);
    EXPECT_EQ(given::audit_names(*db, company).size(), audited + 1);
    EXPECT_GT(count(kCountDummies), 0);
}

RUN_ON_EACH_DATABASE(UnknownAccounts);

}  // namespace
}  // namespace callboard
