#include "accounts/user_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_groups.h"
#include "accounts/user_access.h"
#include "accounts/user_activation.h"
#include "accounts/user_creation.h"
#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Role;
using accounts::UserListRequest;
using testing::ElementsAre;
using testing::IsEmpty;

class UserListing : public test::EachDatabase {
  protected:
    void add(const std::string& email, const std::string& first, const std::string& last,
             const std::optional<std::string>& external = std::nullopt) {
        auto draft = given::user_draft(email);
        draft.first_name = first;
        draft.last_name = last;
        draft.profile.external_data = external;
        clock.advance(std::chrono::seconds{1});
        db->write(company, [&](db::Tx& tx) { accounts::create_user(tx, admin, draft, std::nullopt); });
    }
    accounts::UserPage page(const UserListRequest& request) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return accounts::list_users(snapshot, admin, request); });
    }
    std::vector<std::string> emails(const UserListRequest& request) {
        std::vector<std::string> found;
        for (const auto& record : page(request).users) found.push_back(record.user.email);
        return found;
    }
    accounts::Actor user(Role role) {
        clock.advance(std::chrono::seconds{1});
        return given::user(*db, company, role);
    }
    std::vector<UserId> ids(const UserListRequest& request) {
        std::vector<UserId> found;
        for (const auto& record : page(request).users) found.push_back(record.user.id);
        return found;
    }
    std::vector<std::string> found(const std::string& text) { return emails({.text = text}); }
    std::string refusal(const UserListRequest& request) {
        try {
            page(request);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(UserListing, FindsTextInNameEmailAndExternalDataWhateverItsCase) {
    add("ada@example.test", "Ada", "Łukasiewicz", "HR_100%");
    add("grace@example.test", "Grace", "Hopper");

    EXPECT_THAT(found("ada ŁUKA"), ElementsAre("ada@example.test"));
    EXPECT_THAT(found("GRACE@"), ElementsAre("grace@example.test"));
    EXPECT_THAT(found("r_100%"), ElementsAre("ada@example.test"));
    EXPECT_THAT(found("%@%"), IsEmpty());
    EXPECT_THAT(found("h_pper"), IsEmpty());
    EXPECT_THAT(found("\\"), IsEmpty());
    EXPECT_THAT(found("' OR 1=1"), IsEmpty());
    EXPECT_THAT(found("example.test"), ElementsAre("ada@example.test", "grace@example.test"));
}

TEST_P(UserListing, FindsUsersByRoleAndState) {
    user(Role::standard);
    const auto employee = user(Role::employee);
    const auto gone = user(Role::employee);
    db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, admin, gone.id()); });

    EXPECT_THAT(ids({.roles = {Role::employee}}), ElementsAre(employee.id(), gone.id()));
    EXPECT_THAT(ids({.is_active = false}), ElementsAre(gone.id()));
    EXPECT_THAT(ids({.roles = {Role::employee}, .is_active = true}), ElementsAre(employee.id()));
    EXPECT_THAT(ids({.roles = {Role::administrator, Role::employee}, .is_active = true}),
                ElementsAre(admin.id(), employee.id()));
    EXPECT_THAT(ids({.roles = {Role::administrator}, .is_active = false}), IsEmpty());
}

TEST_P(UserListing, FindsTheMembersOfAnAccessGroup) {
    const auto first = user(Role::standard);
    const auto second = user(Role::employee);
    user(Role::administrator);
    const AccessGroupId group = db->write(company, [&](db::Tx& tx) {
        const AccessGroupId id = accounts::add_access_group(tx, admin, "Kitchen").id;
        accounts::add_access_group(tx, admin, "Empty");
        accounts::add_to_access_group(tx, admin, id, {first.id(), second.id()});
        return id;
    });
    const UserListRequest members{.access_group = std::string{group.text()}};

    EXPECT_THAT(ids(members), ElementsAre(first.id(), second.id()));
    UserListRequest employees = members;
    employees.roles = {Role::employee};
    EXPECT_THAT(ids(employees), ElementsAre(second.id()));
    EXPECT_THAT(ids({.access_group = "no id"}), IsEmpty());

    UserListRequest one = members;
    one.limit = 1;
    const auto before = page(one);
    one.cursor = before.next;
    ASSERT_TRUE(one.cursor);
    EXPECT_THAT(ids(one), ElementsAre(second.id()));
    EXPECT_EQ(page(one).next, std::nullopt);
    employees.cursor = before.next;
    EXPECT_NE(refusal(employees), "");
}

