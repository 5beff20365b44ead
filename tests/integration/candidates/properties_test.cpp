// Properties of applications, and screening answers.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::at_the_same_time;
using test::CandidateServer;
using test::content;
using test::EventRow;
using test::given_job;
using test::ids;
using test::keys;
using test::kNoCandidate;
using test::kNoId;
using test::of_errors;
using test::person;
using test::put;
using test::put_raw;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSubsetOf;
using testing::IsSupersetOf;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

class ApplicationProperties : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string candidate_ = applicant(job_);
    const std::string application_ = application(candidate_, job_);
    const std::string path_ = application_ + "/properties";
    const std::string text_ = property("TEXT");
    const std::string number_ = property("NUMBER");
    const std::string select_ = property("SINGLE_SELECT");

    static json::object line(const std::string& id, const json::value& value) {
        return {{"id", id}, {"value", value}};
    }
    Answer set(const std::string& id, const json::value& value) {
        return put(administrator_, path_, json::array{line(id, value)});
    }
    json::array listed_properties(const std::string& path) { return content(administrator_.get(path)); }
    json::value shown(const std::string& id) { return shown_at(path_, id); }
    json::value shown_at(const std::string& path, const std::string& id) {
        for (const auto& each : listed_properties(path))
            if (text(each.at("id")) == id) return each;
        ADD_FAILURE() << id << " is not listed";
        return {};
    }
    json::value value(const std::string& id) { return shown(id).at("value"); }
    // A valid value of each type.
    std::vector<std::pair<std::string, json::value>> good() {
        return {{"BOOLEAN", true},
                {"BOOLEAN", false},
                {"COUNTRY", "us"},
                {"REGION", "us-wa"},
                {"CURRENCY", {{"code", "EUR"}, {"value", 1234.5}}},
                {"CURRENCY", {{"code", "USD"}, {"value", 0}}},
                {"DATE", "2015-11-17T23:00:00.000Z"},
                {"NUMBER", 42},
                {"NUMBER", -0.5},
                {"PERCENT", 12.5},
                {"TEXT", "Zażółć \"gęślą\" 🦊"},
                {"SINGLE_SELECT", json::value(options(select_).front())},
                {"USER", json::value(administrator_id_)}};
    }
};

// --- lists

TEST_P(ApplicationProperties, AreAllListedWithoutAValueAtFirst) {
    const auto all = administrator_.get(path_);

    EXPECT_EQ(all.status, 200);
    EXPECT_THAT(ids(all),
                UnorderedElementsAreArray(ids(administrator_.get("/configuration/candidate-properties"))));
    for (const auto& each : content(all)) {
        EXPECT_THAT(keys(each), IsSupersetOf({"id", "label", "type", "value", "actions"}));
        EXPECT_THAT(keys(each), IsSubsetOf({"id", "key", "label", "type", "value", "actions"}));
        EXPECT_EQ(each.at("value"), json::object{}) << each.at("label");
    }
}

TEST_P(ApplicationProperties, AreAsTheConfigurationDefinesThem) {
    for (const auto& each : listed_properties(path_)) {
        const auto definition = administrator_.get(path_of(each.at("actions").at("configuration"))).json();
        for (const std::string same : {"id", "label", "type"})
            EXPECT_EQ(definition.at(same), each.at(same)) << same;
    }
}

TEST_P(ApplicationProperties, AreListedForAContext) {
    std::map<std::string, std::vector<std::string>> by_context;
    for (const auto& each : content(administrator_.get("/configuration/candidate-properties")))
        for (const auto& context : each.at("availability").at("context").as_array())
            by_context[text(context)].push_back(text(each.at("id")));

    for (const std::string context : {"PROFILE", "OFFER_FORM", "HIRE_FORM", "OFFER_APPROVAL_FORM"})
        for (const std::string& path : {path_, candidate_ + "/properties"})
            EXPECT_THAT(ids(administrator_.get(path + "?context=" + context)),
                        UnorderedElementsAreArray(by_context[context]))
                << context;
    EXPECT_EQ(administrator_.get(path_ + "?context=").body, administrator_.get(path_).body);
    for (const std::string wrong : {"profile", "OFFER", "CANDIDATE_PROFILE"})
        EXPECT_EQ(refusal(administrator_.get(path_ + "?context=" + wrong)),
                  (Refusal{400, "INVALID_PARAMETER"}))
            << wrong;
}

