#include "scim/member_changes.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "accounts/access_groups.h"
#include "accounts/user_store.h"
#include "scim/users.h"
#include "support/scim_users.h"

namespace callboard::scim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ScimMemberChanges : public test::ScimUsersFixture {
  protected:
    // All members, also those whom the directory does not see.
    std::vector<UserId> members() {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return accounts::store::member_ids(snapshot, group); });
    }
    template <class Make>
    void change(Make make) {
        db->write(company, [&](db::Tx& tx) {
            MemberChanges changes{tx, group};
            make(changes);
            changes.write(directory.actor);
        });
    }
    void fill(std::int64_t count) { test::fill_group(*db, company, group, count); }

    const AccessGroupId group =
        db->write(company, [&](db::Tx& tx) { return accounts::add_access_group(tx, admin, "Kitchen").id; });
    const UserId ada = named("ada").user.id;
    const UserId bob = create(R"({"userName":"bob@example.test","displayName":"Bob Hill"})").user.id;
};

TEST_P(ScimMemberChanges, AreAppliedInTheirOrder) {
    change([&](MemberChanges& changes) {
        changes.add({ada, bob});
        changes.remove({ada});
    });
    EXPECT_THAT(members(), ElementsAre(bob));
    change([&](MemberChanges& changes) {
        changes.remove({bob});
        changes.set({ada});
        changes.add({bob});
        changes.remove_matching(parse_filter(R"(display sw "ada")"));
    });
    EXPECT_THAT(members(), ElementsAre(bob));
    change([&](MemberChanges& changes) {
        changes.add({ada});
        changes.remove_matching(parse_filter(R"(display pr)"));
        changes.add({ada});
    });
    EXPECT_THAT(members(), ElementsAre(ada));
}

// Otherwise a directory would take away the jobs that a program works with, and nobody would know why.
TEST_P(ScimMemberChanges, LeaveMembersWhomTheDirectoryDoesNotSee) {
    const auto hidden = named("cy").user.id;
    remove(hidden);
    const UserId program = directory.token.user;
    db->write(company,
              [&](db::Tx& tx) { accounts::add_to_access_group(tx, admin, group, {hidden, program, ada}); });

    change([&](MemberChanges& changes) { changes.set({bob}); });
    EXPECT_THAT(members(), UnorderedElementsAre(bob, hidden, program));
    change([&](MemberChanges& changes) { changes.remove({bob, hidden, program}); });
    EXPECT_THAT(members(), UnorderedElementsAre(hidden, program));
    change([&](MemberChanges& changes) { changes.set({}); });
    EXPECT_THAT(members(), UnorderedElementsAre(hidden, program));
}

TEST_P(ScimMemberChanges, MayBeManyAtOnce) {
    const UserId program = directory.token.user;
    fill(350);
    const auto all = members();
    db->write(company, [&](db::Tx& tx) { accounts::add_to_access_group(tx, admin, group, {program}); });

    change([&](MemberChanges& changes) {
        changes.add({ada, bob});
        changes.remove(all);
        changes.remove({program});
    });

    EXPECT_THAT(members(), UnorderedElementsAre(ada, bob, program));
    change([&](MemberChanges& changes) { changes.add(all); });
    EXPECT_EQ(members().size(), all.size() + 3);
}

TEST_P(ScimMemberChanges, RefuseUsersWhomTheDirectoryDoesNotSee) {
    const auto hidden = named("cy").user.id;
    remove(hidden);
    EXPECT_EQ(test::error_code([&] { change([&](MemberChanges& changes) { changes.add({ada, hidden}); }); }),
              "invalidValue");
    EXPECT_THAT(members(), IsEmpty());
}

TEST_P(ScimMemberChanges, AreLimited) {
    fill(kMostMemberChanges + 1);
    const auto all = members();
    const auto refused = [&](auto make) { return test::error_code([&] { change(make); }); };

    EXPECT_EQ(refused([&](MemberChanges& changes) { changes.set({}); }), "tooMany");
    EXPECT_EQ(refused([&](MemberChanges& changes) { changes.remove(all); }), "tooMany");
    EXPECT_EQ(refused([&](MemberChanges& changes) { changes.remove_matching(parse_filter("display pr")); }),
              "tooMany");
    EXPECT_EQ(members().size(), all.size());
    change([&](MemberChanges& changes) { changes.set({all.begin(), all.begin() + 5}); });
    EXPECT_EQ(members().size(), 5U);
}

TEST_P(ScimMemberChanges, CompareMembersALimitedNumberOfTimes) {
    constexpr std::size_t kMembers = 5'000;
    fill(kMembers);
    const Filter filter = parse_filter(R"(display eq "nobody" or display ew "nobody")");
    const auto compared = [&](std::size_t times) {
        return test::error_code([&] {
            change([&](MemberChanges& changes) {
                for (std::size_t i = 0; i < times; ++i) changes.remove_matching(filter);
            });
        });
    };

    EXPECT_EQ(compared(kMostMemberComparisons / kMembers / 2), "");
    EXPECT_EQ(compared(kMostMemberComparisons / kMembers / 2 + 1), "tooMany");
    EXPECT_EQ(members().size(), kMembers);
}

TEST_P(ScimMemberChanges, CompareNamesInAnyCase) {
    change([&](MemberChanges& changes) {
        changes.add({ada, bob});
        changes.remove_matching(parse_filter(R"(display eq "BOB hill")"));
    });
    EXPECT_THAT(members(), ElementsAre(ada));
}

// A group of any size can be replaced, if few of its members change.
TEST_P(ScimMemberChanges, CountOnlyWhatChanges) {
    fill(2 * kMostMemberChanges);
    auto wanted = members();
    wanted.front() = ada;

    change([&](MemberChanges& changes) { changes.set(wanted); });

    EXPECT_THAT(members(), testing::UnorderedElementsAreArray(wanted));
}

RUN_ON_EACH_DATABASE(ScimMemberChanges);

}  // namespace
}  // namespace callboard::scim
