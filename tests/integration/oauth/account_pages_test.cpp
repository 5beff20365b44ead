// Pages for lost passwords, the second factor and sessions, used by a browser and by attackers.
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "accounts/second_factor.h"
#include "accounts/session_store.h"
#include "accounts/user_activation.h"
#include "base/digest.h"
#include "base/encoding.h"
#include "base/totp.h"
#include "mail/mail_store.h"
#include "mail/outbox.h"
#include "support/browser.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/seal.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Browser;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kEmail = "ada@acme.test";
const std::string kPassword = "correct horse battery";
const std::string kNewPassword = "another horse battery";
const std::string kForgot = "/identity/forgot-password";
const std::string kNew = "/identity/new-password";
const std::string kSecond = "/identity/second-factor";
const std::string kSecurity = "/identity/security";

class AccountPages : public testing::TestWithParam<test::Engine> {
  protected:
    UserId add_user(const std::string& email, accounts::Role role) {
        return server.db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(
                       tx, {.email = email, .first_name = "Ada", .last_name = "Admin", .role = role},
                       accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    Browser browser() const { return Browser{server.port()}; }
    Browser signed_in() const {
        Browser fresh = browser();
        EXPECT_EQ(fresh.sign_in(kEmail, kPassword).header("location"), "/console");
        return fresh;
    }
    static bool is_signed_in(Browser& in) { return in.get("/identity/connections").status == 200; }

    std::vector<mail::store::StoredMail> mails() {
        return server.db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, std::nullopt, 100);
        });
    }
    // The path and query of the link in the only mail.
    std::string link() {
        EXPECT_TRUE(test::eventually([&] { return mails().size() == 1; }));
        const auto mail = mails().front();
        const std::string url =
            test::test_seal().open(*mail.sealed_link, mail::place_of_link(mail.id)).value();
        return url.substr(url.find("/identity/"));
    }

    accounts::Account account() const { return {.company = company, .user = user}; }
    Secret given_second_factor() {
        return server.db->write(company, [&](db::Tx& tx) {
            const Secret key = accounts::begin_second_factor(tx, account(), test::test_seal()).value();
            accounts::confirm_second_factor(tx, account(), totp_at(key, totp_step(tx.now) - 1),
                                            test::test_seal(), {});
            return key;
        });
    }
    std::string code_of(const Secret& key) { return totp_at(key, totp_step(server.db.clock.now())); }
    void require_second_factor() {
        server.db->write(company, [&](db::Tx& tx) { accounts::require_second_factor(tx, {}, true); });
    }
    void set_password(const std::string& password) {
        server.db->write(company, [&](db::Tx& tx) {
            accounts::reset_password(tx, user, accounts::hash_password(Secret{password}));
        });
    }
    // Of somebody who knows the password, and has to enter a code.
    Browser half_signed_in() const {
        Browser fresh = browser();
        EXPECT_THAT(fresh.sign_in(kEmail, kPassword).header("location"), StartsWith(kSecond));
        return fresh;
    }
    static Answer enter(Browser& in, const std::string& code) {
        return in.submit(kSecond, {{"do", "check"}, {"code", code}});
    }
    static std::string key_on(const Answer& page) {
        const auto start = page.body.find("class=\"key\">") + 12;
        return page.body.substr(start, page.body.find('<', start) - start);
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const UserId user = add_user(kEmail, accounts::Role::administrator);
};

// --- lost passwords

TEST_P(AccountPages, WhoForgotThePasswordSetsANewOneByMail) {
    Browser before = signed_in();
    Browser ada = browser();
    EXPECT_EQ(ada.submit(kForgot, {{"email", kEmail}}).status, 200);
    const std::string address = link();
    const std::string token = address.substr(address.find('=') + 1);

    EXPECT_THAT(ada.get(address).body, HasSubstr(kEmail));
    EXPECT_EQ(ada.submit(address, {{"link", token}, {"new", "short"}}).status, 422);
    EXPECT_EQ(ada.submit(address, {{"link", token}, {"new", kNewPassword}}).status, 303);

    EXPECT_FALSE(is_signed_in(before));
    EXPECT_EQ(ada.get(address).status, 410);
    EXPECT_EQ(ada.sign_in(kEmail, kPassword).status, 401);
    EXPECT_EQ(ada.sign_in(kEmail, kNewPassword).status, 303);
}

