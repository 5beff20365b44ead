#include "accounts/second_factor.h"

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/credential.h"
#include "accounts/second_factor_store.h"
#include "accounts/session_store.h"
#include "accounts/user_store.h"
#include "base/totp.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/seal.h"
#include "support/single_sign_on.h"

namespace callboard::accounts {
namespace {

using namespace std::chrono_literals;

class SecondFactor : public test::EachDatabase {
  protected:
    Secret begin() {
        return db->write(
            company, [&](db::Tx& tx) { return begin_second_factor(tx, account, test::test_seal()).value(); });
    }
    Secret replace() {
        return db->write(company,
                         [&](db::Tx& tx) { return replace_second_factor(tx, account, test::test_seal()); });
    }
    auto confirm(const std::string& code) {
        return db->write(company, [&](db::Tx& tx) {
            return confirm_second_factor(tx, account, code, test::test_seal(), {});
        });
    }
    CodeCheck outcome(const std::string& code, const Account& whose) {
        return db->write(
            company, [&](db::Tx& tx) { return check_second_factor(tx, whose, code, test::test_seal(), {}); });
    }
    bool check(const std::string& code) { return outcome(code, account) == CodeCheck::right; }
    std::string code_of(const Secret& key) { return totp_at(key, totp_step(clock.now())); }
    SecondStep step() {
        return db->read(company, [&](db::Snapshot& snapshot) { return second_step(snapshot, account.user); });
    }
    void require(bool required) {
        db->write(company, [&](db::Tx& tx) { store::require_second_factor(tx, required); });
    }

    void reset(const Actor& actor) {
        db->write(company, [&](db::Tx& tx) { reset_second_factor_of(tx, actor, account.user); });
    }

    const CompanyId company = given::company(*db);
    const Account account{.company = company, .user = given::user(*db, company).id()};
};

TEST_P(SecondFactor, IsAskedForOnceItIsConfirmed) {
    EXPECT_EQ(step(), SecondStep::none);
    const Secret key = begin();
    EXPECT_EQ(step(), SecondStep::none);
    EXPECT_FALSE(check(code_of(key)));
    EXPECT_EQ(confirm("00000").check, CodeCheck::wrong);
    EXPECT_EQ(confirm(code_of(key)).check, CodeCheck::right);
    EXPECT_EQ(step(), SecondStep::code);
    EXPECT_EQ(confirm(code_of(key)).check, CodeCheck::wrong) << "there is no new key";
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
    const auto codes = confirm(code_of(key)).recovery_codes;
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), kRecoveryCodes);
    EXPECT_TRUE(check(codes[3]));
    EXPECT_FALSE(check(codes[3]));
    EXPECT_TRUE(check("  " + codes[4] + " "));
    EXPECT_FALSE(check(""));
    EXPECT_FALSE(check("aaaa-aaaa-aaaa-aaaa"));
    EXPECT_EQ(
        db->read(company,
                 [&](db::Snapshot& snapshot) { return store::count_recovery_codes(snapshot, account.user); }),
        8);
}

TEST_P(SecondFactor, IsOfOneUser) {
    const Secret key = begin();
    const auto codes = confirm(code_of(key)).recovery_codes;
    const Account other{.company = company, .user = given::user(*db, company).id()};
    clock.advance(30s);
    db->write(company, [&](db::Tx& tx) { begin_second_factor(tx, other, test::test_seal()); });
    EXPECT_EQ(outcome(code_of(key), other), CodeCheck::wrong);
    EXPECT_EQ(outcome(codes[0], other), CodeCheck::wrong);
}

TEST_P(SecondFactor, IsReplacedOnceTheNewOneIsConfirmed) {
    const Secret old_key = begin();
    const auto old_codes = confirm(code_of(old_key)).recovery_codes;
    const Secret never_confirmed = replace();
    const Secret key = replace();
    clock.advance(30s);
    EXPECT_TRUE(check(code_of(old_key)));
    EXPECT_EQ(confirm(code_of(never_confirmed)).check, CodeCheck::wrong);
    EXPECT_EQ(confirm(code_of(key)).check, CodeCheck::right);
    clock.advance(30s);
    EXPECT_FALSE(check(code_of(old_key)));
    EXPECT_FALSE(check(old_codes[0]));
    EXPECT_TRUE(check(code_of(key)));
}