// --- values

TEST_P(ApplicationProperties, TakeValuesOfEveryType) {
    for (const auto& [type, each] : good()) {
        const auto changed = set(property(type), each);
        EXPECT_EQ(changed.status, 204) << type << changed.body;
        EXPECT_THAT(changed.body, IsEmpty());
        EXPECT_EQ(value(property(type)), each) << type;
    }
}

TEST_P(ApplicationProperties, TellWhatAChosenOptionIsCalled) {
    const auto all =
        content(administrator_.get("/configuration/candidate-properties/" + select_ + "/values"));

    set(select_, all.at(1).at("id"));

    EXPECT_EQ(shown(select_).at("value"), all.at(1).at("id"));
    EXPECT_EQ(shown(select_).at("valueLabel"), all.at(1).at("label"));
}

TEST_P(ApplicationProperties, OfSeveralValuesAreForThoseWhoAskForThem) {
    const Answer made = test::post(
        administrator_, "/configuration/candidate-properties",
        {{"label", "Shifts"},
         {"type", "MULTI_SELECT"},
         {"availability", {{"context", {"PROFILE"}}}},
         {"values", {{{"id", "early"}, {"label", "Early"}}, {{"id", "night"}, {"label", "Night"}}}}});
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(made.json().at("type"), "MULTI_SELECT");
    const std::string id = text(made.json().at("id"));
    EXPECT_THAT(ids(administrator_.get(path_of(made.json().at("actions").at("values")))),
                ElementsAre("early", "night"));
    const std::string with_several = path_ + "?includeMultiSelect=true";

    EXPECT_EQ(shown_at(with_several, id).at("value"), json::object{});
    EXPECT_FALSE(shown_at(with_several, id).as_object().contains("selectedValueLabels"));
    EXPECT_EQ(set(id, json::array{"night", "early"}).status, 204);

    for (const std::string& path : {with_several, candidate_ + "/properties?includeMultiSelect=true"}) {
        const auto several = shown_at(path, id).as_object();
        EXPECT_EQ(several.at("type"), "MULTI_SELECT");
        EXPECT_EQ(several.at("value"), (json::array{"night", "early"}));
        EXPECT_EQ(several.at("selectedValueLabels"),
                  json::parse(R"([{"id":"night","label":"Night"},{"id":"early","label":"Early"}])"));
        EXPECT_FALSE(several.contains("valueLabel"));
    }
    for (const std::string& path : {path_, path_ + "?includeMultiSelect=false", candidate_ + "/properties"})
        EXPECT_THAT(ids(administrator_.get(path)), testing::Not(testing::Contains(id))) << path;

    const std::string chosen = options(select_).front();
    set(select_, json::value(chosen));
    EXPECT_EQ(shown_at(with_several, select_).at("selectedValueLabels").at(0).at("id"), json::value(chosen));
    EXPECT_FALSE(shown(select_).as_object().contains("selectedValueLabels"));

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(set(id, json::array{"night", "night"})), (Refusal{400, "VALUE_NOT_FOUND"}));
        EXPECT_EQ(refusal(set(id, "night")), (Refusal{400, "VALUE_NOT_FOUND"}));
        EXPECT_EQ(refusal(set(id, json::array{"noon"})), (Refusal{400, "VALUE_NOT_FOUND"}));
    });
    EXPECT_EQ(set(id, json::array{}).status, 204);
    EXPECT_EQ(shown_at(with_several, id).at("value"), json::object{});
}

