#include "accounts/password_links.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/credential.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "accounts/user_activation.h"
#include "accounts/user_change.h"
#include "accounts/user_creation.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "mail/mail_store.h"
#include "mail/outbox.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/seal.h"
#include "support/single_sign_on.h"

namespace callboard::accounts {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const std::string kPage = "https://callboard.test/identity/new-password";
const LinkMailing kMailing{.page = kPage, .seal = test::test_seal()};

class PasswordLinks : public test::EachDatabase {
  protected:
    UserId given_new_user(const std::string& email = "new@example.test") {
        return db->write(company, [&](db::Tx& tx) {
            return create_user(tx, admin,
                               {.email = email,
                                .first_name = "New",
                                .last_name = "User",
                                .role = Role::standard,
                                .profile = {}},
                               std::nullopt)
                .user.id;
        });
    }
    std::vector<mail::store::StoredMail> mails() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return mail::store::list(snapshot, std::nullopt, 100);
        });
    }
    // The token of the newest mail.
    Secret token() {
        const auto mail = mails().front();
        const std::string link =
            test::test_seal().open(*mail.sealed_link, mail::place_of_link(mail.id)).value();
        EXPECT_THAT(link, StartsWith(kPage + "?token="));
        return Secret{link.substr(link.find('=') + 1)};
    }
    bool use(const Secret& token, const std::string& hash = "a hash") {
        return db->write(std::nullopt, [&](db::Tx& tx) { return use_link(tx, token, hash, {}); });
    }
    std::optional<OpenLink> opened(const Secret& token) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return open_link(snapshot, token); });
    }
    void invite_user(const UserId& id) {
        db->write(company, [&](db::Tx& tx) { invite(tx, admin, id, kMailing); });
    }
    void reset(const UserId& id) {
        db->write(company, [&](db::Tx& tx) { request_new_password(tx, admin, id, kMailing); });
    }
    void forget(const std::string& email) {
        db->write(std::nullopt, [&](db::Tx& tx) { forgot_password(tx, email, kMailing, {}); });
    }
    User user(const UserId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return store::find_user(snapshot, id).value(); });
    }
    std::optional<std::string> hash_of(const UserId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return store::password_hash_of(snapshot, id); });
    }
    static std::string refusal(const std::function<void()>& what) {
        try {
            what();
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }

    const CompanyId company = given::company(*db);
    const Actor admin = given::user(*db, company);
    const Actor person = given::user(*db, company, Role::standard);
};

TEST_P(PasswordLinks, AMailIsInTheLanguageOfTheReaderOrOfTheCompany) {
    db->write(company, [](db::Tx& tx) { set_language(tx, "fr"); });
    invite_user(given_new_user("unknown@example.test"));
    EXPECT_EQ(mails().front().language, "fr");
    const UserId polish = db->write(company, [&](db::Tx& tx) {
        return create_user(tx, admin,
                           {.email = "polish@example.test",
                            .first_name = "New",
                            .last_name = "User",
                            .role = Role::standard,
                            .profile = {.external_data = {},
                                        .sso_identifier = {},
                                        .sso_login_mode = {},
                                        .language = UserLanguage{.code = "pl"},
                                        .location = {}}},
                           std::nullopt)
            .user.id;
    });
    invite_user(polish);
    EXPECT_EQ(mails().front().language, "pl");
}

TEST_P(PasswordLinks, AnInvitationActivatesTheUserWithAPassword) {
    const UserId id = given_new_user();
    invite_user(id);
    ASSERT_THAT(mails(), SizeIs(1));
    EXPECT_EQ(mails().front().kind, "invitation");
    EXPECT_EQ(mails().front().to, "new@example.test");
    EXPECT_EQ(opened(token())->email, "new@example.test");
    EXPECT_EQ(user(id).state, UserState::inactive);

    EXPECT_TRUE(use(token()));
    EXPECT_EQ(user(id).state, UserState::active);
    EXPECT_EQ(hash_of(id), "a hash");
}

TEST_P(PasswordLinks, AnInvitationEndsWhenTheUserIsDeactivated) {
    const UserId id = given_new_user();
    invite_user(id);
    db->write(company, [&](db::Tx& tx) { deactivate_user(tx, admin, id); });

    EXPECT_FALSE(use(token()));
    EXPECT_EQ(user(id).state, UserState::inactive);
    invite_user(id);
    EXPECT_TRUE(use(token())) << "an administrator may invite the user again";
}

TEST_P(PasswordLinks, ALinkWorksOnce) {
    reset(person.id());
    const Secret link = token();
    EXPECT_TRUE(use(link, "first"));
    EXPECT_FALSE(use(link, "second"));
    EXPECT_EQ(opened(link), std::nullopt);
    EXPECT_EQ(hash_of(person.id()), "first");
}

TEST_P(PasswordLinks, ALinkThatIsUsedAtOnceWorksForOne) {
    reset(person.id());
    const Secret link = token();
    std::atomic<int> worked = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 8; ++i) all.emplace_back([&] { worked += use(link) ? 1 : 0; });
    }
    EXPECT_EQ(worked, 1);
}

