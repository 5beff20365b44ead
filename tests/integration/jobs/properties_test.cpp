#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::content;
using test::id_of;
using test::ids;
using test::job_input;
using test::of_errors;
using test::patch;
using test::post;
using test::put;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kProperties = "/configuration/job-properties";

class JobsWithProperties : public test::CompanyServer {
  protected:
    std::string given_property(const std::string& label, const std::vector<std::string>& values,
                               json::object more = {}) {
        json::object body{{"label", label}, {"category", "job"}, {"visible", true}};
        for (const auto& member : more) body[member.key()] = member.value();
        const Answer made = post(administrator_, kProperties, body);
        EXPECT_EQ(made.status, 201) << made.body;
        for (const std::string& value : values)
            EXPECT_EQ(post(administrator_, kProperties + "/" + id_of(made) + "/values",
                           {{"id", value}, {"label", "The " + value}})
                          .status,
                      201);
        return id_of(made);
    }
    static json::object choice(const std::string& property, const std::string& value) {
        return {{"id", property}, {"value", {{"id", value}}}};
    }
    static json::object with(const json::array& properties) {
        json::object input = job_input();
        input["properties"] = properties;
        return input;
    }
    static std::string refusal(const Answer& answer) {
        return std::to_string(answer.status) + " " + answer.error_code();
    }
    // As Shift=The day.
    static std::vector<std::string> properties(const json::value& job) {
        std::vector<std::string> shown;
        if (const auto* const found = job.as_object().if_contains("properties"))
            for (const auto& each : found->as_array())
                shown.push_back(text(each.at("label")) + "=" + text(each.at("value").at("label")));
        return shown;
    }

    const std::string shift_ = given_property("Shift", {"day", "night"});
    const std::string note_ = given_property("Remark", {}, {{"type", "TEXT"}});
};

TEST_P(JobsWithProperties, ShowThemInDetailsAndLists) {
    const Answer made = test::create(
        administrator_, with({choice(shift_, "day"), {{"id", note_}, {"value", {{"label", "Shoes"}}}}}));

    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.header("x-ignored"), "");
    const json::value expected{
        {{"id", shift_}, {"label", "Shift"}, {"value", {{"id", "day"}, {"label", "The day"}}}},
        {{"id", note_}, {"label", "Remark"}, {"value", {{"label", "Shoes"}}}}};
    EXPECT_EQ(made.json().at("properties"), expected);
    EXPECT_EQ(administrator_.get("/jobs/" + id_of(made)).json().at("properties"), expected);
    EXPECT_EQ(content(administrator_.get("/jobs")).at(0).at("properties"), expected);
    EXPECT_THAT(properties(test::create(administrator_, job_input()).json()), IsEmpty());
}

TEST_P(JobsWithProperties, IgnoreWhatTheCompanyDoesNotHave) {
    const json::object input =
        with({choice("000000000000000000000000", "x"), choice(shift_, "dusk"), choice(shift_, "day")});

    const Answer made = test::create(administrator_, input);
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(properties(made.json()), ElementsAre("Shift=The day"));
    EXPECT_EQ(made.header("x-ignored"), "/properties/0, /properties/1/value/id");

    const auto refused =
        administrator_.request("POST", "/jobs", json::serialize(input),
                               {{"Content-Type", "application/json"}, {"Prefer", "handling=strict"}});
    EXPECT_EQ(refusal(refused), "422 VALIDATION_ERROR");
    EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/properties/0", "/properties/1/value/id"));
    EXPECT_EQ(administrator_.get("/jobs").json().at("totalFound"), 1);
}

TEST_P(JobsWithProperties, RefuseWhatIsWrong) {
    const Answer refused = test::create(
        administrator_, with({{{"id", shift_}, {"value", {{"label", "The day"}}}}, choice(note_, "x")}));

    EXPECT_EQ(refusal(refused), "400 INVALID_JOB_PROPERTY_VALUE_TYPE");
    EXPECT_THAT(of_errors(refused, "dataPath"),
                ElementsAre("/properties/0/value/id", "/properties/1/value/label"));
    EXPECT_EQ(refusal(test::create(administrator_, with({choice(shift_, "a/b")}))),
              "400 INVALID_JOB_PROPERTY_VALUE_ID");
    EXPECT_EQ(
        refusal(test::create(administrator_, with({{{"id", note_}, {"value", {{"label", "a\u0001"}}}}}))),
        "400 INVALID_TEXT_FORMAT");
    administrator_.request("PUT", kProperties + "/" + shift_ + "/archive-values/night", "", {});
    EXPECT_EQ(refusal(test::create(administrator_, with({choice(shift_, "night")}))), "400 VALUE_INACTIVE");
}

