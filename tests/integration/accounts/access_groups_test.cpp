#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::at_the_same_time;
using test::content;
using test::each;
using test::id_of;
using test::kGroups;
using test::kUsersApi;
using test::post;
using test::repeated;
using testing::AnyOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;

const std::string kListed = kUsersApi + "/access-groups";
const std::string kUnknownId = "000000000000000000000000";

class ApiAccessGroups : public test::CompanyServer {
  protected:
    static std::string given_user(test::Client& caller, const std::string& email) {
        const auto made = post(caller, kUsersApi + "/users",
                               {{"email", email},
                                {"firstName", "Grace"},
                                {"lastName", "Hopper"},
                                {"systemRole", {{"id", "STANDARD"}}}});
        EXPECT_EQ(made.status, 201) << made.body;
        return id_of(made);
    }
    std::string given_user() {
        return given_user(administrator_,
                          "member" + std::to_string(++here().names) + "@" + acme_.identifier + ".test");
    }
    test::Answer add(const std::string& group, const std::vector<std::string>& users) {
        return post(administrator_, users_of(group), json::array(users.begin(), users.end()));
    }
    test::Answer remove(const std::string& group, const std::string& user) {
        return administrator_.del(users_of(group) + "/" + user);
    }
    std::vector<std::string> members(const std::string& group) const {
        return rows().select("SELECT user_id FROM access_group_member WHERE access_group_id = '" + group +
                             "' ORDER BY user_id");
    }
    static std::vector<std::string> sorted(std::vector<std::string> list) {
        std::ranges::sort(list);
        return list;
    }
};

TEST_P(ApiAccessGroups, AreMadeAndListedInBothPlaces) {
    EXPECT_EQ(administrator_.get(kListed).json(), json::parse(R"({"content":[]})"));

    const auto made = post(administrator_, kGroups, {{"name", "Bristol kitchens"}});

    EXPECT_EQ(made.status, 201);
    EXPECT_THAT(id_of(made), MatchesRegex("[0-9a-f]{24}"));
    EXPECT_EQ(made.json(), (json::value{{"id", id_of(made)}, {"name", "Bristol kitchens"}}));
    for (const std::string& list : {kListed, kGroups}) {
        const auto listed = administrator_.get(list);
        EXPECT_EQ(listed.status, 200);
        EXPECT_EQ(listed.json(), (json::value{{"content", {made.json()}}}));
    }
}

TEST_P(ApiAccessGroups, HaveNamesThatAreTheirOwn) {
    given_group("Kitchens");

    const auto refused = post(administrator_, kGroups, {{"name", "Kitchens"}});

    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(refused.error_code(), "RESOURCE_ALREADY_EXIST");
    EXPECT_EQ(content(administrator_.get(kListed)).size(), 1U);
}

TEST_P(ApiAccessGroups, HaveNamesThatAreTheirOwnAlsoWhenManyMakeThemAtTheSameTime) {
    const auto statuses = at_the_same_time<8>([&](std::size_t) {
        auto caller = client(acme_.api_key);
        return post(caller, kGroups, {{"name", "Kitchens"}}).status;
    });

    EXPECT_EQ(std::ranges::count(statuses, 201), 1);
    EXPECT_THAT(statuses, Each(AnyOf(201, 409)));
    EXPECT_EQ(content(administrator_.get(kListed)).size(), 1U);
}

TEST_P(ApiAccessGroups, HaveAName) {
    for (const std::string body : {"{}", R"({"name":""})", R"({"name":7})", R"({"name":null})", "[]"}) {
        const auto refused = administrator_.post(kGroups, body);
        EXPECT_EQ(refused.status, 422) << body;
        EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR") << body;
    }
    EXPECT_EQ(post(administrator_, kGroups, {{"name", repeated("ü", 256)}}).status, 201);
    EXPECT_EQ(post(administrator_, kGroups, {{"name", repeated("ü", 257)}}).status, 422);
    EXPECT_EQ(content(administrator_.get(kListed)).size(), 1U);
}

