// Requests with an e-mail address that no account has make as many statements as those with one, in one
// transaction that writes: no other request can find out by waiting for the database which addresses have
// accounts.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
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

constexpr int kTimes = 5;

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
    static std::string numbered(const std::string& name, int number) {
        return name + std::to_string(number) + "@example.test";
    }
    // The fewest of several times: the first time, and on another connection of the pool, statements are
    // prepared.
    std::int64_t fewest_statements(const std::function<void(int)>& work) {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        for (int i = 0; i < kTimes; ++i) fewest = std::min(fewest, db.statements_of([&] { work(i); }));
        return fewest;
    }
    std::int64_t statements_to_forget(const std::string& name) {
        return fewest_statements([&](int i) { forget(numbered(name, i)); });
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
    for (int i = 0; i < kTimes; ++i) {
        given_account(numbered("standard", i), Role::standard);
        given_account(numbered("admin", i), Role::administrator);
    }
    const std::int64_t mails = count(kCountMails);

    const auto known = statements_to_forget("standard");
    const auto administrator = statements_to_forget("admin");
    EXPECT_EQ(count(kCountMails), mails + 2 * kTimes);
    const auto again = statements_to_forget("standard");
    EXPECT_EQ(count(kCountMails), mails + 2 * kTimes) << "they were mailed just now";
    const auto unknown = statements_to_forget("unknown");

    EXPECT_GT(known, 5);
    EXPECT_EQ(administrator, known);
    EXPECT_EQ(again, known);
    EXPECT_EQ(unknown, known);
    EXPECT_GT(count(kCountDummies), 0) << "something is committed";
}

TEST_P(UnknownAccounts, ARefusedSignInTakesAsManyStatements) {
    const Account account = given_account("ada@example.test", Role::standard);
    const auto audited = std::ssize(given::audit_names(*db, company));

    const auto known = fewest_statements([&](int) { fail_to_sign_in(account); });
    const auto unknown = fewest_statements([&](int) { fail_to_sign_in(std::nullopt); });

    EXPECT_EQ(known, unknown);
    EXPECT_GE(known, 1);
    EXPECT_EQ(std::ssize(given::audit_names(*db, company)), audited + kTimes);
    EXPECT_GT(count(kCountDummies), 0);
}

RUN_ON_EACH_DATABASE(UnknownAccounts);

}  // namespace
}  // namespace callboard