TEST_P(ApplicationProperties, RefuseValuesThatAreWrong) {
    const std::vector<std::pair<std::string, std::pair<json::value, std::string>>> cases{
        {"COUNTRY", {"xx", "COUNTRY_NOT_FOUND"}},
        {"COUNTRY", {"germany", "COUNTRY_NOT_FOUND"}},
        {"CURRENCY", {{{"code", "XXY"}, {"value", 1}}, "CURRENCY_NOT_FOUND"}},
        {"USER", {"000000000000000000000000", "USER_NOT_FOUND"}},
        {"USER", {"nobody", "USER_NOT_FOUND"}},
        {"SINGLE_SELECT", {"nothing", "VALUE_NOT_FOUND"}},
        {"REGION", {"nowhere", "REGION_NOT_FOUND"}}};
    expect_nothing_written([&] {
        for (const auto& [type, wrong] : cases) {
            const std::string id = property(type);
            EXPECT_EQ(refusal(set(id, wrong.first)), (Refusal{400, wrong.second})) << type;
            for (const std::string& path : {path_ + "/" + id, candidate_ + "/properties/" + id})
                EXPECT_EQ(refusal(put(administrator_, path, json::object{{"value", wrong.first}})),
                          (Refusal{400, wrong.second}))
                    << type;
        }
    });
}

TEST_P(ApplicationProperties, RefuseTextsWithoutTheirFormat) {
    const auto given_text = [&](const char* label, const json::object& format) {
        json::object body{{"label", label}, {"type", "TEXT"}, {"availability", {{"context", {"PROFILE"}}}}};
        body.insert(format.begin(), format.end());
        const Answer made = post(administrator_, "/configuration/candidate-properties", body);
        EXPECT_EQ(made.status, 201) << made.body;
        return text(made.json().at("id"));
    };
    const std::string email = given_text("Second address", {{"textFormat", "EMAIL"}});
    const std::string badge = given_text("Badge", {{"textFormat", "PATTERN"}, {"pattern", "EMP-###"}});

    expect_nothing_written([&] {
        EXPECT_EQ(refusal(set(email, "ada at example")), (Refusal{400, "INVALID_EMAIL_FORMAT"}));
        EXPECT_EQ(refusal(set(badge, "EMP-12")), (Refusal{400, "INVALID_TEXT_PATTERN_FORMAT"}));
        EXPECT_EQ(refusal(put(administrator_, candidate_ + "/properties/" + badge,
                              json::object{{"value", "emp-123"}})),
                  (Refusal{400, "INVALID_TEXT_PATTERN_FORMAT"}));
        EXPECT_EQ(refusal(set(badge, 5)), (Refusal{400, "INVALID_TEXT_FORMAT"}));
    });

    EXPECT_LT(set(email, "ada@example.com").status, 300);
    EXPECT_LT(set(badge, "EMP-123").status, 300);
    EXPECT_EQ(value(badge), "EMP-123");
    EXPECT_LT(set(badge, json::object{}).status, 300);
}

TEST_P(ApplicationProperties, RefuseValuesOfAnotherType) {
    const std::vector<std::pair<std::string, json::value>> cases{{"BOOLEAN", "true"},
                                                                 {"BOOLEAN", 1},
                                                                 {"COUNTRY", 5},
                                                                 {"REGION", true},
                                                                 {"CURRENCY", 5},
                                                                 {"CURRENCY", "EUR 5"},
                                                                 {"CURRENCY", {{"value", 1}}},
                                                                 {"DATE", "someday"},
                                                                 {"DATE", 1700000000000},
                                                                 {"NUMBER", "5"},
                                                                 {"NUMBER", true},
                                                                 {"PERCENT", "12%"},
                                                                 {"TEXT", 5},
                                                                 {"TEXT", {"a", "b"}},
                                                                 {"USER", 5},
                                                                 {"SINGLE_SELECT", 5}};
    expect_nothing_written([&] {
        for (const auto& [type, wrong] : cases)
            EXPECT_EQ(set(property(type), wrong).status, 400) << type << " " << json::serialize(wrong);
    });
}

