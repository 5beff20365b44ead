#include "accounts/second_factor.h"

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/second_factor_store.h"
#include "base/error.h"
#include "base/totp.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"

namespace callboard::accounts {
namespace {

using namespace std::chrono_literals;

class SecondFactor : public test::EachDatabase {
  protected:
    Secret begin() {
        return db->write(company, [&](db::Tx& tx) { return begin_second_factor(tx, account, test::test_seal()); });
    }
    auto confirm(const std::string& code) {
        return db->write(company, [&](db::Tx& tx) {
            return confirm_second_factor(tx, account, code, test::test_seal(), {});
        });
    }
    bool check(const std::string& code, const Account& whose) {
        return db->write(company,
                         [&](db::Tx& tx) { return check_second_factor(tx, whose, code, test::test_seal(), {}); });
    }
    bool check(const std::string& code) { return check(code, account); }
    std::string code_of(const Secret& key) { return totp_at(key, totp_step(clock.now())); }
    SecondStep step() {
        return db->read(company, [&](db::Snapshot& snapshot) { return second_step(snapshot, account.user); });
    }
    void require(bool required) {
        db->write(company, [&](db::Tx& tx) { store::require_second_factor(tx, required); });
    }

    const CompanyId company = given::company(*db);
    const Account account{.company = company, .user = given::user(*db, company).id()};
};

TEST_P(SecondFactor, IsAskedForOnceItIsConfirmed) {
    EXPECT_EQ(step(), SecondStep::none);
    const Secret key = begin();
    EXPECT_EQ(step(), SecondStep::none);
    EXPECT_FALSE(check(code_of(key)));
    EXPECT_FALSE(confirm("000000"));
    EXPECT_TRUE(confirm(code_of(key)));
    EXPECT_EQ(step(), SecondStep::code);
}

TEST_P(SecondFactor, ACodeWorksOnce) {
    const Secret key = begin();
    confirm(code_of(key));
    EXPECT_FALSE(check(code_of(key))) << "it was used to confirm";
    clock.advance(30s);
    const std::string code = code_of(key);
    EXPECT_TRUE(check(code.substr(0, 3) + " " + code.substr(3)));
    EXPECT_FALSE(check(code));
    clock.advance(30s);
    EXPECT_FALSE(check(code));
    EXPECT_TRUE(check(code_of(key)));
}

TEST_P(SecondFactor, ACodeThatIsUsedAtOnceWorksForOne) {
    const Secret key = begin();
    confirm(code_of(key));
    clock.advance(30s);
    const std::string code = code_of(key);
    std::atomic<int> accepted = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 8; ++i) all.emplace_back([&] { accepted += check(code) ? 1 : 0; });
    }
    EXPECT_EQ(accepted, 1);
}

TEST_P(SecondFactor, RecoveryCodesWorkOnceEach) {
    const Secret key = begin();
    const auto codes = confirm(code_of(key)).value();
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), kRecoveryCodes);
    EXPECT_TRUE(check(codes[3]));
    EXPECT_FALSE(check(codes[3]));
    EXPECT_TRUE(check("  " + codes[4] + " "));
    EXPECT_FALSE(check(""));
    EXPECT_FALSE(check("aaaa-aaaa-aaaa-aaaa"));
    EXPECT_EQ(db->read(company,
                       [&](db::Snapshot& snapshot) { return store::count_recovery_codes(snapshot, account.user); }),
              8);
}

TEST_P(SecondFactor, IsOfOneUser) {
    const Secret key = begin();
    const auto codes = confirm(code_of(key)).value();
    const Account other{.company = company, .user = given::user(*db, company).id()};
    clock.advance(30s);
    EXPECT_FALSE(check(code_of(key), other));
    EXPECT_FALSE(check(codes[0], other));
}

TEST_P(SecondFactor, IsNotReplacedWithoutBeingRemoved) {
    begin();
    const Secret key = begin();
    confirm(code_of(key));
    EXPECT_THROW(begin(), Error);
    EXPECT_TRUE(db->write(company, [&](db::Tx& tx) { return remove_second_factor(tx, account, {}); }));
    EXPECT_EQ(step(), SecondStep::none);
    EXPECT_FALSE(db->write(company, [&](db::Tx& tx) { return remove_second_factor(tx, account, {}); }));
    begin();
}

TEST_P(SecondFactor, ACompanyMayRequireIt) {
    require(true);
    EXPECT_EQ(step(), SecondStep::set_up);
    const Secret key = begin();
    EXPECT_EQ(step(), SecondStep::set_up);
    confirm(code_of(key));
    EXPECT_EQ(step(), SecondStep::code);
    require(false);
    EXPECT_EQ(step(), SecondStep::code);
}

TEST_P(SecondFactor, ItsKeyIsNotStoredInClear) {
    const Secret key = begin();
    const auto stored = db->read(
        company, [&](db::Snapshot& snapshot) { return store::find_second_factor(snapshot, account.user).value(); });
    EXPECT_FALSE(stored.sealed_key.contains(key.reveal()));
    EXPECT_FALSE(stored.sealed_key.contains(to_base32(key.reveal())));
}

RUN_ON_EACH_DATABASE(SecondFactor);

}  // namespace
}  // namespace callboard::accounts
