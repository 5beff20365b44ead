#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/recorded_company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::Client;
using test::EventRow;
using test::given_job;
using test::id_in;
using test::id_of;
using test::ids;
using test::job_input;
using test::keys;
using test::of_errors;
using test::put;
using test::RecordedCompany;
using test::text;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

constexpr auto kUuid = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
constexpr auto kUnknown = "00000000-0000-7000-8000-000000000000";

// A position with required fields only.
json::object least() {
    return {{"type", "NEW"},
            {"positionOpenDate", "2030-01-01T00:00:00.000Z"},
            {"targetStartDate", "2030-03-01T00:00:00.000Z"}};
}

// A position with all fields.
json::object whole() {
    return {{"positionId", "P-104"},
            {"incumbentName", "Max Ferber"},
            {"type", "REPLACEMENT"},
            {"positionOpenDate", "2031-01-01T00:00:00.000Z"},
            {"targetStartDate", "2031-03-01T00:00:00.000Z"}};
}

json::object with(json::object object, std::string_view key, const json::value& value) {
    object[key] = value;
    return object;
}

class Positions : public RecordedCompany {
  protected:
    const std::string job_ = given_job(administrator_);
    const std::string path_ = job_ + "/positions";

    static Answer open(Client& caller, const std::string& path, const json::object& input) {
        return caller.post(path, json::serialize(input));
    }
    Answer open(const json::object& input = least()) { return open(administrator_, path_, input); }
    // The path of a new position.
    std::string given_position(const json::object& input = least()) {
        return path_ + "/" + id_of(open(input));
    }

    // The audit record of a position with this input.
    static json::value audited(const std::string& id, const json::object& input) {
        json::object shown{{"id", id},
                           {"status", "OPEN"},
                           {"type", input.at("type")},
                           {"openDate", input.at("positionOpenDate")},
                           {"targetStartDate", input.at("targetStartDate")}};
        if (const auto* number = input.if_contains("positionId")) shown["positionId"] = *number;
        return shown;
    }
    static json::value named(const std::string& job, const std::string& position) {
        return {{"id", position}, {"job_id", job}, {"position_id", position}};
    }
};

TEST_P(Positions, AreNoneAtFirst) {
    const auto none = administrator_.get(path_);

    EXPECT_EQ(none.status, 200);
    EXPECT_EQ(none.json(), (json::value{{"totalFound", 0}, {"content", json::array{}}}));
}

TEST_P(Positions, AreMadeWithTheLeastThatIsNeeded) {
    const auto made = open(least());

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_THAT(keys(made.json()),
                UnorderedElementsAre("id", "type", "positionOpenDate", "targetStartDate", "status"));
    EXPECT_THAT(id_of(made), MatchesRegex(kUuid));
    EXPECT_EQ(made.json().at("status"), "OPEN");
    EXPECT_EQ(made.json().at("type"), "NEW");
    EXPECT_EQ(administrator_.get(path_ + "/" + id_of(made)).body, made.body);
}

TEST_P(Positions, KeepAllThatIsSaidOfThem) {
    const auto made = open(whole());

    ASSERT_EQ(made.status, 201) << made.body;
    for (const auto& [key, value] : whole()) EXPECT_EQ(made.json().at(key), value) << key;
    EXPECT_EQ(administrator_.get(path_ + "/" + id_of(made)).body, made.body);
}

TEST_P(Positions, AreListed) {
    std::vector<std::string> made;
    for (int i = 0; i < 12; ++i) made.push_back(id_of(open(i % 2 == 0 ? least() : whole())));

    const auto all = administrator_.get(path_);

    EXPECT_THAT(keys(all.json()), UnorderedElementsAre("totalFound", "content"));
    EXPECT_EQ(all.json().at("totalFound"), 12);
    EXPECT_THAT(ids(all), UnorderedElementsAreArray(made));
    for (const auto& each : all.json().at("content").as_array())
        EXPECT_EQ(each, administrator_.get(path_ + "/" + text(each.at("id"))).json());
}

TEST_P(Positions, TakeTimesOfEveryZoneAndGiveThemInUtc) {
    auto input = with(least(), "positionOpenDate", "2030-01-01T00:30:00.000+0530");
    input["targetStartDate"] = "2030-12-31T23:30:00-01:00";

    const auto made = open(input).json();

    EXPECT_EQ(made.at("positionOpenDate"), "2029-12-31T19:00:00.000Z");
    EXPECT_EQ(made.at("targetStartDate"), "2031-01-01T00:30:00.000Z");
}

TEST_P(Positions, KeepTextOfAnyScript) {
    for (const std::string each :
         {"Zażółć gęślą jaźń", "主厨 🍳", "\"\\</b>", "'; DROP TABLE job_position; --", " "}) {
        auto input = with(least(), "positionId", json::value(each));
        input["incumbentName"] = each;
        const auto made = open(input);
        ASSERT_EQ(made.status, 201) << made.body;
        const auto seen = administrator_.get(path_ + "/" + id_of(made)).json();
        EXPECT_EQ(text(seen.at("positionId")), each);
        EXPECT_EQ(text(seen.at("incumbentName")), each);
    }
}