TEST_P(JobsWithProperties, RequireThoseThatAreRequired) {
    const std::string team = given_property("Team", {"red"}, {{"required", true}});

    const Answer refused = test::create(administrator_, job_input());
    EXPECT_EQ(refusal(refused), "400 JOB_PROPERTY_REQUIRED");
    EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/properties"));
    const std::string job = test::given_job(administrator_, with({choice(team, "red")}));
    EXPECT_EQ(refusal(put(administrator_, job, job_input())), "400 JOB_PROPERTY_REQUIRED");
    EXPECT_EQ(refusal(patch(administrator_, job,
                            R"([{"op":"add","path":"/properties/-","value":{"id":")" + team +
                                R"(","value":{"id":"null"}}}])")),
              "400 JOB_PROPERTY_REQUIRED");
    EXPECT_EQ(put(administrator_, job, with({choice(team, "red")})).status, 200);
}

TEST_P(JobsWithProperties, ArePatchedByAddingToTheList) {
    const std::string job = test::given_job(administrator_, with({choice(shift_, "day")}));
    const auto add = [&](const std::string& property, const std::string& value) {
        return patch(administrator_, job,
                     R"([{"op":"add","path":"/properties/-","value":{"id":")" + property + R"(","value":)" +
                         value + "}}]");
    };

    EXPECT_THAT(properties(add(note_, R"({"label":"Shoes"})").json()),
                ElementsAre("Shift=The day", "Remark=Shoes"));
    EXPECT_THAT(properties(add(shift_, R"({"id":"night"})").json()),
                ElementsAre("Shift=The night", "Remark=Shoes"));
    EXPECT_THAT(properties(add(note_, R"({"id":"null"})").json()), ElementsAre("Shift=The night"));
    const Answer retitled =
        patch(administrator_, job, R"([{"op":"replace","path":"/title","value":"Baker"}])");
    EXPECT_THAT(properties(retitled.json()), ElementsAre("Shift=The night"));
    EXPECT_THAT(properties(put(administrator_, job, job_input()).json()), IsEmpty());
}

TEST_P(JobsWithProperties, DependOnEachOther) {
    const std::string town = given_property("Town", {"lyon"});
    EXPECT_EQ(
        post(administrator_, kProperties + "/" + shift_ + "/dependents", {{"ids", json::array{town}}}).status,
        200);
    EXPECT_EQ(post(administrator_, kProperties + "/" + shift_ + "/values/day/dependents/" + town + "/values",
                   {{"id", "lyon"}})
                  .status,
              204);

    EXPECT_EQ(refusal(test::create(administrator_, with({choice(town, "lyon")}))),
              "400 JOB_PROPERTY_PARENT_VALUE_MISSING");
    EXPECT_EQ(refusal(test::create(administrator_, with({choice(town, "lyon"), choice(shift_, "night")}))),
              "400 JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE");
    EXPECT_EQ(test::create(administrator_, with({choice(town, "lyon"), choice(shift_, "day")})).status, 201);
}

TEST_P(JobsWithProperties, AreInTheLanguageOfTheCaller) {
    const std::string job = test::given_job(administrator_, with({choice(shift_, "day")}));
    const std::string property = kProperties + "/" + shift_;
    for (const auto& [path, label] :
         {std::pair{property, "Vagt"}, std::pair{property + "/values/day", "Dag"}})
        EXPECT_EQ(administrator_
                      .request("PATCH", path + "/translations",
                               std::string{R"([{"language":"da","label":")"} + label + R"("}])",
                               {{"Content-Type", "application/json"}})
                      .status,
                  204);

    const test::Headers danish{{"Accept-Language", "da"}};
    EXPECT_THAT(properties(administrator_.get(job, danish).json()), ElementsAre("Vagt=Dag"));
    EXPECT_THAT(properties(content(administrator_.get("/jobs", danish)).at(0)), ElementsAre("Vagt=Dag"));
    EXPECT_THAT(properties(administrator_.get(job).json()), ElementsAre("Shift=The day"));
}

TEST_P(JobsWithProperties, ShowANewLabelAtOnceWithoutAnEvent) {
    const std::string job = test::given_job(administrator_, with({choice(shift_, "day")}));
    const auto before = events();

    patch(administrator_, kProperties + "/" + shift_, R"([{"op":"replace","path":"/label","value":"Turn"}])");

    EXPECT_THAT(properties(administrator_.get(job).json()), ElementsAre("Turn=The day"));
    EXPECT_THAT(properties(content(administrator_.get("/jobs")).at(0)), ElementsAre("Turn=The day"));
    EXPECT_EQ(events(), before);
}

TEST_P(JobsWithProperties, AreFoundByThem) {
    const std::string day = id_of(test::create(administrator_, with({choice(shift_, "day")})));
    const std::string night = id_of(test::create(administrator_, with({choice(shift_, "night")})));
    test::create(administrator_, job_input());

    EXPECT_THAT(ids(administrator_.get("/jobs?property=" + shift_ + ":day")), ElementsAre(day));
    EXPECT_THAT(ids(administrator_.get("/jobs?property=" + shift_ + ":day&property=" + shift_ +
                                       ":night&sort=job_id")),
                ElementsAre(day, night));
    EXPECT_THAT(ids(administrator_.get("/jobs?property=" + shift_ + ":dusk")), IsEmpty());
    EXPECT_EQ(refusal(administrator_.get("/jobs?property=day")), "400 INVALID_PARAMETER");
}

RUN_ON_EACH_DATABASE(JobsWithProperties);

}  // namespace
}  // namespace callboard
