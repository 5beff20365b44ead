#include "scim/groups.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "jobs/job_store.h"
#include "scim/users.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/scim.h"

namespace callboard::scim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string text(const boost::json::value& value) {
    return std::string{value.as_string()};
}

class ScimGroups : public test::EachDatabase {
  protected:
    UserId user(const std::string& name) {
        const wire::JsonDocument body{R"({"userName":")" + name + R"(@example.test","name":{"givenName":")" +
                                      name + R"(","familyName":"Byron"}})"};
        return db
            ->write(company,
                    [&](db::Tx& tx) { return create_user(tx, directory.actor, read_user(body.root())); })
            .user.id;
    }
    static std::string member(const UserId& id) { return R"({"value":")" + std::string{id.text()} + R"("})"; }

    AccessGroupId create(const std::string& body) {
        const wire::JsonDocument document{body};
        return db
            ->write(
                company,
                [&](db::Tx& tx) { return create_group(tx, directory.actor, read_group(document.root())); })
            .record.group.id;
    }
    void replace(const AccessGroupId& id, const std::string& body) {
        const wire::JsonDocument document{body};
        db->write(company,
                  [&](db::Tx& tx) { replace_group(tx, directory.actor, id, read_group(document.root())); });
    }
    void patch(const AccessGroupId& id, const std::string& operations) {
        const wire::JsonDocument document{R"({"Operations":)" + operations + "}"};
        const auto changes = read_group_patch(read_operations(document.root()));
        db->write(company, [&](db::Tx& tx) { patch_group(tx, directory.actor, id, changes); });
    }
    void remove(const AccessGroupId& id) {
        db->write(company, [&](db::Tx& tx) { delete_group(tx, directory.actor, id); });
    }
    Group find(const AccessGroupId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return find_group(snapshot, directory.actor, id, WithMembers::yes);
        });
    }
    std::vector<UserId> members(const AccessGroupId& id) {
        std::vector<UserId> found;
        for (const auto& each : find(id).members.value()) found.push_back(each.user);
        return found;
    }
    std::vector<std::string> names(const std::string& filter) {
        std::vector<std::string> found;
        const auto page = db->read(company, [&](db::Snapshot& snapshot) {
            return list_groups(snapshot, directory.actor, {.filter = parse_filter(filter)}, WithMembers::no);
        });
        for (const Group& each : page.items) found.push_back(each.record.group.name);
        return found;
    }
    template <class Work>
    static std::string code_of(Work work) {
        return test::error_code(work);
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const test::Directory directory{*db, company};
    const UserId ada = user("ada");
    const UserId bob = user("bob");
};

TEST_P(ScimGroups, AreAccessGroups) {
    const auto id =
        create(R"({"displayName":" Kitchen ","externalId":"k-1","members":[)" + member(ada) + "]}");

    EXPECT_EQ(find(id).record.group.name, "Kitchen");
    EXPECT_EQ(find(id).record.external_id, "k-1");
    EXPECT_THAT(members(id), ElementsAre(ada));
    const auto groups =
        db->read(company, [&](db::Snapshot& s) { return accounts::store::groups_of(s, ada); });
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups.front().id, id);
}

