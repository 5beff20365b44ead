// Every filter of the list of candidates, alone and combined.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/candidates/candidates.h"
#include "support/eventually.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::CandidateServer;
using test::encoded;
using test::given_job;
using test::id_in;
using test::kNoId;
using test::kPool;
using test::last_part;
using test::merge;
using test::of_errors;
using test::person;
using test::post;
using test::put;
using test::text;
using test::with;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

class CandidateFilters : public CandidateServer {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string other_job_ = given_job(administrator_);

    // The last names of the listed candidates.
    std::vector<std::string> found(const std::string& parameters) {
        const auto page = administrator_.get(kPool + "?limit=100&" + parameters);
        EXPECT_EQ(page.status, 200) << parameters << ": " << page.body;
        if (page.status != 200) return {"refused"};
        const auto names = test::each(page, "content", "lastName");
        EXPECT_EQ(page.json().at("totalFound"), std::ssize(names)) << parameters;
        return names;
    }
    // The path of an application for the first job.
    std::string add(const std::string& name, const json::object& more = {}) {
        return add_for(job_, name, more);
    }
    std::string add_for(const std::string& job, const std::string& name, const json::object& more = {}) {
        json::object input = person(name);
        for (const auto& [key, value] : more) input[key] = value;
        return application(applicant(job, input), job);
    }
    static std::string candidate_of(const std::string& application) {
        return application.substr(0, application.find("/jobs/"));
    }
    void set_property(const std::string& application, const std::string& id, const std::string& value) {
        const auto set =
            put(administrator_, application + "/properties", json::array{{{"id", id}, {"value", value}}});
        EXPECT_EQ(set.status, 204) << set.body;
    }
    void set_onboarding(const std::string& application, const std::string& to) {
        const auto set =
            put(administrator_, application + "/onboardingStatus", json::object{{"onboardingStatus", to}});
        EXPECT_EQ(set.status, 204) << set.body;
    }
    static std::string property_filter(const std::string& id, const std::string& value) {
        return "propertyId=" + id + "&propertyValueId=" + value;
    }
    static std::string source_filter(const std::string& type, const std::string& sub_type,
                                     const std::string& id) {
        return "sourceType=" + type + "&sourceSubType=" + sub_type + "&sourceValueId=" + id;
    }
    static std::string question_filter(const std::string& category, const std::string& value) {
        return "questionCategory=" + category + "&questionFieldId=value&questionFieldValueId=" + value;
    }
};

// --- each filter alone

TEST_P(CandidateFilters, LeaveOutThoseWithoutAnApplication) {
    in_pool(person("pool"));
    add("applied");

    EXPECT_THAT(found(""), ElementsAre("applied"));
    EXPECT_THAT(found("consentStatus=REQUIRED"), ElementsAre("applied"));
}

TEST_P(CandidateFilters, ByJob) {
    add("first");
    add_for(other_job_, "second");
    add("both");
    add_for(other_job_, "both");
    const std::string parameter = "jobId=";

    EXPECT_THAT(found(parameter + id_in(job_)), UnorderedElementsAre("first", "both"));
    EXPECT_THAT(found(parameter + id_in(other_job_)), UnorderedElementsAre("second", "both"));
    EXPECT_THAT(found(parameter + id_in(job_) + "&" + parameter + id_in(other_job_)), SizeIs(3));
    EXPECT_THAT(found(parameter + id_in(job_) + "," + id_in(other_job_)), SizeIs(3));
    EXPECT_THAT(found(parameter + kNoId), IsEmpty());
    EXPECT_THAT(found(parameter + kNoId + "," + id_in(job_)), UnorderedElementsAre("first", "both"));
    EXPECT_THAT(found(parameter), SizeIs(3));
}