TEST_P(UserListing, VisitsEveryUserOnceAlsoWhileOthersAreAdded) {
    for (int i = 0; i < 5; ++i) add("user" + std::to_string(i) + "@example.test", "A", "B");

    std::vector<std::string> seen;
    std::optional<std::string> cursor;
    do {
        auto next = page({.cursor = cursor, .limit = 2});
        for (const auto& record : next.users) seen.push_back(record.user.email);
        cursor = next.next;
        if (seen.size() == 2) add("late@example.test", "A", "B");
    } while (cursor);

    ASSERT_EQ(seen.size(), 7U);
    EXPECT_EQ(seen.at(1), "user0@example.test");
    EXPECT_EQ(seen.back(), "late@example.test");
}

TEST_P(UserListing, ACursorBelongsToItsFiltersAndItsCompany) {
    for (int i = 0; i < 3; ++i) add("user" + std::to_string(i) + "@example.test", "A", "B");
    const auto cursor = page({.text = "example", .limit = 1}).next;
    ASSERT_TRUE(cursor);

    EXPECT_EQ(refusal({.text = "example", .cursor = cursor, .limit = 2}), "");
    EXPECT_EQ(refusal({.cursor = cursor}), "INVALID_PAGE_ID");
    EXPECT_EQ(refusal({.text = "other", .cursor = cursor}), "INVALID_PAGE_ID");
    EXPECT_EQ(refusal({.text = "example", .updated_after = Timestamp{1}, .cursor = cursor}),
              "INVALID_PAGE_ID");
    EXPECT_EQ(refusal({.cursor = "nonsense"}), "INVALID_PAGE_ID");
    const auto rival = given::company(*db, "rival");
    const auto rivals_admin = given::user(*db, rival);
    EXPECT_THROW(db->read(rival,
                          [&](db::Snapshot& snapshot) {
                              return accounts::list_users(snapshot, rivals_admin,
                                                          {.text = "example", .cursor = cursor});
                          }),
                 Error);
}

TEST_P(UserListing, KnowsWhoWasChangedAfterAnInstant) {
    add("early@example.test", "A", "B");
    const Timestamp then = clock.now();
    add("late@example.test", "A", "B");

    EXPECT_THAT(emails({.updated_after = then}), ElementsAre("late@example.test"));
}

TEST_P(UserListing, AnEmployeeSeesNobodyButOneself) {
    const auto employee = given::user(*db, company, Role::employee);
    const auto read = [&](auto what) { return db->read(company, what); };

    EXPECT_THROW(read([&](db::Snapshot& snapshot) { return accounts::list_users(snapshot, employee, {}); }),
                 Error);
    EXPECT_THROW(read([&](db::Snapshot& snapshot) { return accounts::count_users(snapshot, employee, {}); }),
                 Error);
    EXPECT_THROW(
        read([&](db::Snapshot& snapshot) { return accounts::visible_user(snapshot, employee, admin.id()); }),
        Error);
    EXPECT_NO_THROW(read(
        [&](db::Snapshot& snapshot) { return accounts::visible_user(snapshot, employee, employee.id()); }));
    for (const Role role : {Role::extended, Role::standard, Role::restricted}) {
        const auto colleague = given::user(*db, company, role);
        EXPECT_NO_THROW(
            read([&](db::Snapshot& snapshot) { return accounts::list_users(snapshot, colleague, {}); }));
    }
}

RUN_ON_EACH_DATABASE(UserListing);

}  // namespace
}  // namespace callboard