TEST_P(ScimGroups, AreRefusedWithAReason) {
    create(R"({"displayName":"Kitchen"})");

    EXPECT_EQ(code_of([&] { create(R"({"displayName":"KITCHEN"})"); }), "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(code_of([&] { create("{}"); }), "invalidValue");
    EXPECT_EQ(code_of([&] { create(R"({"displayName":" "})"); }), "invalidValue");
    EXPECT_EQ(code_of([&] { create(R"({"displayName":")" + std::string(257, 'x') + R"("})"); }),
              "invalidValue");
    EXPECT_EQ(code_of([&] { create(R"({"displayName":"Bar","members":[{"value":"x"}]})"); }), "invalidValue");
    EXPECT_EQ(
        code_of([&] { create(R"({"displayName":"Bar","members":[{"value":"00000000000000000000000f"}]})"); }),
        "invalidValue");
    EXPECT_THAT(names("displayName pr"), ElementsAre("Kitchen"));
}

TEST_P(ScimGroups, AreReplacedAsAWhole) {
    const auto id = create(R"({"displayName":"Kitchen","externalId":"k-1","members":[)" + member(ada) + "]}");

    replace(id, R"({"displayName":"Bar","members":[)" + member(bob) + "," + member(bob) + "]}");

    EXPECT_EQ(find(id).record.group.name, "Bar");
    EXPECT_EQ(find(id).record.external_id, std::nullopt);
    EXPECT_THAT(members(id), ElementsAre(bob));
    replace(id, R"({"displayName":"Bar"})");
    EXPECT_THAT(members(id), IsEmpty());
}

TEST_P(ScimGroups, ArePatchedInTheFormsOfDirectories) {
    const auto id = create(R"({"displayName":"Kitchen"})");

    patch(id, R"([{"op":"Add","path":"members","value":[{"$ref":null,"value":")" + std::string{ada.text()} +
                  R"("}]}])");
    patch(id, R"([{"op":"add","path":"members","value":[)" + member(ada) + "," + member(bob) + "]}]");
    EXPECT_THAT(members(id), UnorderedElementsAre(ada, bob));

    patch(id, R"([{"op":"Remove","path":"members","value":[)" + member(ada) + "]}]");
    EXPECT_THAT(members(id), ElementsAre(bob));
    patch(id, R"([{"op":"remove","path":"members[value eq \")" + std::string{bob.text()} + R"(\"]"}])");
    EXPECT_THAT(members(id), IsEmpty());

    patch(id, R"([{"op":"replace","path":"members","value":[)" + member(ada) + "," + member(bob) + "]}]");
    patch(id, R"([{"op":"remove","path":"members[display sw \"ada\" and type ne \"Group\"]"}])");
    EXPECT_THAT(members(id), ElementsAre(bob));
    patch(id, R"([{"op":"remove","path":"members"}])");
    EXPECT_THAT(members(id), IsEmpty());

    patch(
        id,
        R"([{"op":"Replace","path":"displayName","value":"Bar"},{"op":"Add","path":"externalId","value":"b"}])");
    EXPECT_EQ(find(id).record.group.name, "Bar");
    EXPECT_EQ(find(id).record.external_id, "b");
    patch(id, R"([{"op":"replace","value":{"id":"1","displayName":"Cellar","members":)" +
                  ("[" + member(ada) + "]") + R"(}},{"op":"remove","path":"externalId"}])");
    EXPECT_EQ(find(id).record.group.name, "Cellar");
    EXPECT_EQ(find(id).record.external_id, std::nullopt);
    EXPECT_THAT(members(id), ElementsAre(ada));
}