TEST_P(CandidateFilters, ByStatus) {
    for (const std::string each : {"LEAD", "NEW", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED", "REJECTED",
                                   "WITHDRAWN", "TRANSFERRED"})
        move(add(each), status(each));

    for (const std::string each : {"LEAD", "NEW", "IN_REVIEW", "INTERVIEW", "OFFERED", "HIRED", "REJECTED",
                                   "WITHDRAWN", "TRANSFERRED"})
        EXPECT_THAT(found("status=" + each), ElementsAre(each));
    EXPECT_THAT(found("status=NEW&status=HIRED"), UnorderedElementsAre("NEW", "HIRED"));
    EXPECT_THAT(found("status=NEW,HIRED,LEAD"), UnorderedElementsAre("NEW", "HIRED", "LEAD"));
    EXPECT_THAT(found("status=NEW,HIRED&status=LEAD"), UnorderedElementsAre("NEW", "HIRED", "LEAD"));
    EXPECT_THAT(found("status="), SizeIs(9));
    EXPECT_THAT(found("status=&status=NEW"), ElementsAre("NEW"));
}

TEST_P(CandidateFilters, ByStatusThatAnApplicationHasNow) {
    const std::string one = add("one");
    move(one, status("INTERVIEW"));
    EXPECT_THAT(found("status=INTERVIEW"), ElementsAre("one"));

    move(one, status("HIRED"));

    EXPECT_THAT(found("status=INTERVIEW"), IsEmpty());
    EXPECT_THAT(found("status=HIRED"), ElementsAre("one"));
    administrator_.del(one);
    EXPECT_THAT(found("status=HIRED"), IsEmpty());
    EXPECT_THAT(found(""), IsEmpty());
}

TEST_P(CandidateFilters, BySubStatusTogetherWithAStatus) {
    move(add("phone"), status("IN_REVIEW", "Phone Screen"));
    move(add("resume"), status("IN_REVIEW", "Resume Review"));
    move(add("none"), status("IN_REVIEW"));

    EXPECT_THAT(found("status=IN_REVIEW&subStatus=Phone%20Screen"), ElementsAre("phone"));
    EXPECT_THAT(found("status=IN_REVIEW,NEW&subStatus=Resume+Review"), ElementsAre("resume"));
    EXPECT_THAT(found("status=INTERVIEW&subStatus=Phone%20Screen"), IsEmpty());
    EXPECT_THAT(found("status=IN_REVIEW&subStatus=Nothing"), IsEmpty());
    EXPECT_THAT(found("status=IN_REVIEW&subStatus="), SizeIs(3));
    EXPECT_THAT(found("subStatus=Phone%20Screen"), SizeIs(3));
}

TEST_P(CandidateFilters, ByConsent) {
    add("required");
    const std::string pending = candidate_of(add("pending"));
    const std::string acquired = candidate_of(add("acquired"));
    ask_for_consent(pending, "1700000000000");
    decide(acquired, "ACQUIRED", "1700000000000");

    EXPECT_TRUE(test::eventually([&] { return found("consentStatus=ACQUIRED").size() == 1; }));
    EXPECT_THAT(found("consentStatus=ACQUIRED"), ElementsAre("acquired"));
    EXPECT_THAT(found("consentStatus=PENDING"), ElementsAre("pending"));
    EXPECT_THAT(found("consentStatus=REQUIRED"), ElementsAre("required"));
    EXPECT_THAT(found("consentStatus=REQUIRED&consentStatus=PENDING"),
                UnorderedElementsAre("required", "pending"));
    EXPECT_THAT(found("consentStatus=REQUIRED,ACQUIRED"), UnorderedElementsAre("required", "acquired"));
    EXPECT_THAT(found("consentStatus="), SizeIs(3));
}

// For the filter a declined consent counts as required: it may be requested again.
TEST_P(CandidateFilters, ByConsentThatWasDeclined) {
    const std::string declined = candidate_of(add("declined"));
    decide(declined, "DECLINED", "1700000000000");

    EXPECT_TRUE(test::eventually([&] {
        return administrator_.get(declined + "/consents").json().at("decisions").at(0).at("status") ==
               "declined";
    }));
    EXPECT_THAT(found("consentStatus=REQUIRED"), ElementsAre("declined"));
}

