#include "accounts/sign_in.h"

#include <algorithm>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/credential.h"
#include "accounts/password.h"
#include "accounts/session_store.h"
#include "accounts/user_activation.h"
#include "accounts/user_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "oauth/client_credential.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/single_sign_on.h"

namespace callboard {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr db::Sql kAudit{"test_sign_in_audit", R"sql(
    SELECT event_name, author_id, context FROM audit_record WHERE company_id = $1 ORDER BY id)sql"};

constexpr db::Sql kDeactivate{"test_deactivate",
                              "UPDATE user_account SET state = 'INACTIVE' WHERE company_id = $1 AND id = $2"};

const std::string kEmail = "Ada@Acme.test";
const std::string kPassword = "correct horse battery";
const std::string kNewPassword = "another horse battery";

class SignIn : public test::EachDatabase {
  protected:
    struct Record {
        std::string name;
        std::string author;
        std::string context;
    };

    std::optional<accounts::Account> sign_in(const std::string& email, const std::string& password) {
        const auto claim = accounts::claim_of(*db, email);
        const bool right = accounts::is_password(Secret{password}, claim.password_hash);
        if (!claim.account) return std::nullopt;
        db->write(claim.account->company,
                  [&](db::Tx& tx) { accounts::audit_sign_in(tx, *claim.account, author, right); });
        return right ? claim.account : std::nullopt;
    }
    bool change(const std::string& old_password, const std::string& new_password,
                const std::string& session = "mine") {
        const auto claim = accounts::claim_of(*db, kEmail);
        if (!accounts::is_password(Secret{old_password}, claim.password_hash)) return false;
        return replace(claim.password_hash, accounts::hash_password(Secret{new_password}), session);
    }
    // By a browser with this session, which has the session "next" afterwards.
    bool replace(const std::string& old_hash, const std::string& new_hash, const std::string& session) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::replace_password(tx, account,
                                              {.old_hash = old_hash,
                                               .new_hash = new_hash,
                                               .present_session = accounts::hash_of(session),
                                               .new_session = accounts::hash_of("next"),
                                               .origin = {.address = "192.0.2.7"}},
                                              author);
        });
    }
    void add_session(const std::string& secret, const UserId& of) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            accounts::store::insert_session(tx, accounts::hash_of(secret), company, of);
        });
    }
    bool has_session(const std::string& secret) {
        return db
            ->read(std::nullopt,
                   [&](db::Snapshot& snapshot) {
                       return accounts::store::find_session(snapshot, accounts::hash_of(secret));
                   })
            .has_value();
    }
    std::vector<Record> records() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return snapshot.all(kAudit, {}, [](const db::Row& row) {
                return Record{row.string(0), row.optional_string(1).value_or(""), row.string(2)};
            });
        });
    }
    std::vector<std::string> audit_names() { return given::audit_names(*db, company); }

    const events::Author author{
        .user = std::nullopt, .address = IpAddress::parse("192.0.2.7"), .request_id = "req-1"};
    const CompanyId company = given::company(*db);
    const accounts::User user = db->write(company, [](db::Tx& tx) {
        return accounts::add_user(
            tx,
            {.email = kEmail, .first_name = "Ada", .last_name = "A", .role = accounts::Role::administrator},
            accounts::hash_password(Secret{kPassword}));
    });
    const accounts::Account account{.company = company, .user = user.id};
};

TEST_P(SignIn, EmailAndPasswordTellWhoItIs) {
    const auto found = sign_in(kEmail, kPassword);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->user, user.id);
    EXPECT_EQ(found->company, company);
}

TEST_P(SignIn, TheCaseOfTheEmailDoesNotMatter) {
    EXPECT_TRUE(sign_in("ada@acme.TEST", kPassword));
}

TEST_P(SignIn, AnythingButThePasswordIsRefused) {
    for (const std::string& wrong :
         {std::string{}, kPassword + " ", kPassword.substr(1), std::string{"Correct horse battery"},
          kPassword + std::string{"\0x", 2}, std::string(4096, 'x')})
        EXPECT_FALSE(sign_in(kEmail, wrong)) << wrong;
}