TEST_P(ApplicationProperties, AreResetWithoutAValue) {
    for (const auto& [type, each] : good()) {
        const std::string id = property(type);
        set(id, each);
        EXPECT_EQ(put(administrator_, path_, json::array{{{"id", id}}}).status, 204);
        EXPECT_EQ(value(id), json::object{}) << type;
        EXPECT_FALSE(shown(id).as_object().contains("valueLabel"));

        set(id, each);
        EXPECT_EQ(put(administrator_, path_ + "/" + id, json::object{}).status, 204);
        EXPECT_EQ(value(id), json::object{}) << type;
    }
}

TEST_P(ApplicationProperties, AreKnownByTheirKeysToo) {
    EXPECT_EQ(set("employeeNumber", "E-1").status, 204);
    EXPECT_EQ(value(text_), "E-1");
    EXPECT_EQ(put(administrator_, path_ + "/employeeNumber", json::object{{"value", "E-2"}}).status, 204);
    EXPECT_EQ(value(text_), "E-2");
}

TEST_P(ApplicationProperties, AreSetOneByOneToo) {
    EXPECT_EQ(put(administrator_, path_ + "/" + number_, json::object{{"value", 7}}).status, 204);
    EXPECT_EQ(value(number_), 7);
    EXPECT_EQ(put(administrator_, candidate_ + "/properties/" + number_, json::object{{"value", 8}}).status,
              204);
    EXPECT_EQ(value(number_), 8);
}

// --- several at once

TEST_P(ApplicationProperties, AreSetTogether) {
    const auto changed = put(administrator_, path_,
                             json::array{line(text_, "E-1"), line(number_, 3),
                                         line(select_, json::value(options(select_).back()))});

    EXPECT_EQ(changed.status, 204) << changed.body;
    EXPECT_EQ(value(text_), "E-1");
    EXPECT_EQ(value(number_), 3);
    EXPECT_EQ(text(value(select_)), options(select_).back());
}

TEST_P(ApplicationProperties, AreSetAllOrNone) {
    set(text_, "before");

    expect_nothing_written([&] {
        EXPECT_EQ(
            refusal(put(administrator_, path_, json::array{line(text_, "after"), line(select_, "nothing")})),
            (Refusal{400, "VALUE_NOT_FOUND"}));
        EXPECT_EQ(refusal(put(administrator_, path_, json::array{line(text_, "after"), line(kNoId, "x")})),
                  (Refusal{404, "PROPERTY_NOT_FOUND"}));
    });

    EXPECT_EQ(value(text_), "before");
}

TEST_P(ApplicationProperties, AreNamedOnce) {
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(administrator_, path_, json::array{line(text_, "a"), line(text_, "b")})),
                  (Refusal{400, "DUPLICATE_PROPERTIES"}));
        EXPECT_EQ(
            refusal(put(administrator_, path_, json::array{line(text_, "a"), line("employeeNumber", "b")})),
            (Refusal{400, "DUPLICATE_PROPERTIES"}));
    });
}

TEST_P(ApplicationProperties, AreOneToAHundredAtATime) {
    json::array many;
    for (int i = 0; i < 101; ++i) many.push_back(line("property" + std::to_string(i), "x"));
    expect_nothing_written([&] {
        EXPECT_EQ(refusal(put(administrator_, path_, json::array{})), (Refusal{400, "VALIDATION_ERROR"}));
        EXPECT_EQ(refusal(put(administrator_, path_, many)), (Refusal{400, "VALIDATION_ERROR"}));
        many.pop_back();
        EXPECT_EQ(refusal(put(administrator_, path_, many)), (Refusal{404, "PROPERTY_NOT_FOUND"}));
    });
}

TEST_P(ApplicationProperties, ReportEveryFault) {
    expect_nothing_written([&] {
        const auto refused = put_raw(administrator_, path_, R"([{},{"id":5},{"id":""},"x"])");
        EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), IsSupersetOf({"/0/id", "/1/id"}));
        EXPECT_EQ(put_raw(administrator_, path_, "{}").status, 400);
        EXPECT_EQ(put_raw(administrator_, path_, "3").status, 400);
        EXPECT_EQ(refusal(put_raw(administrator_, path_, "[")), (Refusal{400, "INVALID_JSON"}));
    });
}