TEST_P(CandidateFilters, ByTag) {
    add("cook", {{"tags", {"Cook", "Night Shift"}}});
    add("german", {{"tags", {"Straßenkoch", "x"}}});
    add("russian", {{"tags", {"Повар", "x"}}});
    add("untagged");

    EXPECT_THAT(found("tag=cook"), ElementsAre("cook"));
    EXPECT_THAT(found("tag=COOK"), ElementsAre("cook"));
    EXPECT_THAT(found("tag=night%20shift"), ElementsAre("cook"));
    EXPECT_THAT(found("tag=night"), IsEmpty());
    EXPECT_THAT(found("tag=coo"), IsEmpty());
    EXPECT_THAT(found("tag=" + encoded("STRASSENKOCH")), ElementsAre("german"));
    EXPECT_THAT(found("tag=" + encoded("ПОВАР")), ElementsAre("russian"));
    EXPECT_THAT(found("tag=cook&tag=" + encoded("повар")), UnorderedElementsAre("cook", "russian"));
    EXPECT_THAT(found("tag=cook," + encoded("повар")), UnorderedElementsAre("cook", "russian"));
    EXPECT_THAT(found("tag=cook&tag=" + encoded("night shift")), ElementsAre("cook"));
    EXPECT_THAT(found("tag="), SizeIs(4));
}

TEST_P(CandidateFilters, ByTagThatACandidateHasNow) {
    const std::string candidate = candidate_of(add("one", {{"tags", {"old", "older"}}}));

    put(administrator_, candidate + "/tags", json::object{{"tags", {"new", "newer"}}});

    EXPECT_THAT(found("tag=old"), IsEmpty());
    EXPECT_THAT(found("tag=new"), ElementsAre("one"));
    administrator_.del(candidate + "/tags");
    EXPECT_THAT(found("tag=new"), IsEmpty());
}

TEST_P(CandidateFilters, ByTheTimeOfTheLastUpdate) {
    const std::string old = candidate_of(add("old"));
    const std::string then = later_than(updated_on(old));
    later_than(then);
    const std::string young = candidate_of(add("new"));

    EXPECT_THAT(found("updatedAfter=" + encoded(then)), ElementsAre("new"));
    EXPECT_THAT(found("updatedAfter=2000-01-01T00:00:00.000Z"), ElementsAre("new", "old"));
    EXPECT_THAT(found("updatedAfter=2000-01-01T00:00:00.000%2B02:00"), ElementsAre("new", "old"));
    EXPECT_THAT(found("updatedAfter=2999-01-01T00:00:00.000Z"), IsEmpty());
    EXPECT_THAT(found("updatedAfter="), ElementsAre("new", "old"));

    later_than(updated_on(young));  // newest change first: not in the same millisecond
    merge(administrator_, old, json::object{{"phoneNumber", "1"}});
    EXPECT_THAT(found("updatedAfter=" + encoded(then)), ElementsAre("old", "new"));
}

TEST_P(CandidateFilters, ByOnboardingStatus) {
    set_onboarding(add("ready"), "READY_TO_ONBOARD");
    set_onboarding(add("done"), "ONBOARDING_SUCCESSFUL");
    add("none");

    EXPECT_THAT(found("onboardingStatus=READY_TO_ONBOARD"), ElementsAre("ready"));
    EXPECT_THAT(found("onboardingStatus=ONBOARDING_SUCCESSFUL"), ElementsAre("done"));
    EXPECT_THAT(found("onboardingStatus=ONBOARDING_FAILED"), IsEmpty());
    EXPECT_THAT(found("onboardingStatus="), SizeIs(3));
}

TEST_P(CandidateFilters, ByProperty) {
    const std::string id = property("SINGLE_SELECT");
    const auto values = options(id);
    set_property(add("first"), id, values.at(0));
    set_property(add("second"), id, values.at(1));
    add("none");

    EXPECT_THAT(found(property_filter(id, values.at(0))), ElementsAre("first"));
    EXPECT_THAT(found(property_filter(id, values.at(1))), ElementsAre("second"));
    EXPECT_THAT(found(property_filter(id, "nothing")), IsEmpty());
    EXPECT_THAT(found(property_filter(kNoId, values.at(0))), IsEmpty());
    EXPECT_THAT(found("propertyId=&propertyValueId="), SizeIs(3));
}