TEST_P(Positions, IgnoreWhatIsNotForClientsToSay) {
    auto input = with(least(), "id", kUnknown);
    input["status"] = "FILLED";
    input["planet"] = "Mars";
    input["positionId"] = nullptr;

    const auto made = open(input);

    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_NE(id_of(made), kUnknown);
    EXPECT_EQ(made.json().at("status"), "OPEN");
    EXPECT_FALSE(made.json().as_object().contains("positionId"));
    EXPECT_FALSE(made.json().as_object().contains("planet"));
}

// --- replacing

TEST_P(Positions, AreReplacedAsAWhole) {
    const std::string position = given_position(whole());

    const auto replaced = put(administrator_, position, least());

    EXPECT_EQ(replaced.status, 201);
    EXPECT_THAT(keys(replaced.json()),
                UnorderedElementsAre("id", "type", "positionOpenDate", "targetStartDate", "status"));
    for (const auto& [key, value] : least()) EXPECT_EQ(replaced.json().at(key), value) << key;
    EXPECT_TRUE(position.ends_with(id_of(replaced)));
    EXPECT_EQ(administrator_.get(position).body, replaced.body);
    EXPECT_EQ(put(administrator_, position, whole()).json().at("incumbentName"), "Max Ferber");
}

TEST_P(Positions, BesideOneThatIsReplacedStay) {
    const std::string first = given_position(whole());
    const std::string second = given_position(whole());
    const std::string before = administrator_.get(second).body;

    put(administrator_, first, least());

    EXPECT_EQ(administrator_.get(second).body, before);
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 2);
}

TEST_P(Positions, SurviveAReplacementOfTheJob) {
    const std::string position = given_position(whole());
    const std::string before = administrator_.get(position).body;

    EXPECT_EQ(put(administrator_, job_, job_input()).status, 200);

    EXPECT_EQ(administrator_.get(position).body, before);
}

// --- deleting

TEST_P(Positions, AreDeleted) {
    const std::string position = given_position();
    const std::string other = given_position();

    const auto deleted = administrator_.del(position);

    EXPECT_EQ(deleted.status, 204);
    EXPECT_THAT(deleted.body, IsEmpty());
    for (const auto& gone :
         {administrator_.get(position), administrator_.del(position), put(administrator_, position, least())})
        EXPECT_EQ(refusal(gone), (Refusal{404, "POSITION_NOT_FOUND"}));
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
    EXPECT_EQ(administrator_.get(other).status, 200);
}

TEST_P(Positions, AreDeletedOnceHoweverManyTry) {
    const std::string position = given_position();
    std::array<int, 6> statuses{};
    const auto written = during([&] {
        std::vector<std::jthread> threads;
        for (int& status : statuses)
            threads.emplace_back([&] { status = client(acme_.api_key).del(position).status; });
    });

    EXPECT_EQ(std::ranges::count(statuses, 204), 1);
    EXPECT_EQ(std::ranges::count(statuses, 404), 5);
    EXPECT_THAT(written.event_names(), ElementsAre("position.deleted"));
    EXPECT_THAT(written.audit_names(), ElementsAre("POSITION_DELETED"));
}

// --- invalid input

TEST_P(Positions, ReportEveryFaultAtOnce) {
    const std::string position = given_position();
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases{
        {"", {"/type", "/positionOpenDate", "/targetStartDate"}},
        {"{}", {"/type", "/positionOpenDate", "/targetStartDate"}},
        {R"({"type":null,"positionOpenDate":null,"targetStartDate":null})",
         {"/type", "/positionOpenDate", "/targetStartDate"}},
        {R"({"type":"OLD","positionOpenDate":"tomorrow","targetStartDate":7,"positionId":1,"incumbentName":[]})",
         {"/type", "/positionOpenDate", "/targetStartDate", "/positionId", "/incumbentName"}},
        {R"({"type":"new","positionOpenDate":"2030-02-30T00:00:00Z","targetStartDate":"2030-01"})",
         {"/type", "/positionOpenDate", "/targetStartDate"}}};
    expect_nothing_written([&] {
        for (const auto& [body, places] : cases) {
            for (const auto& refused :
                 {administrator_.post(path_, body),
                  administrator_.request("PUT", position, body, {{"Content-Type", "application/json"}})}) {
                EXPECT_EQ(refusal(refused), (Refusal{422, "VALIDATION_ERROR"})) << body;
                EXPECT_THAT(of_errors(refused, "dataPath"), UnorderedElementsAreArray(places)) << body;
            }
        }
        EXPECT_EQ(refusal(administrator_.post(path_, "{")), (Refusal{400, "INVALID_JSON"}));
    });
    EXPECT_EQ(administrator_.get(path_).json().at("totalFound"), 1);
    EXPECT_EQ(administrator_.get(position).json().at("type"), "NEW");
}

// --- events and audit records