TEST_P(PasswordLinks, ALinkWorksForADay) {
    reset(person.id());
    const Secret link = token();
    clock.advance(24h - 1ms);
    EXPECT_TRUE(opened(link));
    clock.advance(1ms);
    EXPECT_FALSE(opened(link));
    EXPECT_FALSE(use(link));
    db->write(std::nullopt, [](db::Tx& tx) { store::delete_expired_links(tx); });
    EXPECT_EQ(db->read(company,
                       [&](db::Snapshot& snapshot) {
                           return store::count_links_since(snapshot, person.id(), {0});
                       }),
              0);
}

// Otherwise anybody could make the link of somebody else useless by asking for another one.
TEST_P(PasswordLinks, EarlierLinksWorkUntilOneIsUsed) {
    reset(person.id());
    const Secret first = token();
    clock.advance(1s);
    reset(person.id());
    const Secret second = token();
    EXPECT_TRUE(opened(second));
    EXPECT_TRUE(use(first));
    EXPECT_FALSE(opened(second));
    EXPECT_FALSE(use(second));
}

TEST_P(PasswordLinks, ANewAddressVoidsLinksThatWereMailedToTheOldOne) {
    reset(person.id());
    db->write(company, [&](db::Tx& tx) {
        change_user(tx, admin, person.id(), [](const UserRecord& before) {
            return UserDraft{.email = "moved@example.test",
                             .first_name = before.user.first_name,
                             .last_name = before.user.last_name,
                             .role = before.user.role,
                             .profile = before.profile};
        });
    });
    EXPECT_FALSE(use(token()));
}

TEST_P(PasswordLinks, AChangeOfThePasswordVoidsLinks) {
    reset(person.id());
    db->write(company, [&](db::Tx& tx) { store::set_password(tx, person.id(), "changed by the operator"); });
    EXPECT_FALSE(opened(token()));
    EXPECT_FALSE(use(token()));

    reset(person.id());
    db->write(company, [&](db::Tx& tx) {
        store::insert_session(tx, accounts::hash_of("present"), company, person.id());
        EXPECT_TRUE(replace_password(tx, {.company = company, .user = person.id()},
                                     {.old_hash = "changed by the operator",
                                      .new_hash = "by the user",
                                      .present_session = accounts::hash_of("present"),
                                      .new_session = accounts::hash_of("next"),
                                      .origin = {}},
                                     {}));
        store::set_password(tx, person.id(), "changed by the operator");  // as it was when the link was made
    });
    EXPECT_FALSE(use(token()));
}

TEST_P(PasswordLinks, ADeactivatedUserCannotUseOne) {
    reset(person.id());
    db->write(company, [&](db::Tx& tx) { deactivate_user(tx, admin, person.id()); });
    EXPECT_FALSE(use(token()));
    EXPECT_EQ(refusal([&] { reset(person.id()); }), "USER_DISABLED");
    EXPECT_EQ(refusal([&] { invite_user(person.id()); }), "ACTIVATION_EMAIL_UNAVAILABLE");
}

TEST_P(PasswordLinks, AnInvitationDoesNotWorkForWhoWasActivated) {
    const UserId id = given_new_user();
    invite_user(id);
    db->write(company, [&](db::Tx& tx) { activate_user(tx, admin, id); });
    EXPECT_FALSE(use(token()));
    EXPECT_EQ(refusal([&] { invite_user(id); }), "ACTIVATION_EMAIL_UNAVAILABLE");
    db->write(company, [&](db::Tx& tx) { deactivate_user(tx, admin, id); });
    EXPECT_FALSE(use(token())) << "a deactivated user could activate himself";
    EXPECT_EQ(user(id).state, UserState::inactive);
}

TEST_P(PasswordLinks, AnInvitationDoesNotWorkIfAnotherUserHasTheAddress) {
    const UserId id = given_new_user();
    invite_user(id);
    const CompanyId other = given::company(*db, "other");
    db->write(other, [](db::Tx& tx) {
        add_user(tx,
                 {.email = "NEW@example.test", .first_name = "A", .last_name = "B", .role = Role::standard},
                 "a hash");
    });
    EXPECT_EQ(opened(token()), std::nullopt) << "before a hash is computed for it";
    EXPECT_FALSE(use(token()));
    EXPECT_EQ(user(id).state, UserState::inactive);
}

TEST_P(PasswordLinks, AReturningUserCannotUseAnOldOne) {
    reset(person.id());
    db->write(company, [&](db::Tx& tx) {
        deactivate_user(tx, admin, person.id());
        activate_user(tx, admin, person.id());
    });
    EXPECT_FALSE(use(token()));
}

TEST_P(PasswordLinks, ANewPasswordEndsAllSessions) {
    const Sha256 session = sha256("session");
    db->write(company, [&](db::Tx& tx) { store::insert_session(tx, session, company, person.id()); });
    reset(person.id());
    EXPECT_TRUE(use(token()));
    EXPECT_FALSE(db->read(std::nullopt,
                          [&](db::Snapshot& snapshot) { return store::find_session(snapshot, session); }));
}

