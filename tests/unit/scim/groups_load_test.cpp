// Groups with many members, filters of members, and requests at the same time.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/scim_groups.h"

namespace callboard::scim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class ScimGroupsUnderLoad : public test::ScimGroupsFixture {};

TEST_P(ScimGroupsUnderLoad, AreComparedWithIdsOfMembersOnly) {
    create(R"({"displayName":"Kitchen","members":[)" + member(ada) + "," + member(bob) + "]}");
    create(R"({"displayName":"Bar","members":[)" + member(bob) + "]}");
    const std::string ada_id{ada.text()};
    const std::string bob_id{bob.text()};

    EXPECT_THAT(names(R"(members eq ")" + ada_id + R"(" and members.value eq ")" + bob_id + R"(")"),
                ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(members ne ")" + ada_id + R"(" and displayName pr)"), ElementsAre("Bar"));
    EXPECT_THAT(names(R"(members eq "nobody")"), IsEmpty());
    EXPECT_EQ(test::error_code([&] { names(R"(displayName pr and members sw "0")"); }), "invalidFilter");
    EXPECT_EQ(test::error_code([&] { names("members pr"); }), "invalidFilter");
}

TEST_P(ScimGroupsUnderLoad, AreNotComparedOften) {
    create(R"({"displayName":"Kitchen"})");
    const auto compared = [](std::size_t times) {
        std::string filter = R"(displayName eq "Kitchen")";
        for (std::size_t i = 1; i < times; ++i) filter += R"( and displayName co "k")";
        return filter;
    };
    EXPECT_THAT(names(compared(kMostComparisonsOfScan)), ElementsAre("Kitchen"));
    EXPECT_EQ(test::error_code([&] { names(compared(kMostComparisonsOfScan + 1)); }), "invalidFilter");
}

TEST_P(ScimGroupsUnderLoad, MayMatchManyUnlessTheFilterNamesOne) {
    for (const std::string filter :
         {R"(id eq "1")", R"(externalId eq "1")", R"(displayName eq "x" and id pr)", R"(members eq "1")",
          R"(members[value eq "1"])"})
        EXPECT_FALSE(reads_many_groups({.filter = parse_filter(filter)})) << filter;
    EXPECT_TRUE(reads_many_groups({.filter = {}}));
    for (const std::string filter :
         {"displayName pr", R"(displayName co "x")", R"(id eq "1" or id eq "2")", R"(not (id eq "1"))"})
        EXPECT_TRUE(reads_many_groups({.filter = parse_filter(filter)})) << filter;
}

TEST_P(ScimGroupsUnderLoad, AreNotPatchedByManyFilters) {
    const auto id = create(R"({"displayName":"Kitchen","members":[)" + member(ada) + "]}");
    const auto removals = [](std::size_t count, const std::string& filter) {
        std::string operations;
        for (std::size_t i = 0; i < count; ++i)
            operations.append(i > 0 ? "," : "[")
                .append(R"({"op":"remove","path":"members[)")
                .append(filter)
                .append(R"(]"})");
        return operations + "]";
    };

    EXPECT_EQ(test::error_code([&] { patch(id, removals(kMostComparisons + 1, R"(display sw \"x\")")); }),
              "tooMany");
    patch(id, removals(kMostComparisons, R"(display sw \"x\")"));
    EXPECT_THAT(members(id), ElementsAre(ada));
    patch(id, removals(kMostComparisons + 1, R"(value eq \")" + std::string{ada.text()} + R"(\")"));
    EXPECT_THAT(members(id), IsEmpty());
}

TEST_P(ScimGroupsUnderLoad, AreWrittenOncePerRequest) {
    const auto id = create(R"({"displayName":"Kitchen","externalId":"k"})");
    create(R"({"displayName":"Bar"})");
    const auto changes = [&] {
        return std::ranges::count(given::audit_names(*db, company), "ACCESS_GROUP_UPDATED");
    };
    const auto before = changes();
    const auto renamed = [](const std::string& name) {
        return R"({"op":"replace","value":{"displayName":")" + name + R"(","externalId":")" + name + R"("}})";
    };

    patch(id, "[" + renamed("Bar") + "," + renamed("Cellar") + "," + renamed("Attic") + "]");
    EXPECT_EQ(find(id).record.group.name, "Attic");
    EXPECT_EQ(find(id).record.external_id, "Attic");
    EXPECT_EQ(changes(), before + 2) << "the name, and the externalId";

    patch(id, "[" + renamed("Cellar") + "," + renamed("Attic") + "]");
    EXPECT_EQ(changes(), before + 2);
    EXPECT_EQ(test::error_code([&] { patch(id, "[" + renamed("Cellar") + "," + renamed("Bar") + "]"); }),
              "RESOURCE_ALREADY_EXIST");
}

TEST_P(ScimGroupsUnderLoad, AreShownInShorterPagesWhenTheyHaveManyMembers) {
    const auto large = create(R"({"displayName":"Large"})");
    clock.advance(std::chrono::milliseconds{1});
    create(R"({"displayName":"Small","members":[)" + member(ada) + "]}");
    test::fill_group(*db, company, large, 10'000);
    const auto page = [&](std::int64_t start) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return list_groups(snapshot, directory.actor, {.filter = {}, .start = start}, WithMembers::yes);
        });
    };

    EXPECT_EQ(page(1).total, 2);
    ASSERT_EQ(page(1).items.size(), 1U);
    EXPECT_EQ(page(1).items.front().members->size(), 10'000U);
    ASSERT_EQ(page(2).items.size(), 1U);
    EXPECT_EQ(page(2).items.front().record.group.name, "Small");
}

TEST_P(ScimGroupsUnderLoad, MayBeChangedAtTheSameTime) {
    const auto id = create(R"({"displayName":"Kitchen"})");
    {
        std::vector<std::jthread> threads;
        for (const UserId* const user : {&ada, &bob})
            threads.emplace_back([this, user, &id] {
                for (int i = 0; i < 10; ++i) {
                    patch(id, R"([{"op":"remove","path":"members","value":[)" + member(*user) + "]}]");
                    patch(id, R"([{"op":"add","path":"members","value":[)" + member(*user) + "]}]");
                }
            });
    }
    EXPECT_THAT(members(id), UnorderedElementsAre(ada, bob));
}

TEST_P(ScimGroupsUnderLoad, AreDeletedOrUsedWhenBothHappenAtOnce) {
    for (int i = 0; i < 20; ++i) {
        const auto id = create(R"({"displayName":"Group )" + std::to_string(i) + R"("})");
        auto draft = given::draft();
        draft.access_groups = {{std::string{id.text()}}};
        std::string job_refused;
        std::string removal_refused;
        {
            const std::jthread saving{
                [&] { job_refused = test::error_code([&] { given::job(*db, company, admin, draft); }); }};
            const std::jthread removing{[&] { removal_refused = test::error_code([&] { remove(id); }); }};
        }
        if (removal_refused.empty()) {
            EXPECT_EQ(job_refused, "ACCESS_GROUP_NOT_FOUND");
        } else {
            EXPECT_EQ(removal_refused, "ACCESS_GROUP_IN_USE");
            EXPECT_EQ(job_refused, "");
        }
    }
}

RUN_ON_EACH_DATABASE(ScimGroupsUnderLoad);

}  // namespace
}  // namespace callboard::scim