TEST_P(AccountPages, NobodyLearnsWhoHasAnAccount) {
    Browser stranger = browser();
    const auto body_for = [&](const std::string& email) {
        Answer answer = stranger.submit(kForgot, {{"email", email}});
        EXPECT_EQ(answer.status, 200);
        return answer.body;
    };
    EXPECT_EQ(body_for(kEmail), body_for("nobody@acme.test"));
    link();
}

TEST_P(AccountPages, LinksAreRequestedByFormsOfOursOnly) {
    Browser stranger = browser();
    EXPECT_EQ(stranger.post(kForgot, {{"email", kEmail}, {"token", "x"}}).status, 403);
    EXPECT_EQ(stranger.post(kNew, {{"link", "x"}, {"new", kNewPassword}, {"token", "x"}}).status, 403);
    EXPECT_TRUE(mails().empty());
}

TEST_P(AccountPages, ManyRequestsForLinksAreRefused) {
    Browser stranger = browser();
    int refused = 0;
    for (int i = 0; i < 8; ++i)
        refused += stranger.submit(kForgot, {{"email", kEmail}}).status == 429 ? 1 : 0;
    EXPECT_EQ(refused, 3);
}

TEST_P(AccountPages, GuessesOfLinksAreRefusedLikeWrongPasswords) {
    Browser ada = browser();
    ada.submit(kForgot, {{"email", kEmail}});
    const std::string address = link();
    const Answer form = ada.get(address);
    const auto use = [&](const std::string& token) {
        return ada.post(kNew, {{"link", token}, {"new", kNewPassword}, {"token", test::token_of(form, kNew)}})
            .status;
    };
    const std::string token = address.substr(address.find('=') + 1);
    EXPECT_EQ(use(token), 303);
    int refused = 0;
    for (int i = 0; i < 8; ++i) refused += use(token) == 429 ? 1 : 0;
    EXPECT_EQ(refused, 3);
}

// --- the second factor

TEST_P(AccountPages, SignInAsksForACode) {
    const Secret key = given_second_factor();
    Browser ada = half_signed_in();
    EXPECT_FALSE(is_signed_in(ada));
    EXPECT_EQ(enter(ada, "12345").status, 401);
    EXPECT_FALSE(is_signed_in(ada));
    EXPECT_EQ(enter(ada, code_of(key)).status, 303);
    EXPECT_TRUE(is_signed_in(ada));
}

TEST_P(AccountPages, TheWayToAnApplicationAsksForACode) {
    given_second_factor();
    Browser ada = browser();
    const std::string to = "/identity/sign-in?to=" + percent_encode("/identity/oauth/allow?client_id=x");
    EXPECT_THAT(ada.sign_in(kEmail, kPassword, to).header("location"), StartsWith(kSecond));
    EXPECT_FALSE(is_signed_in(ada));
}

TEST_P(AccountPages, WithoutThePasswordACodeIsNothing) {
    const Secret key = given_second_factor();
    Browser thief = browser();
    EXPECT_THAT(thief.get(kSecond).header("location"), StartsWith("/identity/sign-in"));
    EXPECT_THAT(thief.post(kSecond, {{"do", "check"}, {"code", code_of(key)}}).header("location"),
                StartsWith("/identity/sign-in"));
    thief.cookies["callboard_pending"] = "forged";
    EXPECT_THAT(thief.get(kSecond).header("location"), StartsWith("/identity/sign-in"));
}

TEST_P(AccountPages, WhoKnewTheOldPasswordCannotFinish) {
    require_second_factor();
    Browser thief = half_signed_in();
    const Answer form = thief.get(kSecond);
    set_password(kNewPassword);
    const Answer answer = thief.post(kSecond, {{"do", "begin"}, {"token", test::token_of(form, kSecond)}});
    EXPECT_THAT(answer.header("location"), StartsWith("/identity/sign-in"));
    EXPECT_THAT(thief.get(kSecond).header("location"), StartsWith("/identity/sign-in"));
}