TEST_P(ApplicationProperties, ReportEveryWrongValueAtItsPlace) {
    expect_nothing_written([&] {
        const auto refused = put(administrator_, path_,
                                 json::array{line(number_, "many"), line(text_, "fine"),
                                             line(select_, "nothing"), line(text_, "again")});
        EXPECT_EQ(refused.status, 400) << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/0/value", "/2/value", "/3"));
        EXPECT_THAT(of_errors(refused, "code"),
                    ElementsAre("INVALID_NUMBER_RANGE", "VALUE_NOT_FOUND", "DUPLICATE_PROPERTIES"));
        EXPECT_THAT(of_errors(put(administrator_, path_ + "/" + number_, json::object{{"value", "many"}}),
                              "dataPath"),
                    ElementsAre("/value"));
    });
}

TEST_P(ApplicationProperties, ThatAreNoneAreUnknown) {
    const json::object body{{"value", "x"}};
    for (const std::string& unknown : {std::string{kNoId}, std::string{"nonsense"}}) {
        EXPECT_EQ(refusal(set(unknown, "x")), (Refusal{404, "PROPERTY_NOT_FOUND"}));
        EXPECT_EQ(refusal(put(administrator_, path_ + "/" + unknown, body)),
                  (Refusal{404, "PROPERTY_NOT_FOUND"}));
        EXPECT_EQ(refusal(put(administrator_, candidate_ + "/properties/" + unknown, body)),
                  (Refusal{404, "PROPERTY_NOT_FOUND"}));
    }
    EXPECT_EQ(refusal(administrator_.get(kNoCandidate + "/properties")),
              (Refusal{404, "CANDIDATE_NOT_FOUND"}));
}

TEST_P(ApplicationProperties, ForFewAreNotForAll) {
    const auto member = colleague("STANDARD");
    join_team(job_, member.id);
    auto caller = client(member.key);
    int few = 0;
    for (const auto& definition : content(administrator_.get("/configuration/candidate-properties"))) {
        if (definition.at("availability").at("toUsers") != "FULL_ACCESS") continue;
        const std::string id = text(definition.at("id"));
        expect_nothing_written([&] {
            EXPECT_EQ(refusal(put(caller, path_, json::array{line(id, 5)})),
                      (Refusal{400, "INACCESSIBLE_FIELD"}));
            EXPECT_EQ(refusal(put(caller, path_ + "/" + id, json::object{})),
                      (Refusal{400, "INACCESSIBLE_FIELD"}));
        });
        ++few;
    }
    EXPECT_GT(few, 0);
}

// --- unknown and hidden applications

TEST_P(ApplicationProperties, AreOfOneApplication) {
    const std::string other_job = given_job(administrator_);
    const std::string other = application(applicant(other_job), other_job) + "/properties";

    set(text_, "E-1");

    EXPECT_EQ(shown_at(other, text_).at("value"), json::object{});
    EXPECT_EQ(administrator_.get(candidate_ + "/properties").json(), administrator_.get(path_).json());
}

TEST_P(ApplicationProperties, WithoutAnApplicationAreOfTheCandidate) {
    const std::string pool = in_pool(person("Pool"));

    EXPECT_EQ(put(administrator_, pool + "/properties/" + text_, json::object{{"value", "E-1"}}).status, 204);

    EXPECT_EQ(shown_at(pool + "/properties", text_).at("value"), "E-1");
    EXPECT_EQ(value(text_), json::object{});
}

TEST_P(ApplicationProperties, GoWithTheirApplication) {
    set(text_, "E-1");
    administrator_.del(application_);

    applicant(job_);

    EXPECT_EQ(value(text_), json::object{});
}

// --- events and audit records