TEST_P(Positions, AreRecordedWhenTheyAreMade) {
    std::string id;
    const auto written = during([&] { id = id_of(open(whole())); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"position.created", named(id_in(job_), id)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("POSITION_CREATED"));
    const auto& record = written.record("POSITION_CREATED");
    EXPECT_EQ(record.author_id, administrator_id_);
    EXPECT_EQ(record.entity_type, "JOB");
    EXPECT_EQ(record.entity_id, id_in(job_));
    EXPECT_EQ(record.context, (json::object{{"current", audited(id, whole())}}));
}

TEST_P(Positions, AreRecordedWhenTheyChange) {
    const std::string id = id_of(open(whole()));

    const auto written = during([&] { put(administrator_, path_ + "/" + id, least()); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"position.updated", named(id_in(job_), id)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("POSITION_UPDATED"));
    EXPECT_EQ(written.record("POSITION_UPDATED").context,
              (json::object{{"previous", audited(id, whole())}, {"current", audited(id, least())}}));
}

TEST_P(Positions, AreRecordedWhenTheyGo) {
    const std::string id = id_of(open(whole()));

    const auto written = during([&] { administrator_.del(path_ + "/" + id); });

    EXPECT_THAT(written.events, ElementsAre(EventRow{"position.deleted", named(id_in(job_), id)}));
    EXPECT_THAT(written.audit_names(), ElementsAre("POSITION_DELETED"));
    EXPECT_EQ(written.record("POSITION_DELETED").context, (json::object{{"previous", audited(id, whole())}}));
}

TEST_P(Positions, ThatAreReplacedByTheSameAreNotRecorded) {
    const std::string position = given_position(whole());

    expect_nothing_written([&] { EXPECT_EQ(put(administrator_, position, whole()).status, 201); });

    EXPECT_THAT(
        during([&] { put(administrator_, position, with(whole(), "incumbentName", "Mia")); }).event_names(),
        ElementsAre("position.updated"));
}

// --- unknown ids and other companies

TEST_P(Positions, AreKnownByIdsOfTheirJobOnly) {
    const std::string position = given_position();
    const std::string other_job = given_job(administrator_) + "/positions";
    const std::string id = position.substr(path_.size() + 1);
    auto rival = client(company().api_key);
    const std::string foreign = id_of(open(rival, given_job(rival) + "/positions", least()));

    expect_nothing_written([&] {
        const std::string unknown = administrator_.get(path_ + "/" + kUnknown).body;
        for (const std::string& at : {path_ + "/" + kUnknown, path_ + "/nonsense", path_ + "/%ff",
                                      path_ + "/" + foreign, path_ + "/P-104", other_job + "/" + id}) {
            for (const auto& refused :
                 {administrator_.get(at), put(administrator_, at, whole()), administrator_.del(at)}) {
                EXPECT_EQ(refusal(refused), (Refusal{404, "POSITION_NOT_FOUND"})) << at;
                EXPECT_EQ(refused.body, unknown) << at;
            }
        }
    });
    EXPECT_EQ(administrator_.get(position).json().at("type"), "NEW");
}

TEST_P(Positions, AreChangedByMembersOfTheTeamButNotByRestrictedOnes) {
    const auto member = colleague("STANDARD");
    join_team(job_, member.id);
    auto standard = client(member.key);
    auto restricted = restricted_member(job_);
    const std::string position = given_position();

    EXPECT_EQ(open(standard, path_, least()).status, 201);
    EXPECT_EQ(put(standard, position, whole()).status, 201);
    expect_nothing_written([&] {
        for (const auto& refused :
             {open(restricted, path_, least()), put(restricted, position, least()), restricted.del(position)})
            EXPECT_EQ(refusal(refused), (Refusal{403, "PERMISSION_DENIED"}));
    });
    EXPECT_EQ(restricted.get(path_).json().at("totalFound"), 2);
    EXPECT_EQ(restricted.get(position).body, administrator_.get(position).body);
    EXPECT_EQ(standard.del(position).status, 204);
}

TEST_P(Positions, OfAHiddenJobAreHidden) {
    const std::string position = given_position();
    for (const std::string role : {"STANDARD", "RESTRICTED", "EMPLOYEE"}) {
        SCOPED_TRACE(role);
        auto outsider = client(colleague(role).key);
        expect_nothing_written([&] {
            for (const auto& refused : {outsider.get(path_), open(outsider, path_, least()),
                                        outsider.get(position), put(outsider, position, whole()),
                                        outsider.del(position), outsider.get(path_ + "/" + kUnknown)})
                EXPECT_EQ(refusal(refused), (Refusal{403, "PERMISSION_DENIED"}));
        });
    }
}

TEST_P(Positions, OfAnUnknownJobAreUnknown) {
    const std::string id = id_of(open());
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/positions"); });
    expect_unknown([&](const std::string& job) { return open(administrator_, job + "/positions", least()); });
    expect_unknown([&](const std::string& job) { return administrator_.get(job + "/positions/" + id); });
    expect_unknown(
        [&](const std::string& job) { return put(administrator_, job + "/positions/" + id, whole()); });
    expect_unknown([&](const std::string& job) { return administrator_.del(job + "/positions/" + id); });
}

RUN_ON_EACH_DATABASE(Positions);

}  // namespace
}  // namespace callboard