TEST_P(AccountPages, WhoIsDeactivatedMeanwhileCannotFinish) {
    const Secret key = given_second_factor();
    add_user("bob@acme.test", accounts::Role::administrator);
    Browser ada = half_signed_in();
    const Answer form = ada.get(kSecond);
    server.db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, user); });
    ada.post(kSecond, {{"do", "check"}, {"code", code_of(key)}, {"token", test::token_of(form, kSecond)}});
    EXPECT_FALSE(is_signed_in(ada));
}

TEST_P(AccountPages, WhereItIsRequiredItIsSetUpAtSignIn) {
    Browser other = signed_in();
    require_second_factor();
    Browser ada = half_signed_in();
    const Answer begun = ada.submit(kSecond, {{"do", "begin"}});
    ASSERT_EQ(begun.status, 200);
    EXPECT_THAT(begun.body, HasSubstr("<svg"));
    EXPECT_EQ(
        ada.post(kSecond, {{"do", "confirm"}, {"code", "12345"}, {"token", test::token_of(begun, kSecond)}})
            .status,
        422);
    EXPECT_FALSE(is_signed_in(ada));
    const auto key = server.db->read(company, [&](db::Snapshot& snapshot) {
        return accounts::unconfirmed_key(snapshot, account(), test::test_seal()).value();
    });
    EXPECT_EQ(key_on(begun), to_base32(key.reveal()));
    const Answer done = ada.post(
        kSecond, {{"do", "confirm"}, {"code", code_of(key)}, {"token", test::token_of(begun, kSecond)}});
    EXPECT_THAT(done.body, HasSubstr("Your recovery codes"));
    EXPECT_TRUE(is_signed_in(ada));
    EXPECT_FALSE(is_signed_in(other)) << "it was begun with the password alone";
}

TEST_P(AccountPages, ASecondFactorThatExistsIsNotReplacedAtSignIn) {
    given_second_factor();
    Browser thief = half_signed_in();
    const Answer form = thief.get(kSecond);
    thief.post(kSecond, {{"do", "begin"}, {"token", test::token_of(form, kSecond)}});
    EXPECT_FALSE(server.db->read(company, [&](db::Snapshot& snapshot) {
        return accounts::unconfirmed_key(snapshot, account(), test::test_seal()).has_value();
    }));
    EXPECT_FALSE(is_signed_in(thief));
}

// --- the security page

TEST_P(AccountPages, TurningItOnNeedsThePassword) {
    Browser ada = signed_in();
    EXPECT_EQ(ada.submit(kSecurity, {{"do", "begin"}, {"password", "wrong horse battery"}}).status, 401);
    const Answer begun = ada.submit(kSecurity, {{"do", "begin"}, {"password", kPassword}});
    EXPECT_THAT(begun.body, HasSubstr("class=\"key\""));
}

TEST_P(AccountPages, TurningItOnEndsOtherSessions) {
    Browser other = signed_in();
    Browser ada = signed_in();
    ada.submit(kSecurity, {{"do", "begin"}, {"password", kPassword}});
    const auto key = server.db->read(company, [&](db::Snapshot& snapshot) {
        return accounts::unconfirmed_key(snapshot, account(), test::test_seal()).value();
    });
    EXPECT_THAT(ada.submit(kSecurity, {{"do", "confirm"}, {"code", code_of(key)}}).body,
                HasSubstr("Your recovery codes"));
    EXPECT_TRUE(is_signed_in(ada));
    EXPECT_FALSE(is_signed_in(other));
}

TEST_P(AccountPages, AKeyThatWasBegunIsNotShownAgain) {
    Browser ada = signed_in();
    const std::string key = key_on(ada.submit(kSecurity, {{"do", "begin"}, {"password", kPassword}}));
    Browser thief = signed_in();
    EXPECT_THAT(thief.submit(kSecurity, {{"do", "confirm"}, {"code", "12345"}}).body, Not(HasSubstr(key)));
}

TEST_P(AccountPages, WhereItIsRequiredItCannotBeTurnedOff) {
    Browser ada = signed_in();
    const Secret key = given_second_factor();
    require_second_factor();
    EXPECT_THAT(ada.get(kSecurity).body, Not(HasSubstr("Turn off")));
    EXPECT_EQ(ada.submit(kSecurity, {{"do", "remove"}, {"code", code_of(key)}}).status, 422);
    EXPECT_THAT(ada.submit(kSecurity, {{"do", "replace"}, {"code", code_of(key)}}).body,
                HasSubstr("class=\"key\""));
}