TEST_P(CandidateFilters, BySource) {
    add("social", {{"sourceDetails", linkedin()}});
    add("sponsored", {{"sourceDetails", source("JOB_BOARD", "indeed", "PREMIUM_JOB_BOARD")}});
    add("free", {{"sourceDetails", source("JOB_BOARD", "indeed", "FREE_JOB_BOARD")}});
    add("api");

    EXPECT_THAT(found(source_filter("SOCIAL", "SOCIAL_NETWORK", "linkedin")), ElementsAre("social"));
    EXPECT_THAT(found(source_filter("JOB_BOARD", "PREMIUM_JOB_BOARD", "indeed")), ElementsAre("sponsored"));
    EXPECT_THAT(found(source_filter("API", "API", "api")), ElementsAre("api"));
    EXPECT_THAT(found(source_filter("SOCIAL", "SOCIAL_NETWORK", "xing")), IsEmpty());
    EXPECT_THAT(found(source_filter("", "", "")), SizeIs(4));
}

TEST_P(CandidateFilters, ByScreeningAnswer) {
    const std::string yes = add("yes");
    const std::string no = add("no");
    add("silent");
    answer(candidate_of(yes), job_, "workPermit", "yes");
    answer(candidate_of(no), job_, "workPermit", "no");

    EXPECT_THAT(found(question_filter("workPermit", "yes")), ElementsAre("yes"));
    EXPECT_THAT(found(question_filter("workPermit", "no")), ElementsAre("no"));
    EXPECT_THAT(found(question_filter("workPermit", "maybe")), IsEmpty());
    EXPECT_THAT(found(question_filter("languages", "yes")), IsEmpty());
    EXPECT_THAT(found("questionCategory=&questionFieldId=&questionFieldValueId="), SizeIs(3));
}

TEST_P(CandidateFilters, ByRatingFindNobodyWhileThereAreNoReviews) {
    add("one");

    EXPECT_THAT(found("averageRating=1"), IsEmpty());
    EXPECT_THAT(found("averageRating=5&averageRating=4"), IsEmpty());
    EXPECT_THAT(found("averageRating="), ElementsAre("one"));
}

// --- combinations

TEST_P(CandidateFilters, AskForOneApplicationThatHasItAll) {
    const std::string select = property("SINGLE_SELECT");
    const std::string value = options(select).front();
    const std::string first = add("mixed", {{"sourceDetails", linkedin()}});
    const std::string second = add_for(other_job_, "mixed");
    const std::string candidate = candidate_of(first);
    move(first, status("IN_REVIEW", "Phone Screen"));
    set_property(second, select, value);
    set_onboarding(second, "READY_TO_ONBOARD");
    answer(candidate, other_job_, "workPermit", "yes");
    const std::vector<std::string> of_first{"jobId=" + id_in(job_), "status=IN_REVIEW",
                                            "status=IN_REVIEW&subStatus=Phone%20Screen",
                                            source_filter("SOCIAL", "SOCIAL_NETWORK", "linkedin")};
    const std::vector<std::string> of_second{
        "jobId=" + id_in(other_job_),        "status=NEW",
        source_filter("API", "API", "api"),  property_filter(select, value),
        "onboardingStatus=READY_TO_ONBOARD", question_filter("workPermit", "yes")};
    const auto same_parameter = [](const std::string& one, const std::string& other) {
        return one.substr(0, 6) == other.substr(0, 6);
    };

    for (const auto& mine : {of_first, of_second})
        for (const auto& one : mine)
            for (const auto& another : mine) {
                EXPECT_THAT(found(one), ElementsAre("mixed")) << one;
                if (!same_parameter(one, another))
                    EXPECT_THAT(found(one + "&" + another), ElementsAre("mixed")) << one << "&" << another;
            }
    for (const auto& one : of_first)
        for (const auto& other : of_second)
            if (!same_parameter(one, other))
                EXPECT_THAT(found(one + "&" + other), IsEmpty()) << one << "&" << other;
}

TEST_P(CandidateFilters, FindSomebodyWithSeveralApplicationsOnce) {
    add("one");
    add_for(other_job_, "one");

    EXPECT_THAT(found("status=NEW"), ElementsAre("one"));
    EXPECT_THAT(found(""), ElementsAre("one"));
    EXPECT_THAT(found("jobId=" + id_in(job_) + "," + id_in(other_job_) + "&status=NEW,HIRED"),
                ElementsAre("one"));
}