TEST_P(ApiAccessGroups, TakeUsersIn) {
    const std::string group = given_group("Kitchens");
    const std::vector<std::string> users{given_user(), given_user()};

    const auto added = add(group, users);

    EXPECT_EQ(added.status, 201);
    EXPECT_EQ(added.json(), (json::value{{"content", {{{"id", group}, {"name", "Kitchens"}}}}}));
    EXPECT_EQ(members(group), sorted(users));
}

TEST_P(ApiAccessGroups, CanHaveAProgram) {
    const std::string kitchens = given_group("Kitchens");
    const std::string office = given_group("Office");
    const auto ours = test::given_job(administrator_, test::job_of_groups({kitchens}));
    const auto theirs = test::given_job(administrator_, test::job_of_groups({office}));
    const auto made = command({"credential", "create", "--company", acme_.identifier, "--kind",
                               "client-credentials", "--name", "Assistant", "--role", "EXTENDED", "--scope",
                               "jobs_read", "--access-group", "kitchens"});
    const auto token =
        administrator_.request("POST", "/identity/oauth/token",
                               "grant_type=client_credentials&client_id=" + made.text("client_id") +
                                   "&client_secret=" + made.text("client_secret"),
                               {{"Content-Type", "application/x-www-form-urlencoded"}});
    ASSERT_EQ(token.status, 200) << token.body;

    test::Client program{here().server.port(),
                         {{"Authorization", "Bearer " + test::text(token.json().at("access_token"))}}};

    EXPECT_EQ(program.get(ours).status, 200);
    EXPECT_EQ(program.get(theirs).status, 401);
    EXPECT_EQ(test::ids(program.get("/jobs")).size(), 1);
}

TEST_P(ApiAccessGroups, AreShownOnTheirUsers) {
    const std::string kitchens = given_group("Kitchens");
    const std::string bars = given_group("Bars");
    const std::string user = given_user();
    add(kitchens, {user});
    add(bars, {user});

    const auto shown = administrator_.get(kUsersApi + "/users/" + user).json().as_object();

    ASSERT_TRUE(shown.contains("accessGroups"));
    EXPECT_THAT(shown.at("accessGroups").as_array(),
                UnorderedElementsAre(json::value{{"id", kitchens}, {"name", "Kitchens"}},
                                     json::value{{"id", bars}, {"name", "Bars"}}));
}

TEST_P(ApiAccessGroups, AreInListsOfUsersByTheirIds) {
    const std::string kitchens = given_group("Kitchens");
    const std::string bars = given_group("Bars");
    const std::string both = given_user();
    const std::string one = given_user();
    const std::string none = given_user();
    add(kitchens, {both});
    add(bars, {both, one});

    std::map<std::string, json::array> groups;
    const auto list = administrator_.get(kUsersApi + "/users").json();
    for (const auto& user : list.at("content").as_array())
        if (const auto* const found = user.as_object().if_contains("accessGroups"))
            groups[test::text(user.at("id"))] = found->as_array();

    EXPECT_THAT(groups, testing::SizeIs(2)) << "not of " << none << " or the administrator";
    EXPECT_THAT(groups[both], UnorderedElementsAre(json::value{{"id", kitchens}}, json::value{{"id", bars}}));
    EXPECT_THAT(groups[one], testing::ElementsAre(json::value{{"id", bars}}));
    const auto deprecated = administrator_.get("/users").json();
    for (const auto& user : deprecated.at("content").as_array())
        EXPECT_FALSE(user.as_object().contains("accessGroups"));
}

TEST_P(ApiAccessGroups, TakeInWhomTheyHaveAlready) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    const std::string another = given_user();
    add(group, {user});
    const auto before = audit().size();

    EXPECT_EQ(add(group, {user}).status, 201);
    EXPECT_EQ(add(group, {user, another, user, another}).status, 201);

    EXPECT_EQ(members(group), sorted({user, another}));
    EXPECT_EQ(audit().size(), before + 1);
}