TEST_P(SecondFactor, IsNotBegunAnewWithThePasswordAlone) {
    confirm(code_of(begin()));
    EXPECT_FALSE(
        db->write(company, [&](db::Tx& tx) { return begin_second_factor(tx, account, test::test_seal()); }));
}

TEST_P(SecondFactor, CanBeRemoved) {
    confirm(code_of(begin()));
    EXPECT_TRUE(db->write(company, [&](db::Tx& tx) { return remove_second_factor(tx, account, {}); }));
    EXPECT_EQ(step(), SecondStep::none);
    EXPECT_FALSE(db->write(company, [&](db::Tx& tx) { return remove_second_factor(tx, account, {}); }));
}

TEST_P(SecondFactor, AResetEndsTheSessionsOfTheUser) {
    confirm(code_of(begin()));
    const Actor admin = given::user(*db, company);
    const auto session = hash_of("session");
    const auto of_admin = hash_of("session of the administrator");
    db->write(company, [&](db::Tx& tx) {
        store::insert_session(tx, session, company, account.user);
        store::insert_session(tx, of_admin, company, admin.id());
    });

    reset(admin);

    EXPECT_EQ(step(), SecondStep::none);
    EXPECT_EQ(given::audit_names(*db, company).back(), "USER_SECOND_FACTOR_REMOVED");
    db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        EXPECT_FALSE(store::find_session(snapshot, session));
        EXPECT_TRUE(store::find_session(snapshot, of_admin));
    });
}

TEST_P(SecondFactor, AResetOfWhatIsNotThereChangesNothing) {
    const auto session = hash_of("session");
    db->write(company, [&](db::Tx& tx) { store::insert_session(tx, session, company, account.user); });
    const auto before = given::audit_names(*db, company);

    reset(given::user(*db, company));

    EXPECT_EQ(given::audit_names(*db, company), before);
    EXPECT_TRUE(db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        return store::find_session(snapshot, session).has_value();
    }));
}

TEST_P(SecondFactor, IsResetByAdministratorsForOthers) {
    confirm(code_of(begin()));
    const Actor own{account.user, Role::administrator, {}};
    EXPECT_EQ(test::error_code([&] { reset(given::user(*db, company, Role::extended)); }),
              "PERMISSION_DENIED");
    EXPECT_EQ(test::error_code([&] { reset(own); }), "PERMISSION_DENIED") << "a code is needed for that";
    EXPECT_EQ(step(), SecondStep::code);
}

TEST_P(SecondFactor, RequiringItAgainIsNotRecorded) {
    const Actor admin = given::user(*db, company);
    const auto set = [&](const Actor& actor, bool required) {
        db->write(company, [&](db::Tx& tx) { set_second_factor_policy(tx, actor, required); });
    };
    const auto since = [&] {
        return db->read(company,
                        [](db::Snapshot& snapshot) { return store::second_factor_required_since(snapshot); });
    };
    EXPECT_EQ(test::error_code([&] { set(given::user(*db, company, Role::extended), true); }),
              "PERMISSION_DENIED");
    const auto before = given::audit_names(*db, company).size();
    const Timestamp first = clock.now();
    set(admin, true);
    clock.advance(1min);
    set(admin, true);
    EXPECT_EQ(since(), first);
    EXPECT_EQ(step(), SecondStep::set_up);
    set(admin, false);
    set(admin, false);
    EXPECT_EQ(since(), std::nullopt);
    EXPECT_EQ(step(), SecondStep::none);
    auto names = given::audit_names(*db, company);
    names.erase(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(before));
    EXPECT_THAT(names, testing::ElementsAre("SECOND_FACTOR_REQUIRED", "SECOND_FACTOR_OPTIONAL"));
}