TEST_P(ApplicationProperties, WriteEventsAndAuditRecords) {
    const auto one = during([&] { set(text_, "E-1"); });
    const auto single =
        during([&] { put(administrator_, path_ + "/" + text_, json::object{{"value", "E-2"}}); });
    const auto old = during(
        [&] { put(administrator_, candidate_ + "/properties/" + text_, json::object{{"value", "E-3"}}); });
    const auto reset = during([&] { put(administrator_, path_, json::array{{{"id", text_}}}); });

    for (const auto* written : {&one, &single, &old, &reset}) {
        EXPECT_THAT(written->events,
                    ElementsAre(EventRow{"application.fields.updated", named(candidate_, job_)}));
        EXPECT_THAT(written->audit_names(), ElementsAre("APPLICATION_PROPERTIES_UPDATED"));
        const auto& record = written->record("APPLICATION_PROPERTIES_UPDATED");
        EXPECT_EQ(record.author_id, administrator_id_);
        EXPECT_EQ(record.entity_type, "APPLICATION");
        EXPECT_EQ(record.entity_id, application_id(candidate_, job_));
        EXPECT_EQ(record.context, (json::object{{"updatedPropertiesIds", json::array{json::value(text_)}},
                                                {"updatedPropertiesKeys", json::array{"employeeNumber"}}}));
    }
}

TEST_P(ApplicationProperties, SetTogetherCauseOneEvent) {
    const auto written =
        during([&] { put(administrator_, path_, json::array{line(text_, "E-1"), line(number_, 3)}); });

    EXPECT_THAT(written.event_names(), ElementsAre("application.fields.updated"));
    EXPECT_EQ(
        written.record("APPLICATION_PROPERTIES_UPDATED").context.at("updatedPropertiesIds").as_array().size(),
        2U);
}

TEST_P(ApplicationProperties, SetAgainAreNotRecorded) {
    set(text_, "E-1");

    expect_nothing_written([&] {
        EXPECT_EQ(set(text_, "E-1").status, 204);
        EXPECT_EQ(put(administrator_, path_, json::array{{{"id", number_}}}).status, 204);
    });
    EXPECT_TRUE(moves_update(candidate_, [&] { set(text_, "E-2"); }));
}

TEST_P(ApplicationProperties, SetByManyAreNotLost) {
    const std::vector<std::pair<std::string, json::value>> lines{
        {text_, "E-1"}, {number_, 3}, {property("BOOLEAN"), true}, {property("PERCENT"), 5}};

    at_the_same_time<4>([&](std::size_t i) {
        auto caller = client(acme_.api_key);
        return put(caller, path_, json::array{line(lines[i].first, lines[i].second)}).status;
    });

    for (const auto& [id, expected] : lines) EXPECT_EQ(value(id), expected);
}

// --- screening answers

TEST_P(ApplicationProperties, AreBesideAnswersOfWhichThereAreNoneAtFirst) {
    const auto none = administrator_.get(application_ + "/screening-answers");

    EXPECT_EQ(none.status, 200);
    EXPECT_EQ(none.json(), (json::value{{"totalFound", 0}, {"content", json::array{}}}));
}

TEST_P(ApplicationProperties, AreBesideAnswersThatAreShownAsTheyWereGiven) {
    answer(candidate_, job_, "workPermit", "yes");

    const auto shown_answers = administrator_.get(application_ + "/screening-answers");

    EXPECT_EQ(shown_answers.json().at("totalFound"), 1);
    const auto first = content(shown_answers).at(0);
    EXPECT_THAT(keys(first), UnorderedElementsAre("id", "type", "category", "name", "label", "records"));
    EXPECT_EQ(first.at("category"), "workPermit");
    EXPECT_EQ(first.at("records").at(0).at("fields").at(0).at("values").at(0).at("id"), "yes");
    const std::string other_job = given_job(administrator_);
    applicant(other_job);
    EXPECT_EQ(
        administrator_.get(application(candidate_, other_job) + "/screening-answers").json().at("totalFound"),
        0);
}

RUN_ON_EACH_DATABASE(ApplicationProperties);

}  // namespace
}  // namespace callboard