TEST_P(ApiAccessGroups, TakeInNobodyWhenNobodyIsNamed) {
    const std::string group = given_group("Kitchens");
    const auto before = audit();

    EXPECT_EQ(add(group, {}).status, 201);

    EXPECT_THAT(members(group), IsEmpty());
    EXPECT_EQ(audit(), before);
}

TEST_P(ApiAccessGroups, TakeIn5000UsersACallAtMost) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    std::vector<std::string> many(5000, user);

    EXPECT_EQ(add(group, many).status, 201);
    EXPECT_THAT(members(group), ElementsAre(user));

    const std::string another = given_user();
    many.push_back(another);
    const auto refused = add(group, many);
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR");
    EXPECT_THAT(members(group), ElementsAre(user));
}

TEST_P(ApiAccessGroups, TakeInAllOrNobody) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    const auto before = audit();

    const auto refused = add(group, {user, kUnknownId});

    EXPECT_EQ(refused.status, 404);
    EXPECT_EQ(refused.error_code(), "USER_NOT_FOUND");
    EXPECT_THAT(members(group), IsEmpty());
    EXPECT_EQ(audit(), before);
}

TEST_P(ApiAccessGroups, RefuseWhatIsNoListOfUsers) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    for (const std::string& body :
         {std::string{"{}"}, R"({"ids":[")" + user + "\"]}", std::string{"[7]"}, std::string{"[null]"},
          "\"" + user + "\"", R"([{"id":")" + user + "\"}]", R"([[")" + user + "\"]]"}) {
        const auto refused = administrator_.post(users_of(group), body);
        EXPECT_EQ(refused.status, 422) << body;
        EXPECT_EQ(refused.error_code(), "VALIDATION_ERROR") << body;
    }
    EXPECT_EQ(administrator_.post(users_of(group), "[").error_code(), "INVALID_JSON");
    for (const std::string& wrong : {std::string{"x"}, std::string{}, user + "0", user.substr(1)})
        EXPECT_THAT(add(group, {wrong}).status, AnyOf(404, 422)) << wrong;
    EXPECT_THAT(members(group), IsEmpty());
}

TEST_P(ApiAccessGroups, LetUsersGo) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    const std::string stays = given_user();
    add(group, {user, stays});

    const auto removed = remove(group, user);

    EXPECT_EQ(removed.status, 204);
    EXPECT_THAT(removed.body, IsEmpty());
    EXPECT_THAT(members(group), ElementsAre(stays));
    const auto again = remove(group, user);
    EXPECT_EQ(again.status, 404);
    EXPECT_EQ(again.error_code(), "USER_NOT_IN_ACCESS_GROUP");
    EXPECT_EQ(add(group, {user}).status, 201);
    EXPECT_EQ(members(group).size(), 2U);
}

TEST_P(ApiAccessGroups, LetAUserGoOnceWhenManyAskAtTheSameTime) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    add(group, {user});
    const auto before = audit().size();

    const auto statuses = at_the_same_time<8>(
        [&](std::size_t) { return client(acme_.api_key).del(users_of(group) + "/" + user).status; });

    EXPECT_EQ(std::ranges::count(statuses, 204), 1);
    EXPECT_THAT(statuses, Each(AnyOf(204, 404)));
    EXPECT_EQ(audit().size(), before + 1);
}

TEST_P(ApiAccessGroups, TakeAUserInOnceWhenManyAskAtTheSameTime) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    const auto before = audit().size();

    const auto statuses = at_the_same_time<8>([&](std::size_t) {
        auto caller = client(acme_.api_key);
        return post(caller, users_of(group), json::array{user}).status;
    });

    EXPECT_THAT(statuses, Each(201));
    EXPECT_THAT(members(group), ElementsAre(user));
    EXPECT_EQ(audit().size(), before + 1);
}