TEST_P(SecondFactor, AdministratorsKnowWhoHasOne) {
    const UserId without = given::user(*db, company).id();
    begin();
    const std::vector<UserId> both{account.user, without};
    const auto shown_to = [&](const Actor& actor) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return shown_second_factors(snapshot, actor, both); });
    };
    const auto shown = [&](Role role) { return shown_to(given::user(*db, company, role)); };
    EXPECT_EQ(shown(Role::administrator), std::set<UserId>{}) << "it is not confirmed";
    confirm(code_of(replace()));
    EXPECT_EQ(shown(Role::administrator), std::set{account.user});
    EXPECT_EQ(shown(Role::extended), std::nullopt);
    Actor application = given::user(*db, company);
    application.application = ApplicationId::from_trusted("0190c8a47c3e7d1f8a523b9f6c1d2e4a");
    EXPECT_EQ(shown_to(application), std::nullopt) << "an administrator has connected it";
}

TEST_P(SecondFactor, CannotBeGuessed) {
    const Secret key = begin();
    confirm(code_of(key));
    clock.advance(30s);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(outcome("12345", account), CodeCheck::wrong);
    EXPECT_EQ(outcome("12345", account), CodeCheck::wrong);
    EXPECT_EQ(outcome(code_of(key), account), CodeCheck::locked) << "also for the right code";
    int attempts = 0;
    for (int minute = 0; minute < 24 * 60; ++minute) {
        clock.advance(1min);
        attempts += outcome("12345", account) == CodeCheck::wrong ? 1 : 0;
    }
    EXPECT_LE(attempts, 110) << "in a day";
    clock.advance(15min);
    EXPECT_TRUE(check(code_of(key)));
    EXPECT_EQ(outcome("12345", account), CodeCheck::wrong) << "the right one ends the delays";
    clock.advance(30s);
    EXPECT_TRUE(check(code_of(key)));
}

// Otherwise somebody who knows the password could keep the owner out.
TEST_P(SecondFactor, ARecoveryCodeWorksWhileItIsLocked) {
    const Secret key = begin();
    const auto codes = confirm(code_of(key)).recovery_codes;
    clock.advance(30s);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(outcome("12345", account), CodeCheck::wrong);
    EXPECT_EQ(outcome(code_of(key), account), CodeCheck::locked);
    EXPECT_EQ(outcome("aaaa-aaaa-aaaa-aaaa", account), CodeCheck::locked);
    EXPECT_EQ(outcome(codes[0], account), CodeCheck::right);
    EXPECT_EQ(outcome(codes[0], account), CodeCheck::locked) << "once; and other codes still wait";
    EXPECT_EQ(outcome(code_of(key), account), CodeCheck::locked);
}

// Between password and code, the company may have decided that passwords are not enough.
TEST_P(SecondFactor, IsNoWayAroundSingleSignOn) {
    const std::string mark =
        db->read(company, [&](db::Snapshot& snapshot) { return password_mark(snapshot, account.user); });
    const auto may = [&] {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return may_continue(snapshot, account, mark); });
    };
    EXPECT_TRUE(may());
    const auto set_role = [&](Role role) {
        db->write(company, [&](db::Tx& tx) {
            UserRecord record = store::find_record(tx, account.user).value();
            record.user.role = role;
            store::update(tx, record);
        });
    };
    given::single_sign_on(*db, company);
    set_role(Role::standard);
    EXPECT_TRUE(may());
    given::single_sign_on(*db, company, true);
    EXPECT_FALSE(may());
    set_role(Role::administrator);
    EXPECT_TRUE(may());
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
    const auto stored = db->read(company, [&](db::Snapshot& snapshot) {
        return store::find_second_factor(snapshot, account.user).value();
    });
    EXPECT_FALSE(stored.new_key.value().contains(key.reveal()));
    EXPECT_FALSE(stored.new_key.value().contains(to_base32(key.reveal())));
}

RUN_ON_EACH_DATABASE(SecondFactor);

}  // namespace
}  // namespace callboard::accounts
