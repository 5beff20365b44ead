#include "accounts/user_change.h"

#include <gtest/gtest.h>

#include "accounts/cache_epoch_store.h"
#include "accounts/user_access.h"
#include "accounts/user_store.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Role;
using accounts::UserDraft;
using Codes = std::vector<std::string>;

class UserChange : public test::EachDatabase {
  protected:
    // Changes what `edit` changes of the draft.
    template <class Edit>
    accounts::UserRecord change(const UserId& id, Edit edit) {
        return db->write(company, [&](db::Tx& tx) {
            return accounts::change_user(tx, admin, id, [&](const accounts::UserRecord& before) {
                UserDraft draft{.email = before.user.email,
                                .first_name = before.user.first_name,
                                .last_name = before.user.last_name,
                                .role = before.user.role,
                                .profile = before.profile};
                edit(draft);
                return draft;
            });
        });
    }
    template <class Edit>
    std::string code(const UserId& id, Edit edit) {
        try {
            change(id, edit);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }
    accounts::UserRecord record(const UserId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return accounts::store::find_record(snapshot, id).value();
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const UserId robin = given::user(*db, company, Role::standard).id();
};

TEST_P(UserChange, KeepsWhatTheDraftSaysAndWhen) {
    clock.advance(std::chrono::seconds{5});

    const auto after = change(robin, [](UserDraft& draft) {
        draft.email = "new@example.test";
        draft.first_name = "Rob";
        draft.profile.external_data = "HR-2";
    });

    const auto kept = record(robin);
    EXPECT_EQ(kept.user.email, "new@example.test");
    EXPECT_EQ(kept.user.first_name, "Rob");
    EXPECT_EQ(kept.profile.external_data, "HR-2");
    EXPECT_EQ(kept.user.updated_at, clock.now());
    EXPECT_EQ(after.user.updated_at, clock.now());
    EXPECT_EQ(given::audit_names(*db, company), (Codes{"USER_ACCOUNT_UPDATED"}));
}

TEST_P(UserChange, AnotherRoleIsRecordedAsSuchAndServersAreNotified) {
    const auto epoch = db->read(std::nullopt, accounts::store::cache_epoch);

    change(robin, [](UserDraft& draft) { draft.role = Role::extended; });

    EXPECT_EQ(record(robin).user.role, Role::extended);
    EXPECT_EQ(given::audit_names(*db, company), (Codes{"USER_ROLE_CHANGED"}));
    EXPECT_GT(db->read(std::nullopt, accounts::store::cache_epoch), epoch);
}

TEST_P(UserChange, NoChangeIsNotReported) {
    const auto before = record(robin);
    clock.advance(std::chrono::seconds{5});

    change(robin, [](UserDraft&) {});

    EXPECT_EQ(record(robin).user.updated_at, before.user.updated_at);
    EXPECT_EQ(given::audit_names(*db, company), Codes{});
}

TEST_P(UserChange, TheLastAdministratorStaysOne) {
    EXPECT_EQ(code(admin.id(), [](UserDraft& draft) { draft.role = Role::extended; }), "LAST_ADMINISTRATOR");
    EXPECT_EQ(record(admin.id()).user.role, Role::administrator);

    given::user(*db, company, Role::administrator);

    EXPECT_EQ(code(admin.id(), [](UserDraft& draft) { draft.role = Role::extended; }), "");
    EXPECT_EQ(record(admin.id()).user.role, Role::extended);
}

TEST_P(UserChange, WhatBelongsToAnotherIsRefused) {
    const auto other = given::user(*db, company, Role::standard).id();
    change(other, [](UserDraft& draft) {
        draft.email = "taken@example.test";
        draft.profile.sso_identifier = "taken";
    });

    EXPECT_EQ(code(robin, [](UserDraft& draft) { draft.email = "TAKEN@example.test"; }),
              "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(code(robin, [](UserDraft& draft) { draft.profile.sso_identifier = "taken"; }),
              "SSO_IDENTIFIER_ALREADY_EXISTS");
    EXPECT_EQ(code(other, [](UserDraft& draft) { draft.email = "Taken@example.test"; }), "");
    EXPECT_EQ(code(robin, [](UserDraft& draft) { draft.last_name = "x "; }), "INVALID_USER_NAME");
}

TEST_P(UserChange, NobodyIsSetToSingleSignOn) {
    const auto to_sso = [](UserDraft& draft) { draft.profile.sso_login_mode = accounts::SsoLoginMode::sso; };

    EXPECT_EQ(code(robin, to_sso), "VALIDATION_ERROR");
    EXPECT_EQ(record(robin).profile.sso_login_mode, std::nullopt);
    EXPECT_EQ(code(robin,
                   [](UserDraft& draft) { draft.profile.sso_login_mode = accounts::SsoLoginMode::password; }),
              "");
}

// Created by an earlier version.
TEST_P(UserChange, WhoWasSetToSingleSignOnCanStillBeChanged) {
    db->write(company, [&](db::Tx& tx) {
        auto before = accounts::lock_user(tx, admin, robin);
        before.profile.sso_login_mode = accounts::SsoLoginMode::sso;
        accounts::store::update(tx, before);
    });

    EXPECT_EQ(code(robin, [](UserDraft& draft) { draft.first_name = "Rob"; }), "");
    EXPECT_EQ(record(robin).profile.sso_login_mode, accounts::SsoLoginMode::sso);
    EXPECT_EQ(code(robin, [](UserDraft& draft) { draft.profile.sso_login_mode.reset(); }), "");
    EXPECT_EQ(record(robin).profile.sso_login_mode, std::nullopt);
}

TEST_P(UserChange, AnotherCompanysUserIsUnknown) {
    const auto rival = given::company(*db, "rival");
    const auto foreign = given::user(*db, rival).id();

    EXPECT_EQ(code(foreign, [](UserDraft& draft) { draft.first_name = "X"; }), "USER_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(UserChange);

}  // namespace
}  // namespace callboard
