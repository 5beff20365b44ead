#include "scim/groups.h"

#include <algorithm>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/access_group_store.h"
#include "jobs/job_store.h"
#include "support/scim_groups.h"

namespace callboard::scim {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

std::string text(const boost::json::value& value) {
    return std::string{value.as_string()};
}

class ScimGroups : public test::ScimGroupsFixture {};

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

    EXPECT_EQ(test::error_code([&] { create(R"({"displayName":"KITCHEN"})"); }), "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(test::error_code([&] { create(R"({"displayName":"Bar","DisplayName":"Cellar"})"); }),
              "invalidSyntax");
    EXPECT_EQ(test::error_code([&] { create("{}"); }), "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"displayName":" "})"); }), "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"displayName":")" + std::string(257, 'x') + R"("})"); }),
              "invalidValue");
    EXPECT_EQ(test::error_code([&] { create(R"({"displayName":"Bar","members":[{"value":"x"}]})"); }),
              "invalidValue");
    EXPECT_EQ(test::error_code([&] {
                  create(R"({"displayName":"Bar","members":[{"value":"00000000000000000000000f"}]})");
              }),
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
        return test::error_code([&] { patch(id, R"([{"op":"remove","path":"members"},)" + second + "]"); });
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
    EXPECT_EQ(test::error_code(
                  [&] { patch(id, R"([{"op":"add","path":"members","value":[)" + member(ada) + "]}]"); }),
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
    // what an index has found must match the rest, too
    EXPECT_THAT(names(R"(displayName eq "kitchen" and externalId eq "other")"), IsEmpty());
    EXPECT_THAT(names(R"(externalId eq "k" and members eq ")" + std::string{bob.text()} + R"(")"), IsEmpty());
    EXPECT_THAT(names(R"(externalId eq "k" and displayName co "itch")"), ElementsAre("Kitchen"));
    EXPECT_THAT(names(R"(externalId eq "K")"), IsEmpty());
    EXPECT_THAT(names(R"(externalId eq "")"), ElementsAre("Bar"));
    EXPECT_THAT(names(R"(members eq "nobody")"), IsEmpty());
    EXPECT_THAT(names(R"(not (displayName eq "kitchen"))"), ElementsAre("Bar"));
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
// A job is never restricted to a group that does not exist.
TEST_P(ScimGroups, StayWhileJobsAreRestrictedToThem) {
    const auto id = create(R"({"displayName":"Kitchen"})");
    auto draft = given::draft();
    draft.access_groups = {{std::string{id.text()}}};
    given::job(*db, company, admin, draft);
    const auto unused = create(R"({"displayName":"Bar","members":[)" + member(ada) + "]}");

    EXPECT_EQ(test::error_code([&] { remove(id); }), "ACCESS_GROUP_IN_USE");
    remove(unused);

    EXPECT_EQ(test::error_code([&] { find(unused); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { remove(unused); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(find(id).record.group.name, "Kitchen");
}

TEST_P(ScimGroups, OfAnotherCompanyAreUnknown) {
    const CompanyId rival = given::company(*db, "rival");
    const test::Directory theirs{*db, rival};
    const auto id = db->write(rival, [&](db::Tx& tx) {
        return create_group(tx, theirs.actor, {.display_name = "Theirs", .external_id = {}, .members = {}})
            .record.group.id;
    });

    EXPECT_EQ(test::error_code([&] { find(id); }), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { patch(id, R"([{"op":"remove","path":"members"}])"); }),
              "ACCESS_GROUP_NOT_FOUND");
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