TEST_P(CandidateFilters, TogetherAllHaveToHold) {
    const std::string select = property("SINGLE_SELECT");
    const std::string value = options(select).front();
    const json::object all_of_it{
        {"tags", {"cook", "night"}}, {"location", {{"city", "Atlanta"}}}, {"sourceDetails", linkedin()}};
    const std::string one = add("one", all_of_it);
    move(one, status("INTERVIEW", "Team Interview"));
    set_property(one, select, value);
    set_onboarding(one, "READY_TO_ONBOARD");
    answer(candidate_of(one), job_, "workPermit", "yes");
    add("two", all_of_it);
    add("three");
    const std::vector<std::string> filters{"q=one",
                                           "location=atlanta",
                                           "tag=cook&tag=night",
                                           "jobId=" + id_in(job_),
                                           "status=INTERVIEW,NEW",
                                           "status=INTERVIEW&subStatus=Team%20Interview",
                                           "consentStatus=REQUIRED,PENDING",
                                           "updatedAfter=2000-01-01T00:00:00.000Z",
                                           "onboardingStatus=READY_TO_ONBOARD",
                                           property_filter(select, value),
                                           source_filter("SOCIAL", "SOCIAL_NETWORK", "linkedin"),
                                           question_filter("workPermit", "yes")};
    std::string all;
    for (const auto& filter : filters) all += "&" + filter;

    EXPECT_THAT(found(all), ElementsAre("one"));
    for (const auto& first : filters)
        for (const auto& second : filters)
            if (first != second)
                EXPECT_THAT(found(first + "&" + second), Contains("one")) << first << "&" << second;
    EXPECT_THAT(found("q=two&onboardingStatus=READY_TO_ONBOARD"), IsEmpty());
    EXPECT_THAT(found("tag=cook&location=atlanta"), UnorderedElementsAre("one", "two"));
    EXPECT_THAT(found("tag=cook&status=NEW"), ElementsAre("two"));
    EXPECT_THAT(found("q=three&location=atlanta"), IsEmpty());
    EXPECT_THAT(found("averageRating=3&q=one"), IsEmpty());
}

TEST_P(CandidateFilters, FindWhoHasEveryPropertyThatIsAskedFor) {
    const auto definitions = test::content(administrator_.get("/configuration/candidate-properties"));
    std::vector<std::string> selects;
    for (const auto& each : definitions)
        if (each.at("type") == "SINGLE_SELECT") selects.push_back(text(each.at("id")));
    ASSERT_GE(selects.size(), 2U);
    const std::string one = options(selects[0]).front();
    const std::string two = options(selects[1]).front();
    const std::string both = add("both");
    set_property(both, selects[0], one);
    set_property(both, selects[1], two);
    add("neither");

    for (const std::string& parameters :
         {property_filter(selects[0], one) + "&" + property_filter(selects[1], two),
          "propertyId=" + selects[0] + "," + selects[1] + "&propertyValueId=" + one + "," + two})
        EXPECT_THAT(found(parameters), ElementsAre("both")) << parameters;
}

// --- invalid values

TEST_P(CandidateFilters, WantListsOfEqualLength) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"propertyId=" + std::string{kNoId}, "FIELDS_CRITERIA_SIZE_VIOLATED"},
        {"propertyValueId=x", "FIELDS_CRITERIA_SIZE_VIOLATED"},
        {"propertyId=a,b&propertyValueId=x", "FIELDS_CRITERIA_SIZE_VIOLATED"},
        {"propertyId=a&propertyId=b&propertyValueId=x&propertyValueId=y,z", "FIELDS_CRITERIA_SIZE_VIOLATED"},
        {"sourceType=SOCIAL", "SOURCES_CRITERIA_SIZE_VIOLATED"},
        {"sourceSubType=SOCIAL_NETWORK", "SOURCES_CRITERIA_SIZE_VIOLATED"},
        {"sourceValueId=linkedin", "SOURCES_CRITERIA_SIZE_VIOLATED"},
        {"sourceType=SOCIAL&sourceValueId=linkedin", "SOURCES_CRITERIA_SIZE_VIOLATED"},
        {"sourceType=a,b&sourceSubType=a,b&sourceValueId=a", "SOURCES_CRITERIA_SIZE_VIOLATED"},
        {"questionCategory=a", "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED"},
        {"questionFieldId=a", "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED"},
        {"questionFieldValueId=a", "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED"},
        {"questionCategory=a&questionFieldId=b&questionFieldValueId=c,d",
         "SCREENING_QUESTIONS_CRITERIA_SIZE_VIOLATED"}};
    for (const auto& [parameters, code] : cases)
        EXPECT_EQ(refusal(administrator_.get(kPool + "?" + parameters)), (Refusal{400, code})) << parameters;
}