TEST_P(SignIn, AnUnknownEmailIsRefused) {
    for (const std::string& email :
         {std::string{}, std::string{"nobody@acme.test"}, std::string{"%"}, kEmail + "x",
          std::string{"\xff\xfe"}, std::string{"' OR 1=1 --"}, std::string(100'000, 'a')})
        EXPECT_FALSE(sign_in(email, kPassword)) << email.substr(0, 50);
}

TEST_P(SignIn, ANulByteDoesNotShortenTheEmail) {
    EXPECT_FALSE(sign_in(kEmail + std::string{"\0x", 2}, kPassword));
}

TEST_P(SignIn, AnUnknownAccountCostsTheSameWorkAsAKnownOne) {
    const auto known = accounts::claim_of(*db, kEmail);
    const auto unknown = accounts::claim_of(*db, "nobody@acme.test");
    const auto parameters = [](const std::string& hash) { return hash.substr(0, hash.find(",p=") + 4); };

    EXPECT_TRUE(known.account);
    EXPECT_FALSE(unknown.account);
    EXPECT_EQ(parameters(unknown.password_hash), parameters(known.password_hash));
    EXPECT_EQ(unknown.password_hash.size(), known.password_hash.size());
}

TEST_P(SignIn, ASessionBeginsWithItsAuditRecord) {
    db->write(company,
              [&](db::Tx& tx) { accounts::begin_session(tx, account, accounts::hash_of("mine"), author); });

    EXPECT_TRUE(has_session("mine"));
    EXPECT_EQ(audit_names().back(), "USER_AUTHENTICATION_SUCCESS");
}

// Otherwise the session would be there again once the user is activated.
TEST_P(SignIn, ASessionDoesNotBeginAfterADeactivation) {
    given::user(*db, company, accounts::Role::administrator);  // another one
    db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, account.user); });

    EXPECT_THROW(db->write(company,
                           [&](db::Tx& tx) {
                               accounts::begin_session(tx, account, accounts::hash_of("mine"), author);
                           }),
                 Error);
    db->write(company, [&](db::Tx& tx) { accounts::activate_invited(tx, {}, account.user); });

    EXPECT_FALSE(has_session("mine"));
}

// The deactivation sees the session and deletes it, or the session sees the deactivation.
TEST_P(SignIn, ASessionDoesNotOutliveADeactivationAtTheSameTime) {
    given::user(*db, company, accounts::Role::administrator);  // another one
    for (int round = 0; round < 10; ++round) {
        const std::string secret = "mine " + std::to_string(round);
        {
            const std::jthread begins{[&] {
                try {
                    db->write(company, [&](db::Tx& tx) {
                        accounts::begin_session(tx, account, accounts::hash_of(secret), author);
                    });
                } catch (const Error&) {  // NOLINT(bugprone-empty-catch)
                    // The deactivation was first.
                }
            }};
            db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, account.user); });
        }
        db->write(company, [&](db::Tx& tx) { accounts::activate_invited(tx, {}, account.user); });
        EXPECT_FALSE(has_session(secret));
    }
}

// A new password ends all sessions: also one that is about to begin with the old password.
TEST_P(SignIn, ASessionDoesNotBeginWithAPasswordThatWasChangedMeanwhile) {
    const auto begin = [&](const std::string& mark) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::begin_session_after_password(tx, account, mark, accounts::hash_of("mine"),
                                                          author);
        });
    };
    const auto mark = [&] { return accounts::password_mark(accounts::claim_of(*db, kEmail).password_hash); };
    const std::string old_mark = mark();
    add_session("mine", user.id);
    ASSERT_TRUE(change(kPassword, kNewPassword));

    EXPECT_FALSE(begin(old_mark));
    EXPECT_FALSE(has_session("mine"));
    EXPECT_TRUE(begin(mark()));
    EXPECT_TRUE(has_session("mine"));
}

TEST_P(SignIn, ASessionDoesNotBeginWithAPasswordThatMayNoLongerBeUsed) {
    const std::string mark = accounts::password_mark(accounts::claim_of(*db, kEmail).password_hash);
    given::user(*db, company, accounts::Role::administrator);  // another one
    given::single_sign_on(*db, company, true);
    db->write(company, [&](db::Tx& tx) {
        auto record = accounts::store::find_record(tx, account.user).value();
        record.user.role = accounts::Role::standard;
        accounts::store::update(tx, record);
    });

    EXPECT_FALSE(db->write(company, [&](db::Tx& tx) {
        return accounts::begin_session_after_password(tx, account, mark, accounts::hash_of("mine"), author);
    }));
    EXPECT_FALSE(has_session("mine"));
}

TEST_P(SignIn, APasswordThatWasChangedMeanwhileIsNotReplaced) {
    add_session("mine", user.id);
    const auto claim = accounts::claim_of(*db, kEmail);
    ASSERT_TRUE(change(kPassword, kNewPassword));

    EXPECT_FALSE(replace(claim.password_hash, "$argon2id$other", "next"));
    EXPECT_TRUE(sign_in(kEmail, kNewPassword));
}

TEST_P(SignIn, AnInactiveUserIsRefusedAndItsSessionsEnd) {
    add_session("mine", user.id);
    db->write(company, [&](db::Tx& tx) { tx.execute(kDeactivate, {user.id}); });

    EXPECT_FALSE(sign_in(kEmail, kPassword));
    EXPECT_FALSE(has_session("mine"));
}

TEST_P(SignIn, NobodySignsInAsAProgram) {
    const auto credential = db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::administrator, .scopes = "jobs_read"},
            Secret{"s3cret"});
    });
    const std::string email = std::string{credential.id.text()} + "@service.invalid";

    for (const std::string password : {"", "s3cret"}) EXPECT_FALSE(sign_in(email, password));
}