TEST_P(AccountPages, AdministratorsRequireItFromEverybody) {
    Browser ada = signed_in();
    EXPECT_EQ(ada.submit(kSecurity, {{"do", "require"}}).status, 303);
    add_user("bob@acme.test", accounts::Role::standard);
    Browser bob = browser();
    EXPECT_THAT(bob.sign_in("bob@acme.test", kPassword).header("location"), StartsWith(kSecond));
    EXPECT_EQ(ada.submit(kSecurity, {{"do", "allow-without"}}).status, 303);
    EXPECT_EQ(bob.sign_in("bob@acme.test", kPassword).header("location"), "/console");
    EXPECT_THAT(bob.get(kSecurity).body, Not(HasSubstr("Require it")));
    EXPECT_EQ(bob.submit(kSecurity, {{"do", "require"}}).status, 403);
}

TEST_P(AccountPages, ManySessionsAreInPagesAndEachCanBeEnded) {
    constexpr int kOlder = 120;
    const std::string oldest = to_hex(sha256("0"));
    const auto begin_sessions = [&](int from, int to) {
        server.db->write(company, [&](db::Tx& tx) {
            for (int i = from; i < to; ++i)
                accounts::store::insert_session(tx, sha256(std::to_string(i)), company, user);
        });
        server.db.clock.advance(1s);
    };
    begin_sessions(0, 1);
    begin_sessions(1, kOlder);
    Browser ada = signed_in();
    const auto shown = [&](const std::string& query) {
        const std::string body = ada.get(kSecurity + query).body;
        int count = 0;
        for (auto at = body.find(" UTC"); at != std::string::npos; at = body.find(" UTC", at + 1)) ++count;
        return count;
    };

    EXPECT_EQ(shown(""), 100);
    EXPECT_THAT(ada.get(kSecurity).body, HasSubstr("/identity/security?page=1"));
    EXPECT_THAT(ada.get(kSecurity).body, Not(HasSubstr(oldest)));
    EXPECT_EQ(shown("?page=1"), kOlder + 1 - 100);
    EXPECT_THAT(ada.get(kSecurity + "?page=1").body, Not(HasSubstr("?page=")));
    EXPECT_THAT(ada.get(kSecurity + "?page=1").body, HasSubstr(oldest));
    EXPECT_EQ(shown("?page=2"), 0);
    for (const std::string none : {"?page=-1", "?page=x", "?page=99999999999999999999"})
        EXPECT_EQ(shown(none), 100) << none;
    ada.submit(kSecurity, {{"do", "end"}, {"session", oldest}});
    EXPECT_THAT(ada.get(kSecurity + "?page=1").body, Not(HasSubstr(oldest)));
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_LOGOUT");
}

TEST_P(AccountPages, ASessionOfSomebodyElseCannotBeEnded) {
    Browser ada = signed_in();
    add_user("bob@acme.test", accounts::Role::standard);
    Browser bob = browser();
    bob.sign_in("bob@acme.test", kPassword);
    const auto hers = server.db->read(company, [&](db::Snapshot& snapshot) {
        return accounts::store::list_sessions(snapshot, company, user, 0).sessions.front().id;
    });
    bob.submit(kSecurity, {{"do", "end"}, {"session", hers}});
    EXPECT_TRUE(is_signed_in(ada));
    EXPECT_TRUE(is_signed_in(bob));
    EXPECT_THAT(given::audit_names(*server.db, company), Not(Contains("USER_LOGOUT")));
    Browser elsewhere = signed_in();
    ada.submit(kSecurity, {{"do", "end-others"}});
    EXPECT_FALSE(is_signed_in(elsewhere));
    EXPECT_TRUE(is_signed_in(ada));
    EXPECT_EQ(given::audit_names(*server.db, company).back(), "USER_LOGOUT");
}

RUN_ON_EACH_DATABASE(AccountPages);

}  // namespace
}  // namespace callboard