TEST_P(CandidateFilters, RefuseWrongValuesAndNameTheParameter) {
    for (const auto& [parameter, value] : std::vector<std::pair<std::string, std::string>>{
             {"status", "new"},
             {"status", "OPEN"},
             {"status", "NEW,OPEN"},
             {"status", "NEW&status=nothing"},
             {"consentStatus", "DECLINED"},
             {"consentStatus", "acquired"},
             {"consentStatus", "ACQUIRED,x"},
             {"onboardingStatus", "READY"},
             {"onboardingStatus", "READY_TO_ONBOARD,ONBOARDING_FAILED"},
             {"averageRating", "0"},
             {"averageRating", "6"},
             {"averageRating", "x"},
             {"averageRating", "1.5"},
             {"updatedAfter", "yesterday"},
             {"updatedAfter", "2026-13-01T00:00:00.000Z"},
             {"updatedAfter", "1700000000000"},
             {"limit", "0"},
             {"limit", "101"},
             {"limit", "-1"},
             {"limit", "x"},
             {"limit", "99999999999999999999"},
             {"offset", "-1"},
             {"offset", "10001"}}) {
        const auto refused = administrator_.get(kPool + "?" + parameter + "=" + value);
        EXPECT_EQ(refusal(refused), (Refusal{400, "INVALID_PARAMETER"})) << parameter << "=" << value;
        if (refused.status == 400)
            EXPECT_THAT(of_errors(refused, "message"), ElementsAre(HasSubstr(parameter))) << value;
    }
}

TEST_P(CandidateFilters, RefuseBytesThatAreNoText) {
    add("one");
    for (const std::string parameter : {"q", "location", "tag"}) {
        EXPECT_EQ(administrator_.get(kPool + "?" + parameter + "=%FF%FE").status, 400) << parameter;
        EXPECT_THAT(administrator_.get(kPool + "?" + parameter + "=a%00b").status, AnyOf(200, 400))
            << parameter;
    }
}

TEST_P(CandidateFilters, IgnoreWhatIsNoParameter) {
    add("one");

    EXPECT_THAT(found("planet=Mars&sort=name"), ElementsAre("one"));
}

TEST_P(CandidateFilters, TakeManyValues) {
    add("one", {{"tags", {"cook", "x"}}});
    std::string tags = "tag=cook";
    for (int i = 0; i < 99; ++i) tags += ",nothing" + std::to_string(i);

    EXPECT_THAT(found(tags), ElementsAre("one"));
}

TEST_P(CandidateFilters, SeeNoOtherCompany) {
    auto rival = client(company().api_key);
    given_candidate(rival, given_job(rival) + "/candidates", with(person("rival"), "tags", {"cook", "x"}));
    add("ours", {{"tags", {"cook", "x"}}});

    for (const std::string filter : {"", "tag=cook", "status=NEW", "q=cook", "consentStatus=REQUIRED"}) {
        EXPECT_THAT(found(filter), ElementsAre("ours")) << filter;
        EXPECT_EQ(rival.get(kPool + "?" + filter).json().at("totalFound"), 1) << filter;
    }
    EXPECT_EQ(rival.get(kPool + "?jobId=" + id_in(job_)).json().at("totalFound"), 0);
}

RUN_ON_EACH_DATABASE(CandidateFilters);

}  // namespace
}  // namespace callboard
