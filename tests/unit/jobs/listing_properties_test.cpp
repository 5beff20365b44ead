#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_values.h"
#include "jobs/listing.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ListingByProperties : public test::EachDatabase {
  protected:
    std::string given_property(const std::string& label, const std::vector<std::string>& values) {
        return db->write(company, [&](db::Tx& tx) {
            const auto id = configuration::add_job_property(tx, admin, {.label = label}).id;
            for (const std::string& value : values)
                configuration::add_property_value(tx, admin, id, {.id = value, .label = value});
            return std::string{id.text()};
        });
    }
    // A job with these values, as PROPERTY:VALUE.
    JobId given_job(const std::vector<std::string>& choices, const std::string& title = "Cook") {
        clock.advance(std::chrono::milliseconds{1});
        auto draft = given::draft();
        draft.title = title;
        for (const std::string& choice : choices)
            draft.properties.push_back({.property = choice.substr(0, choice.find(':')),
                                        .value = choice.substr(choice.find(':') + 1)});
        return given::job(*db, company, admin, draft);
    }
    std::vector<JobId> found(jobs::ListRequest request) {
        request.order = jobs::Order::oldest_first;
        const auto page =
            db->read(company, [&](db::Snapshot& snapshot) { return jobs::list(snapshot, admin, request); });
        std::vector<JobId> ids;
        for (const auto& line : page.jobs) ids.push_back(line.id);
        EXPECT_EQ(page.total, std::ssize(ids));
        return ids;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const std::string shift = given_property("Shift", {"day", "night", "a:b"});
    const std::string team = given_property("Team", {"red", "blue"});
};

TEST_P(ListingByProperties, FindsJobsWithTheValue) {
    const JobId day = given_job({shift + ":day"});
    const JobId odd = given_job({shift + ":a:b", team + ":red"});
    given_job({});

    EXPECT_THAT(found({.properties = {shift + ":day"}}), ElementsAre(day));
    EXPECT_THAT(found({.properties = {shift + ":a:b"}}), ElementsAre(odd));
    EXPECT_THAT(found({.properties = {shift + ":dusk"}}), IsEmpty());
    EXPECT_THAT(found({.properties = {"x:y"}}), IsEmpty());
}

TEST_P(ListingByProperties, FindsAnyValueOfAPropertyAndAllProperties) {
    const JobId day = given_job({shift + ":day", team + ":red"});
    const JobId night = given_job({shift + ":night", team + ":red"});
    const JobId blue = given_job({shift + ":day", team + ":blue"});

    EXPECT_THAT(found({.properties = {shift + ":day", shift + ":night"}}), ElementsAre(day, night, blue));
    EXPECT_THAT(found({.properties = {shift + ":day", team + ":red"}}), ElementsAre(day));
    EXPECT_THAT(found({.properties = {shift + ":day", team + ":red", shift + ":night"}}),
                ElementsAre(day, night));
}

TEST_P(ListingByProperties, StandsBesideOtherFilters) {
    const JobId cook = given_job({shift + ":day"}, "Cook");
    const JobId baker = given_job({shift + ":day"}, "Baker");
    given_job({}, "Baker");

    EXPECT_THAT(found({.text = "baker", .properties = {shift + ":day"}}), ElementsAre(baker));
    EXPECT_THAT(found({.statuses = {jobs::Status::created}, .properties = {shift + ":day"}}),
                ElementsAre(cook, baker));
    EXPECT_THAT(found({.statuses = {jobs::Status::filled}, .properties = {shift + ":day"}}), IsEmpty());
}

TEST_P(ListingByProperties, VisitsEveryJobOnceByCursor) {
    std::vector<JobId> expected;
    for (int i = 0; i < 5; ++i) {
        expected.push_back(given_job({shift + ":day"}));
        given_job({shift + ":night"});
    }
    std::ranges::reverse(expected);
    std::vector<JobId> seen;
    jobs::ListRequest request{.properties = {shift + ":day"}, .limit = 2};

    do {
        const auto page =
            db->read(company, [&](db::Snapshot& snapshot) { return jobs::list(snapshot, admin, request); });
        for (const auto& line : page.jobs) seen.push_back(line.id);
        request.cursor = page.next;
    } while (request.cursor && seen.size() < 100);

    EXPECT_EQ(seen, expected);
}

TEST_P(ListingByProperties, RefusesWhatIsNoPropertyWithAValue) {
    for (const char* text : {"x", "x:"})
        EXPECT_EQ(test::error_code([&] { found({.properties = {text}}); }), "INVALID_PARAMETER") << text;
}

RUN_ON_EACH_DATABASE(ListingByProperties);

}  // namespace
}  // namespace callboard
