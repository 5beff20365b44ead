// Changing attributes and tags of candidates.
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
using test::CandidateServer;
using test::EventRow;
using test::given_job;
using test::kNoCandidate;
using test::kPool;
using test::last_part;
using test::merge;
using test::of_errors;
using test::person;
using test::post;
using test::put;
using test::put_raw;
using test::repeated;
using test::text;
using test::whole_person;
using test::with;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

class CandidateChange : public CandidateServer {
  protected:
    const std::string candidate_ = in_pool(whole_person());

    Answer change(const json::object& body) { return merge(administrator_, candidate_, body); }
    json::value now() { return administrator_.get(candidate_).json(); }
};

TEST_P(CandidateChange, ChangesWhatIsSaidAndKeepsTheRest) {
    const auto before = now();

    const auto changed = change({{"firstName", "Amazing"}, {"phoneNumber", "1"}});

    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.body, administrator_.get(candidate_).body);
    for (const auto& [key, value] : before.as_object()) {
        if (key == "firstName" || key == "phoneNumber" || key == "updatedOn") continue;
        EXPECT_EQ(changed.json().at(key), value) << key;
    }
    EXPECT_EQ(changed.json().at("firstName"), "Amazing");
    EXPECT_EQ(changed.json().at("phoneNumber"), "1");
}

TEST_P(CandidateChange, ChangesEachOfThem) {
    const json::object other{{"firstName", "Ada"},
                             {"lastName", "Lovelace"},
                             {"email", "ada@example.com"},
                             {"phoneNumber", "+44"},
                             {"location", {{"city", "London"}}},
                             {"web", {{"website", "https://ada.example"}}}};
    for (const auto& [key, value] : other) {
        const auto changed = change({{key, value}});
        ASSERT_EQ(changed.status, 200) << key << changed.body;
        if (value.is_string()) EXPECT_EQ(changed.json().at(key), value);
    }
    EXPECT_EQ(now().at("location").at("city"), "London");
    EXPECT_EQ(now().at("web").at("website"), "https://ada.example");
}

TEST_P(CandidateChange, IsAMergePatchUnderEitherName) {
    for (const std::string type : {"application/json", "application/merge-patch+json",
                                   "application/merge-patch+json; charset=utf-8"}) {
        const auto changed = administrator_.request("PATCH", candidate_, R"({"phoneNumber":")" + type + "\"}",
                                                    {{"Content-Type", type}});
        EXPECT_EQ(changed.status, 200) << type << changed.body;
        EXPECT_EQ(text(now().at("phoneNumber")), type);
    }
    expect_nothing_written([&] {
        EXPECT_EQ(
            administrator_
                .request("PATCH", candidate_, R"({"phoneNumber":"x"})", {{"Content-Type", "text/plain"}})
                .status,
            415);
    });
}

TEST_P(CandidateChange, MergesIntoWhatIsThere) {
    change({{"location", {{"city", "Albany"}, {"lat", nullptr}}}, {"web", {{"twitter", nullptr}}}});

    auto location = whole_person().at("location").as_object();
    location["city"] = "Albany";
    location.erase("lat");
    auto web = whole_person().at("web").as_object();
    web.erase("twitter");
    EXPECT_EQ(now().at("location"), location);
    EXPECT_EQ(now().at("web"), web);
}

TEST_P(CandidateChange, ClearsWhatIsNull) {
    for (const std::string key : {"phoneNumber", "location", "web"}) {
        const auto changed = change({{key, nullptr}});
        ASSERT_EQ(changed.status, 200) << changed.body;
        EXPECT_FALSE(changed.json().as_object().contains(key)) << key;
    }
    EXPECT_EQ(change({{"location", {{"city", "Albany"}}}}).json().at("location"),
              (json::value{{"city", "Albany"}}));
}

TEST_P(CandidateChange, CannotClearWhatIsRequired) {
    expect_nothing_written([&] {
        for (const std::string key : {"firstName", "lastName", "email"}) {
            for (const json::value& blank : {json::value(nullptr), json::value(""), json::value("  ")}) {
                const auto refused = change({{key, blank}});
                EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << key << refused.body;
                EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/" + key));
            }
        }
    });
    for (const std::string key : {"firstName", "lastName", "email"})
        EXPECT_EQ(now().at(key), whole_person().at(key));
}

