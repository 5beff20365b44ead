#include "accounts/administration.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/company_store.h"
#include "accounts/credential_store.h"
#include "accounts/password_store.h"
#include "accounts/session_store.h"
#include "accounts/sso_connection_store.h"
#include "accounts/user_activation.h"
#include "accounts/user_creation.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/error_code.h"
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

TEST_P(Administration, ACompanyHasALanguageThatIsKnown) {
    const auto company = given::company(*db);
    const auto set = [&](const std::string& language) {
        db->write(company, [&](db::Tx& tx) { accounts::set_language(tx, language); });
    };
    set("pl");
    EXPECT_THROW(set("Polish"), Error);
    EXPECT_EQ(db->read(company, accounts::store::own_company).language, "pl");
}

TEST_P(Administration, AnAddressInTheDomainOfAnotherCompanyIsRefused) {
    const auto acme = given::company(*db, "acme");
    const auto rival = given::company(*db, "rival");
    db->write(rival, [](db::Tx& tx) { accounts::store::insert_sso_domain(tx, "rival.example"); });

    EXPECT_EQ(test::error_code([&] { add(acme, "ada@Rival.example"); }), "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(add(rival, "ada@rival.example").email, "ada@rival.example");
    EXPECT_EQ(add(acme, "ada@not.rival.example").email, "ada@not.rival.example");
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

TEST_P(Administration, ARevokedKeyIsNobodysAndServersAreNotified) {
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

// --- users who are locked out or leave

class PersonByEmail : public Administration {
  protected:
    accounts::store::EmailOwner find(const std::string& email,
                                     const std::optional<std::string>& company = std::nullopt) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::find_person(snapshot, email, company);
        });
    }
    std::string refusal(const std::string& email, const std::optional<std::string>& company = std::nullopt) {
        try {
            find(email, company);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }
    // Never active until now.
    UserId invite(const CompanyId& company, const accounts::Actor& by, const std::string& email) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::create_user(tx, by, given::user_draft(email), std::nullopt).user.id;
        });
    }
    void deactivate(const CompanyId& company, const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, id); });
    }

    const CompanyId acme = given::company(*db, "acme");
    const CompanyId rival = given::company(*db, "rival");
    const accounts::Actor admin = given::user(*db, acme);
    const accounts::Actor rival_admin = given::user(*db, rival);
};

TEST_P(PersonByEmail, IsTheActiveOneWhateverTheCaseAndWhoElseHasTheEmail) {
    invite(rival, rival_admin, "ada@example.test");
    const auto active = add(acme, "Ada@Example.test");

    const auto found = find("aDA@example.TEST");

    EXPECT_EQ(found.user.id, active.id);
    EXPECT_EQ(found.company, acme);
}

TEST_P(PersonByEmail, IsTheNewAccountOfWhoComesBack) {
    const auto old = add(acme, "ada@example.test");
    deactivate(acme, old.id);
    const auto fresh = invite(acme, admin, "ada@example.test");

    EXPECT_EQ(find("ada@example.test").user.id, fresh);
}

TEST_P(PersonByEmail, OfSeveralCompaniesNeedsTheCompany) {
    const auto at_acme = invite(acme, admin, "ada@example.test");
    invite(rival, rival_admin, "ada@example.test");

    EXPECT_EQ(refusal("ada@example.test"), "USER_AMBIGUOUS");
    EXPECT_EQ(find("ada@example.test", "acme").user.id, at_acme);
}

TEST_P(PersonByEmail, UnknownOnesAreRefused) {
    add(acme, "ada@example.test");

    EXPECT_EQ(refusal("bob@example.test"), "USER_NOT_FOUND");
    EXPECT_EQ(refusal("ada@example.test", "rival"), "USER_NOT_FOUND");
    EXPECT_EQ(refusal("ada@example.test", "nowhere"), "COMPANY_NOT_FOUND");
    EXPECT_EQ(refusal("\xff\xfe"), "USER_NOT_FOUND");
    EXPECT_EQ(refusal("ada@example.test", "\xff"), "COMPANY_NOT_FOUND");
}

class LockedOut : public PersonByEmail {
  protected:
    void reset(const CompanyId& company, const UserId& id) {
        db->write(company, [&](db::Tx& tx) { accounts::reset_password(tx, id, "new hash"); });
    }
    void open_session(const std::string& secret, const UserId& user) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            accounts::store::insert_session(tx, accounts::hash_of(secret), acme, user);
        });
    }
    bool has_session(const std::string& secret) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return accounts::store::find_session(snapshot, accounts::hash_of(secret)).has_value();
        });
    }
    std::optional<std::string> password_hash(const UserId& id) {
        return db->read(
            acme, [&](db::Snapshot& snapshot) { return accounts::store::password_hash_of(snapshot, id); });
    }
    std::int64_t epoch() { return db->read(std::nullopt, accounts::store::cache_epoch); }
};

TEST_P(LockedOut, ANewPasswordEndsTheSessionsOfThisUserAlone) {
    const auto ada = add(acme, "ada@example.test");
    const auto bob = add(acme, "bob@example.test");
    open_session("laptop", ada.id);
    open_session("phone", ada.id);
    open_session("other", bob.id);

    reset(acme, ada.id);

    EXPECT_EQ(password_hash(ada.id), "new hash");
    EXPECT_EQ(password_hash(bob.id), "hash");
    EXPECT_FALSE(has_session("laptop"));
    EXPECT_FALSE(has_session("phone"));
    EXPECT_TRUE(has_session("other"));
    EXPECT_EQ(given::audit_names(*db, acme).back(), "USER_PASSWORD_RESET");
}

TEST_P(LockedOut, WhoNeverHadAPasswordGetsOne) {
    const auto ada = invite(acme, admin, "ada@example.test");

    reset(acme, ada);
    db->write(acme, [&](db::Tx& tx) { accounts::activate_user(tx, admin, ada); });

    EXPECT_EQ(password_hash(ada), "new hash");
}

TEST_P(LockedOut, AUserOfAnotherCompanyIsNotFound) {
    const auto ada = add(acme, "ada@example.test");

    EXPECT_THROW(reset(rival, ada.id), Error);
    EXPECT_THROW(deactivate(rival, ada.id), Error);

    EXPECT_EQ(password_hash(ada.id), "hash");
}

TEST_P(LockedOut, WhoLeavesIsDeactivatedOnceAndLosesTheSessionsForGood) {
    const auto ada = add(acme, "ada@example.test");
    open_session("laptop", ada.id);
    const auto before = epoch();

    deactivate(acme, ada.id);
    deactivate(acme, ada.id);

    EXPECT_GT(epoch(), before);
    EXPECT_EQ(std::ranges::count(given::audit_names(*db, acme), "USER_ACCOUNT_DEACTIVATED"), 1);
    db->write(acme, [&](db::Tx& tx) { accounts::activate_user(tx, admin, ada.id); });
    EXPECT_FALSE(has_session("laptop"));
}

TEST_P(LockedOut, TheLastAdministratorStays) {
    EXPECT_THROW(deactivate(acme, admin.id()), Error);

    add(acme, "ada@example.test");
    EXPECT_NO_THROW(deactivate(acme, admin.id()));
}

RUN_ON_EACH_DATABASE(PersonByEmail);
RUN_ON_EACH_DATABASE(LockedOut);
RUN_ON_EACH_DATABASE(Administration);

}  // namespace
}  // namespace callboard