TEST_P(SignIn, SuccessAndFailureAreAuditedWithAddressAndRequest) {
    sign_in(kEmail, "wrong password");
    sign_in(kEmail, kPassword);

    auto all = records();
    ASSERT_GE(all.size(), 2U);
    const auto& bad = all[all.size() - 2];
    const auto& good = all.back();
    EXPECT_EQ(bad.name, "USER_AUTHENTICATION_INVALID_CREDENTIALS");
    EXPECT_EQ(good.name, "USER_AUTHENTICATION_SUCCESS");
    for (const auto* each : {&bad, &good}) {
        EXPECT_EQ(each->author, std::string{user.id.text()});
        EXPECT_THAT(each->context, HasSubstr("PASSWORD"));
        EXPECT_THAT(each->context, HasSubstr("192.0.2.7"));
        EXPECT_THAT(each->context, HasSubstr("req-1"));
    }
}

TEST_P(SignIn, SigningOutIsAuditedOnce) {
    const auto colleague = given::user(*db, company);
    for (const std::string session : {"mine", "second", "third"}) add_session(session, user.id);
    add_session("colleague", colleague.id());
    const auto id_of = [](const std::string& secret) { return to_hex(accounts::hash_of(secret)); };
    const auto end = [&](const std::string& session) {
        db->write(company, [&](db::Tx& tx) { accounts::end_session(tx, account, id_of(session), author); });
    };
    const auto end_others = [&] {
        db->write(company, [&](db::Tx& tx) {
            accounts::end_other_sessions(tx, account, accounts::hash_of("mine"), author);
        });
    };
    const auto sign_outs = [&] {
        return std::ranges::count_if(records(),
                                     [](const Record& each) { return each.name == "USER_LOGOUT"; });
    };

    end("colleague");
    EXPECT_TRUE(has_session("colleague"));
    EXPECT_EQ(sign_outs(), 0);
    end("second");
    EXPECT_EQ(records().back().author, user.id.text());
    EXPECT_THAT(records().back().context, HasSubstr("192.0.2.7"));
    EXPECT_EQ(sign_outs(), 1);
    end("second");
    EXPECT_EQ(sign_outs(), 1);
    end_others();
    end_others();
    EXPECT_EQ(sign_outs(), 2);
    EXPECT_FALSE(has_session("third"));
    EXPECT_TRUE(has_session("mine"));
}

TEST_P(SignIn, TheAuditLogHoldsNoPassword) {
    add_session("mine", user.id);
    sign_in(kEmail, "wrong password");
    sign_in(kEmail, kPassword);
    ASSERT_TRUE(change(kPassword, kNewPassword));

    for (const auto& each : records())
        for (const std::string& secret : {kPassword, kNewPassword, std::string{"wrong password"},
                                          std::string{"$argon2"}, std::string{"mine"}})
            EXPECT_THAT(each.context, Not(HasSubstr(secret))) << each.name;
}

TEST_P(SignIn, ANewPasswordReplacesTheOldOne) {
    add_session("mine", user.id);
    ASSERT_TRUE(change(kPassword, kNewPassword));

    EXPECT_FALSE(sign_in(kEmail, kPassword));
    EXPECT_TRUE(sign_in(kEmail, kNewPassword));
    EXPECT_THAT(audit_names(), Contains("USER_PASSWORD_CHANGED"));
}

TEST_P(SignIn, WithoutTheOldPasswordNothingChanges) {
    add_session("other", user.id);

    EXPECT_FALSE(change("wrong password", kNewPassword));

    EXPECT_TRUE(sign_in(kEmail, kPassword));
    EXPECT_TRUE(has_session("other"));
    EXPECT_THAT(audit_names(), Not(Contains("USER_PASSWORD_CHANGED")));
}

TEST_P(SignIn, ANewPasswordEndsAllSessionsOfThisUserAndBeginsOne) {
    const auto colleague = given::user(*db, company);
    add_session("mine", user.id);
    add_session("other", user.id);
    add_session("colleague", colleague.id());

    ASSERT_TRUE(change(kPassword, kNewPassword, "mine"));

    EXPECT_TRUE(has_session("next"));
    EXPECT_FALSE(has_session("mine"));
    EXPECT_FALSE(has_session("other"));
    EXPECT_TRUE(has_session("colleague"));
}

// Whoever was signed out does not come back with a form that was sent just before.
TEST_P(SignIn, ASessionThatHasEndedMeanwhileChangesNoPassword) {
    EXPECT_FALSE(change(kPassword, kNewPassword));

    EXPECT_FALSE(has_session("next"));
    EXPECT_TRUE(sign_in(kEmail, kPassword));
}

TEST_P(SignIn, PasswordsAreStoredAsArgon2id) {
    EXPECT_THAT(accounts::hash_password(Secret{kPassword}), testing::StartsWith("$argon2id$"));
}

RUN_ON_EACH_DATABASE(SignIn);

}  // namespace
}  // namespace callboard