TEST_P(CandidateChange, ReportsEveryFaultAtOnceAndChangesNothing) {
    const std::string before = administrator_.get(candidate_).body;
    expect_nothing_written([&] {
        const auto refused = change({{"firstName", 1},
                                     {"lastName", nullptr},
                                     {"email", "nobody"},
                                     {"phoneNumber", ""},
                                     {"location", {{"countryCode", "usa"}, {"city", 5}, {"region", "Fine"}}},
                                     {"web", "x"}});
        EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << refused.body;
        EXPECT_THAT(of_errors(refused, "dataPath"),
                    UnorderedElementsAre("/firstName", "/lastName", "/email", "/phoneNumber",
                                         "/location/countryCode", "/location/city", "/web"));
        for (const std::string body : {"[]", "3", "null", "\"x\""})
            EXPECT_EQ(merge(administrator_, candidate_, body).status, 400) << body;
        EXPECT_EQ(refusal(merge(administrator_, candidate_, "{")), (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(administrator_.get(candidate_).body, before);
}

TEST_P(CandidateChange, LeavesAloneWhatIsNotPersonal) {
    const std::string before = administrator_.get(candidate_).body;

    expect_nothing_written([&] {
        const auto changed = change({{"tags", {"x"}},
                                     {"education", json::array{}},
                                     {"experience", json::array{}},
                                     {"internal", true},
                                     {"sourceDetails", linkedin()},
                                     {"id", test::kNoId},
                                     {"createdOn", "2001-01-01T00:00:00.000Z"},
                                     {"planet", "Mars"}});
        EXPECT_EQ(changed.status, 200) << changed.body;
    });

    EXPECT_EQ(administrator_.get(candidate_).body, before);
}

// --- patches without an effect

TEST_P(CandidateChange, OfNothingIsNotRecorded) {
    const std::string before = administrator_.get(candidate_).body;
    json::object same = whole_person();
    for (const std::string other : {"tags", "education", "experience"}) same.erase(other);

    expect_nothing_written([&] {
        for (const auto& body : {json::object{}, same, json::object{{"location", json::object{}}},
                                 json::object{{"firstName", " Grace "}}}) {
            const auto unchanged = change(body);
            EXPECT_EQ(unchanged.status, 200) << unchanged.body;
            EXPECT_EQ(unchanged.body, before);
        }
    });

    EXPECT_EQ(administrator_.get(candidate_).body, before);
}

// --- identity

TEST_P(CandidateChange, IntoSomebodyElseIsAConflict) {
    in_pool(with(person("Lovelace"), "email", "ada@example.com"));
    const std::string before = administrator_.get(candidate_).body;

    expect_nothing_written([&] {
        for (const std::string& email : {"ada@example.com", "ADA@Example.COM"})
            for (const std::string& name : {"Lovelace", "LOVELACE", " lovelace "}) {
                const auto refused = change({{"email", email}, {"lastName", name}});
                EXPECT_EQ(refusal(refused), (Refusal{409, "CANDIDATE_DATA_CONFLICT"})) << refused.body;
            }
    });

    EXPECT_EQ(administrator_.get(candidate_).body, before);
    EXPECT_EQ(change({{"email", "ada@example.com"}}).status, 200);
    EXPECT_EQ(refusal(change({{"lastName", "Lovelace"}})), (Refusal{409, "CANDIDATE_DATA_CONFLICT"}));
}

TEST_P(CandidateChange, OfTheSpellingIsNoConflictWithOneself) {
    const auto changed = change({{"lastName", "HOPPER"}, {"email", "Grace@Example.com"}});

    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(changed.json().at("lastName"), "HOPPER");
    EXPECT_EQ(changed.json().at("email"), "Grace@Example.com");
}

TEST_P(CandidateChange, FreesWhoOneWas) {
    change({{"lastName", "Murray"}});

    EXPECT_EQ(in_pool(with(whole_person(), "lastName", "Murray")), candidate_);
    EXPECT_NE(in_pool(whole_person()), candidate_);
}

TEST_P(CandidateChange, IsOfOneCompany) {
    auto rival = client(company().api_key);
    given_candidate(rival, kPool, person());

    EXPECT_EQ(change({{"email", "ada@example.com"}, {"lastName", "Lovelace"}}).status, 200);
    EXPECT_EQ(refusal(merge(rival, candidate_, json::object{{"firstName", "X"}})),
              (Refusal{404, "CANDIDATE_NOT_FOUND"}));
    for (const std::string& unknown : {kNoCandidate, std::string{"/candidates/nonsense"}})
        EXPECT_EQ(refusal(merge(administrator_, unknown, json::object{{"firstName", "X"}})),
                  (Refusal{404, "CANDIDATE_NOT_FOUND"}));
}

// --- effects

TEST_P(CandidateChange, WritesEvents) {
    const auto written = during([&] { change({{"phoneNumber", "7"}, {"location", nullptr}}); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"candidate.updated", named(candidate_)}));
    for (const auto& record : written.audit) {
        EXPECT_EQ(record.author_id, administrator_id_);
        EXPECT_EQ(record.entity_id, last_part(candidate_));
    }
}

TEST_P(CandidateChange, PutsTheCandidateOnTopOfTheList) {
    const std::string job = given_job(administrator_);
    const std::string first = applicant(job, person("First"));
    const std::string second = applicant(job, person("Second"));
    ASSERT_THAT(listed(), ElementsAre(last_part(second), last_part(first)));

    EXPECT_TRUE(
        moves_update(first, [&] { merge(administrator_, first, json::object{{"phoneNumber", "7"}}); }));

    EXPECT_THAT(listed(), ElementsAre(last_part(first), last_part(second)));
}

RUN_ON_EACH_DATABASE(CandidateChange);

// --- tags

class CandidateTags : public CandidateServer {
  protected:
    const std::string candidate_ = in_pool();
    const std::string path_ = candidate_ + "/tags";

    static json::value tags(const std::vector<std::string>& names) {
        json::array list;
        for (const auto& name : names) list.push_back(json::value(name));
        return {{"tags", std::move(list)}};
    }
    Answer add(const std::vector<std::string>& names) { return post(administrator_, path_, tags(names)); }
    Answer replace(const std::vector<std::string>& names) { return put(administrator_, path_, tags(names)); }
    std::vector<std::string> now() {
        std::vector<std::string> names;
        const json::array list = administrator_.get(path_).json().at("tags").as_array();
        for (const auto& tag : list) names.push_back(text(tag));
        return names;
    }
    static std::vector<std::string> numbered(int from, int to) {
        std::vector<std::string> names;
        for (int i = from; i < to; ++i) names.push_back("tag " + std::to_string(i));
        return names;
    }
};

TEST_P(CandidateTags, AreNoneAtFirst) {
    const auto none = administrator_.get(path_);

    EXPECT_EQ(none.status, 200);
    EXPECT_EQ(none.json(), tags({}));
}

TEST_P(CandidateTags, AreAddedToThoseThatAreThere) {
    EXPECT_EQ(add({"cook"}).status, 201);

    const auto added = add({"night shift", "waiter"});

    EXPECT_EQ(added.status, 201);
    EXPECT_THAT(now(), UnorderedElementsAre("cook", "night shift", "waiter"));
    EXPECT_EQ(added.json(), administrator_.get(path_).json());
}

TEST_P(CandidateTags, AreReplacedAsAWhole) {
    add({"cook", "waiter"});

    const auto replaced = replace({"waiter", "driver"});

    EXPECT_EQ(replaced.status, 201);
    EXPECT_THAT(now(), UnorderedElementsAre("waiter", "driver"));
    EXPECT_EQ(replaced.json(), administrator_.get(path_).json());
    EXPECT_EQ(replace({}).status, 201);
    EXPECT_THAT(now(), IsEmpty());
}

TEST_P(CandidateTags, AreRemoved) {
    add({"cook", "waiter"});

    const auto removed = administrator_.del(path_);

    EXPECT_EQ(removed.status, 204);
    EXPECT_THAT(removed.body, IsEmpty());
    EXPECT_THAT(now(), IsEmpty());
}

TEST_P(CandidateTags, AreShownWithTheCandidate) {
    applicant(given_job(administrator_));
    add({"cook", "Zażółć 🦊"});

    const auto shown = administrator_.get(path_).json().at("tags");
    EXPECT_EQ(administrator_.get(candidate_).json().at("tags"), shown);
    EXPECT_EQ(administrator_.get(kPool).json().at("content").at(0).at("tags"), shown);
}

TEST_P(CandidateTags, ThatAreEqualAreOne) {
    add({"Cook", "Straße"});

    EXPECT_THAT(add({"cook", "COOK", "STRASSE", "strasse"}).json().at("tags").as_array(), SizeIs(2));
    EXPECT_THAT(replace({"waiter", "WAITER", "Caf\u00e9", "CAFE\u0301"}).json().at("tags").as_array(),
                SizeIs(2));
}

TEST_P(CandidateTags, AreAHundredInAll) {
    ASSERT_EQ(add(numbered(0, 60)).status, 201);

    expect_nothing_written([&] {
        for (const auto& refused :
             {add(numbered(60, 101)), replace(numbered(0, 101)), add(numbered(0, 101))}) {
            EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << refused.body;
            EXPECT_THAT(of_errors(refused, "dataPath"), ElementsAre("/tags"));
        }
    });

    EXPECT_THAT(now(), SizeIs(60));
    EXPECT_EQ(add(numbered(60, 100)).status, 201);
    EXPECT_EQ(add({"TAG 99"}).status, 201);
    EXPECT_EQ(add({"one more"}).status, 400);
    EXPECT_THAT(now(), SizeIs(100));
}

TEST_P(CandidateTags, ReportEveryFault) {
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
        {"", {"/tags"}},
        {"{}", {"/tags"}},
        {R"({"tags":null})", {"/tags"}},
        {R"({"tags":"cook"})", {"/tags"}},
        {R"({"tags":["","good",1,null,"a\u0000b"]})", {"/tags/0", "/tags/2", "/tags/3", "/tags/4"}},
        {R"({"tags":[")" + repeated("x", 151) + R"("]})", {"/tags/0"}}};
    expect_nothing_written([&] {
        for (const auto& [body, places] : cases) {
            for (const auto& refused :
                 {administrator_.post(path_, body), put_raw(administrator_, path_, body)}) {
                EXPECT_EQ(refusal(refused), (Refusal{400, "VALIDATION_ERROR"})) << body;
                EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
            }
        }
    });
    EXPECT_EQ(add({repeated("🦊", 150)}).status, 201);
}

TEST_P(CandidateTags, WriteEventsAndAuditRecords) {
    const auto expect_recorded = [&](const test::Written& written, const json::array& after) {
        EXPECT_THAT(written.events, ElementsAre(EventRow{"candidate.updated", named(candidate_)}));
        EXPECT_THAT(written.audit_names(), ElementsAre("CANDIDATE_TAGS_MODIFIED"));
        const auto& record = written.record("CANDIDATE_TAGS_MODIFIED");
        EXPECT_EQ(record.author_id, administrator_id_);
        EXPECT_EQ(record.entity_type, "CANDIDATE");
        EXPECT_EQ(record.entity_id, last_part(candidate_));
        EXPECT_EQ(record.context, (json::object{{"tags", after}}));
    };

    expect_recorded(during([&] { add({"cook"}); }), {"cook"});
    expect_recorded(during([&] { replace({"waiter"}); }), {"waiter"});
    expect_recorded(during([&] { administrator_.del(path_); }), {});
}

TEST_P(CandidateTags, ThatAreThereAlreadyAreNotRecorded) {
    add({"cook", "waiter"});

    expect_nothing_written([&] {
        EXPECT_EQ(add({"cook"}).status, 201);
        EXPECT_EQ(add({"Waiter", "COOK"}).status, 201);
        EXPECT_EQ(add({}).status, 201);
        EXPECT_EQ(replace({"cook", "waiter"}).status, 201);
    });
    administrator_.del(path_);
    expect_nothing_written([&] { EXPECT_EQ(administrator_.del(path_).status, 204); });
}

TEST_P(CandidateTags, MoveTheCandidate) {
    EXPECT_TRUE(moves_update(candidate_, [&] { add({"cook"}); }));
    EXPECT_TRUE(moves_update(candidate_, [&] { replace({"waiter"}); }));
    EXPECT_TRUE(moves_update(candidate_, [&] { administrator_.del(path_); }));
}

TEST_P(CandidateTags, OfAnUnknownCandidateAreUnknown) {
    auto rival = client(company().api_key);
    for (const std::string& unknown : {kNoCandidate + "/tags", std::string{"/candidates/nonsense/tags"},
                                       given_candidate(rival, kPool, person()) + "/tags"}) {
        for (const auto& refused : {administrator_.get(unknown), post(administrator_, unknown, tags({"x"})),
                                    put(administrator_, unknown, tags({"x"})), administrator_.del(unknown)})
            EXPECT_EQ(refusal(refused), (Refusal{404, "CANDIDATE_NOT_FOUND"})) << unknown;
    }
}

RUN_ON_EACH_DATABASE(CandidateTags);

}  // namespace
}  // namespace callboard