TEST_P(PasswordLinks, WhoForgotThePasswordGetsOneLinkInAWhile) {
    const std::string email = user(person.id()).email;
    forget(email);
    EXPECT_THAT(mails(), SizeIs(1));
    forget(email);
    clock.advance(5min - 1ms);
    forget(email);
    EXPECT_THAT(mails(), SizeIs(1));
    clock.advance(1ms);
    forget(email);
    EXPECT_THAT(mails(), SizeIs(2));
    for (int i = 0; i < 20; ++i) {
        clock.advance(6min);
        forget(email);
    }
    EXPECT_THAT(mails(), SizeIs(5)) << "in a day";
    EXPECT_TRUE(use(token()));
}

TEST_P(PasswordLinks, AdministratorsFillNoMailbox) {
    const UserId id = given_new_user();
    for (int i = 0; i < 20; ++i) {
        invite_user(id);
        reset(person.id());
    }
    EXPECT_EQ(refusal([&] { invite_user(id); }), "TOO_MANY_REQUESTS");
    EXPECT_EQ(refusal([&] { reset(person.id()); }), "TOO_MANY_REQUESTS");
    forget(user(person.id()).email);
    EXPECT_THAT(mails(), SizeIs(40));
    clock.advance(24h);
    invite_user(id);
    reset(person.id());
}

TEST_P(PasswordLinks, WhoWasMailedTooOftenIsMailedADayAfterTheFirstOfTheseMails) {
    const UserId id = given_new_user();
    invite_user(id);
    clock.advance(1h);
    for (int i = 0; i < 19; ++i) invite_user(id);
    const auto wait = [&]() -> std::optional<std::chrono::seconds> {
        try {
            invite_user(id);
        } catch (const Error& error) {
            return error.retry_after;
        }
        return std::nullopt;
    };

    EXPECT_EQ(wait(), 23h);
    clock.advance(23h - 1ms);
    EXPECT_EQ(wait(), 1s);
    clock.advance(1ms);
    EXPECT_EQ(wait(), std::nullopt);
    EXPECT_EQ(wait(), 1h);
}

TEST_P(PasswordLinks, NobodyElseGetsOne) {
    given_new_user();
    for (const std::string email : {"", "nobody@example.test", "new@example.test", "\xff@x", "a\nb@x"})
        forget(email);
    EXPECT_THAT(mails(), IsEmpty());
}

TEST_P(PasswordLinks, WhoSignsOnAtTheProviderGetsNone) {
    const UserId id = given_new_user();
    given::single_sign_on(*db, company, true);

    EXPECT_EQ(refusal([&] { invite_user(id); }), "ACTIVATION_EMAIL_UNAVAILABLE");
    EXPECT_EQ(refusal([&] { reset(person.id()); }), "PASSWORD_AUTHENTICATION_DISABLED");
    forget(user(person.id()).email);
    EXPECT_THAT(mails(), IsEmpty());

    reset(admin.id());
    EXPECT_THAT(mails(), SizeIs(1)) << "an administrator may use a password";
}

TEST_P(PasswordLinks, ALinkIsVoidOnceTheUserHasToSignOnAtTheProvider) {
    reset(person.id());
    given::single_sign_on(*db, company, true);
    EXPECT_FALSE(opened(token()));
    EXPECT_FALSE(use(token()));
}

TEST_P(PasswordLinks, WhoHasNoAddressForMailGetsNone) {
    const std::string address = "\u00e4da@example.test";
    const UserId active = db->write(company, [&](db::Tx& tx) {
        return add_user(tx, {.email = address, .first_name = "A", .last_name = "B", .role = Role::standard},
                        "a hash")
            .id;
    });
    EXPECT_EQ(refusal([&] { reset(active); }), "USER_EMAIL_INVALID");
    forget(address);
    EXPECT_EQ(refusal([&] { invite_user(given_new_user("\u00e9va@example.test")); }),
              "ACTIVATION_EMAIL_UNAVAILABLE");
    EXPECT_THAT(mails(), IsEmpty());
}

TEST_P(PasswordLinks, OnlyAdministratorsSendThem) {
    const UserId id = given_new_user();
    EXPECT_EQ(refusal([&] { db->write(company, [&](db::Tx& tx) { invite(tx, person, id, kMailing); }); }),
              "PERMISSION_DENIED");
    const CompanyId other = given::company(*db, "other");
    const Actor stranger = given::user(*db, other);
    EXPECT_EQ(refusal([&] { db->write(other, [&](db::Tx& tx) { invite(tx, stranger, id, kMailing); }); }),
              "USER_NOT_FOUND");
    EXPECT_THAT(mails(), IsEmpty());
}

RUN_ON_EACH_DATABASE(PasswordLinks);

}  // namespace
}  // namespace callboard::accounts