TEST_P(ApiAccessGroups, AreNotFoundByWhatIsNoId) {
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    for (const std::string& wrong : {std::string{"x"}, kUnknownId, group + "0", std::string{"null"}}) {
        for (const auto& refused : {add(wrong, {user}), remove(wrong, user)}) {
            EXPECT_EQ(refused.status, 404) << wrong;
            EXPECT_EQ(refused.error_code(), "ACCESS_GROUP_NOT_FOUND") << wrong;
        }
        const auto refused = remove(group, wrong);
        EXPECT_EQ(refused.status, 404) << wrong;
        EXPECT_EQ(refused.error_code(), "USER_NOT_FOUND") << wrong;
    }
}

TEST_P(ApiAccessGroups, OfAnotherCompanyAreNone) {
    const auto rival_company = company();
    auto rival = client(rival_company.api_key);
    const std::string theirs = given_group(rival, "Kitchens");
    const std::string stranger = given_user(rival, "stranger@" + rival_company.identifier + ".test");
    const std::string ours = given_group("Kitchens");
    const std::string user = given_user();

    EXPECT_EQ(each(administrator_.get(kListed), "content", "id"), std::vector{ours});
    EXPECT_EQ(each(rival.get(kGroups), "content", "id"), std::vector{theirs});
    EXPECT_EQ(add(theirs, {user}).error_code(), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(add(ours, {user, stranger}).error_code(), "USER_NOT_FOUND");
    EXPECT_EQ(remove(theirs, user).error_code(), "ACCESS_GROUP_NOT_FOUND");
    EXPECT_EQ(remove(ours, stranger).error_code(), "USER_NOT_FOUND");
    EXPECT_THAT(members(ours), IsEmpty());
    EXPECT_THAT(members(theirs), IsEmpty());
}

TEST_P(ApiAccessGroups, AreManagedByAdministrators) {
    const std::string group = given_group("Kitchens");
    const std::string inside = given_user();
    const std::string outside = given_user();
    add(group, {inside});
    const auto before = audit();

    for (const std::string role : {"EXTENDED", "STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto caller = client(colleague(role).key);
        for (const auto& refused :
             {post(caller, kGroups, {{"name", "Bars"}}), post(caller, users_of(group), json::array{outside}),
              caller.del(users_of(group) + "/" + inside), caller.del(users_of(kUnknownId) + "/" + inside),
              post(caller, users_of(kUnknownId), json::array{kUnknownId})}) {
            EXPECT_EQ(refused.status, 403);
            EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
        }
    }
    EXPECT_THAT(members(group), ElementsAre(inside));
    EXPECT_EQ(audit(), before);
}

TEST_P(ApiAccessGroups, AreNotShownToEmployees) {
    given_group("Kitchens");
    auto employee = client(colleague("EMPLOYEE").key);

    for (const std::string& list : {kListed, kGroups}) {
        const auto refused = employee.get(list);
        EXPECT_EQ(refused.status, 403);
        EXPECT_EQ(refused.error_code(), "PERMISSION_DENIED");
    }
}

TEST_P(ApiAccessGroups, AreRecordedWithWhoDidWhatToWhom) {
    const auto before = recorded("audit_record", "id").size();
    const std::string group = given_group("Kitchens");
    const std::string user = given_user();
    add(group, {user});
    remove(group, user);

    auto added = recorded("audit_record", "event_name, author_id, entity_type, entity_id, context");
    added.erase(added.begin(), added.begin() + static_cast<std::ptrdiff_t>(before));
    std::erase_if(added, [](const auto& line) { return line.starts_with("USER_ACCOUNT_CREATED"); });
    ASSERT_EQ(added.size(), 3U) << testing::PrintToString(added);
    EXPECT_THAT(added, Each(HasSubstr(" " + own_id(administrator_) + " ")));
    EXPECT_THAT(added, Each(HasSubstr(group)));
    EXPECT_THAT(added[1], HasSubstr(" USER " + user + " "));
    EXPECT_THAT(added[2], HasSubstr(" USER " + user + " "));
    EXPECT_NE(added[1], added[2]);
}

RUN_ON_EACH_DATABASE(ApiAccessGroups);

}  // namespace
}  // namespace callboard