TEST_P(ScimGroups, AreLeftAloneByAPatchThatFails) {
    const auto id = create(R"({"displayName":"Kitchen","members":[)" + member(ada) + "]}");
    const auto refused = [&](const std::string& second) {
        return code_of([&] { patch(id, R"([{"op":"remove","path":"members"},)" + second + "]"); });
    };

    EXPECT_EQ(refused(R"({"op":"remove","path":"displayName"})"), "mutability");
    EXPECT_EQ(refused(R"({"op":"replace","path":"id","value":"1"})"), "mutability");
    EXPECT_EQ(refused(R"({"op":"add","path":"members[value eq \"1\"]","value":[]})"), "invalidPath");
    EXPECT_EQ(refused(R"({"op":"remove","path":"members[value eq \"1\"]"})"), "invalidValue");
    EXPECT_EQ(refused(R"({"op":"add","path":"members","value":[{"value":"00000000000000000000000f"}]})"),
              "invalidValue");
    EXPECT_THAT(members(id), ElementsAre(ada));
}

TEST_P(ScimGroups, DoNotShowUsersWhomTheDirectoryDeleted) {
    const auto id =
        create(R"({"displayName":"Kitchen","members":[)" + member(ada) + "," + member(bob) + "]}");

    db->write(company, [&](db::Tx& tx) { delete_user(tx, directory.actor, ada); });

    EXPECT_THAT(members(id), ElementsAre(bob));
    EXPECT_EQ(code_of([&] { patch(id, R"([{"op":"add","path":"members","value":[)" + member(ada) + "]}]"); }),
              "invalidValue");
}

TEST_P(ScimGroups, AreFoundByFilters) {
    const auto kitchen =
        create(R"({"displayName":"Kitchen","externalId":"k","members":[)" + member(ada) + "]}");
    create(R"({"displayName":"Bar","members":[)" + member(bob) + "]}");
    const std::string ada_id{ada.text()};

    EXPECT_THAT(names(R"(displayName eq "kitchen")"), ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(externalId eq "k" or displayName sw "b")"), UnorderedElementsAre("Kitchen", "Bar"));
    EXPECT_THAT(names(R"(members[value eq ")" + ada_id + R"("])"), ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(id eq ")" + std::string{kitchen.text()} + R"(" and members eq ")" + ada_id + R"(")"),
                ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(displayName eq "Cellar")"), IsEmpty());
}

TEST_P(ScimGroups, AreComparedWithIdsOfMembersOnly) {
    create(R"({"displayName":"Kitchen","members":[)" + member(ada) + "," + member(bob) + "]}");
    create(R"({"displayName":"Bar","members":[)" + member(bob) + "]}");
    const std::string ada_id{ada.text()};
    const std::string bob_id{bob.text()};

    EXPECT_THAT(names(R"(members eq ")" + ada_id + R"(" and members.value eq ")" + bob_id + R"(")"),
                ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(members ne ")" + ada_id + R"(" and displayName pr)"), ElementsAre("Bar"));
    EXPECT_THAT(names(R"(members eq "nobody")"), IsEmpty());
    EXPECT_EQ(code_of([&] { names(R"(displayName pr and members sw "0")"); }), "invalidFilter");
    EXPECT_EQ(code_of([&] { names("members pr"); }), "invalidFilter");
}

TEST_P(ScimGroups, AreNotPatchedByManyFilters) {
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

    EXPECT_EQ(code_of([&] { patch(id, removals(kMostComparisons + 1, R"(display sw \"x\")")); }), "tooMany");
    patch(id, removals(kMostComparisons, R"(display sw \"x\")"));
    EXPECT_THAT(members(id), ElementsAre(ada));
    patch(id, removals(kMostComparisons + 1, R"(value eq \")" + std::string{ada.text()} + R"(\")"));
    EXPECT_THAT(members(id), IsEmpty());
}

TEST_P(ScimGroups, AreShownInShorterPagesWhenTheyHaveManyMembers) {
    const auto large = create(R"({"displayName":"Large"})");
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

TEST_P(ScimGroups, AreAudited) {
    const auto id = create(R"({"displayName":"Kitchen","externalId":"k","members":[)" + member(ada) + "]}");
    const auto changes = [&] {
        const auto recorded = given::audit_names(*db, company);
        return std::vector{std::ranges::count(recorded, "ACCESS_GROUP_UPDATED"),
                           std::ranges::count(recorded, "USER_ACCOUNT_UPDATED")};
    };
    EXPECT_THAT(changes(), ElementsAre(1, 1)) << "the externalId, and the member";
    patch(id, R"([{"op":"replace","path":"externalId","value":"k"}])");
    EXPECT_THAT(changes(), ElementsAre(1, 1));
    patch(id, R"([{"op":"remove","path":"externalId"}])");
    EXPECT_THAT(changes(), ElementsAre(2, 1));
    remove(id);
    EXPECT_THAT(changes(), ElementsAre(2, 2)) << "the member left";
}

TEST_P(ScimGroups, AreShownByJobsWithTheirPresentName) {
    const auto id = create(R"({"displayName":"Kitchen"})");
    auto draft = given::draft();
    draft.access_groups = {{std::string{id.text()}}};
    const auto job = given::job(*db, company, admin, draft);

    patch(id, R"([{"op":"replace","path":"displayName","value":"Bar"}])");

    const auto shown =
        db->read(company, [&](db::Snapshot& s) { return jobs::store::find_record(s, job).value().details; });
    EXPECT_EQ(boost::json::parse(shown).at("accessGroups").at(0).at("name"), "Bar");
}

// The second one sees the first; none fails.
TEST_P(ScimGroups, MayBeChangedAtTheSameTime) {
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

// A job is never restricted to a group that does not exist.
TEST_P(ScimGroups, AreDeletedOrUsedWhenBothHappenAtOnce) {
    for (int i = 0; i < 20; ++i) {
        const auto id = create(R"({"displayName":"Group )" + std::to_string(i) + R"("})");
        auto draft = given::draft();
        draft.access_groups = {{std::string{id.text()}}};
        std::string job_refused;
        std::string removal_refused;
        {
            const std::jthread saving{
                [&] { job_refused = code_of([&] { given::job(*db, company, admin, draft); }); }};
            const std::jthread removing{[&] { removal_refused = code_of([&] { remove(id); }); }};
        }
        if (removal_refused.empty()) {
            EXPECT_EQ(job_refused, "ACCESS_GROUP_NOT_FOUND");
        } else {
            EXPECT_EQ(removal_refused, "ACCESS_GROUP_IN_USE");
            EXPECT_EQ(job_refused, "");
        }
    }
}

TEST_P(ScimGroups, StayWhileJobsAreRestrictedToThem) {
    const auto id = create(R"({"displayName":"Kitchen"})");
    auto draft = given::draft();
    draft.access_groups = {{std::string{id.text()}}};
    given::job(*db, company, admin, draft);
    const auto unused = create(R"({"displayName":"Bar","members":[)" + member(ada) + "]}");

    EXPECT_EQ(code_of([&] { remove(id); }), "ACCESS_GROUP_IN_USE");
    remove(unused);

    EXPECT_EQ(code_of([&] { find(unused); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(code_of([&] { remove(unused); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(find(id).record.group.name, "Kitchen");
}

TEST_P(ScimGroups, OfAnotherCompanyAreUnknown) {
    const CompanyId rival = given::company(*db, "rival");
    const test::Directory theirs{*db, rival};
    const auto id = db->write(rival, [&](db::Tx& tx) {
        return create_group(tx, theirs.actor, {.display_name = "Theirs", .external_id = {}, .members = {}})
            .record.group.id;
    });

    EXPECT_EQ(code_of([&] { find(id); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(code_of([&] { patch(id, R"([{"op":"remove","path":"members"}])"); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_THAT(names("displayName pr"), IsEmpty());
}

TEST_P(ScimGroups, AreShownWithTheirMembersUnlessExcluded) {
    const auto id = create(R"({"displayName":"Kitchen","externalId":"k","members":[)" + member(ada) + "]}");
    const auto shown = [&](const Projection& projection) {
        std::string text;
        wire::JsonWriter out{text};
        write_group(out, find(id), projection, "https://callboard.test/scim/v2");
        return boost::json::parse(text);
    };

    const auto whole = shown({});
    EXPECT_EQ(whole.at("displayName"), "Kitchen");
    EXPECT_EQ(whole.at("externalId"), "k");
    EXPECT_EQ(text(whole.at("members").at(0).at("value")), std::string{ada.text()});
    EXPECT_EQ(whole.at("members").at(0).at("display"), "ada Byron");
    EXPECT_EQ(text(whole.at("meta").at("location")),
              "https://callboard.test/scim/v2/Groups/" + std::string{id.text()});
    EXPECT_FALSE(shown({"", "members"}).as_object().contains("members"));
}

RUN_ON_EACH_DATABASE(ScimGroups);

}  // namespace
}  // namespace callboard::scim
