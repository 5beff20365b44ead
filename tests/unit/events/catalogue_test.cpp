#include "events/catalogue.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/id.h"

namespace callboard::events {
namespace {

namespace json = boost::json;

// The {names} of a template.
std::vector<std::string> places(std::string_view link) {
    std::vector<std::string> names;
    for (auto open = link.find('{'); open != link.npos; open = link.find('{', open + 1))
        names.emplace_back(link.substr(open + 1, link.find('}', open) - open - 1));
    return names;
}

std::size_t count_in_family(std::string_view beginning) {
    return static_cast<std::size_t>(std::ranges::count_if(
        all_kinds(), [&](const EventKind& kind) { return kind.name.starts_with(beginning); }));
}

TEST(Catalogue, HasAllEventsEachOnce) {
    std::set<std::string_view> names;
    for (const EventKind& kind : all_kinds()) names.insert(kind.name);

    EXPECT_EQ(all_kinds().size(), 50U);
    EXPECT_EQ(names.size(), 50U);
    const std::map<std::string_view, std::size_t> families{
        {"job.", 16},      {"job.ad.", 3}, {"job.approv", 9}, {"position.", 3},   {"application.", 8},
        {"candidate.", 3}, {"offer.", 11}, {"review.", 3},    {"onboarding.", 3}, {"interview.", 3},
    };
    for (const auto& [beginning, count] : families) EXPECT_EQ(count_in_family(beginning), count) << beginning;
}

TEST(Catalogue, FindsAnEventByItsExactName) {
    for (const EventKind& kind : all_kinds()) EXPECT_EQ(find_kind(kind.name), &kind);

    for (const std::string_view name :
         {"", "job", "job.create", "job.createdd", "Job.created", "job.created "})
        EXPECT_EQ(find_kind(name), nullptr) << name;
}

TEST(Catalogue, TellsOfEachEventInASentence) {
    std::set<std::string_view> all;
    for (const EventKind& kind : all_kinds()) {
        EXPECT_TRUE(kind.about.ends_with('.')) << kind.name;
        EXPECT_TRUE(all.insert(kind.about).second) << kind.about;
    }
}

TEST(Catalogue, LinksWithFieldsOfThePayloadOnly) {
    for (const EventKind& kind : all_kinds()) {
        const auto has = [&](std::string_view field) { return std::ranges::count(kind.fields, field) == 1; };
        EXPECT_EQ(kind.main_field.empty(), kind.fields.empty()) << kind.name;
        EXPECT_TRUE(kind.main_field.empty() || has(kind.main_field)) << kind.name;
        for (const std::string& place : places(kind.link))
            EXPECT_TRUE(kind.fields.empty() ? place == "id" : has(place)) << kind.name << " " << place;
    }
}

TEST(Catalogue, LinksToNothingWhenItIsGone) {
    std::vector<std::string_view> without;
    for (const EventKind& kind : all_kinds())
        if (kind.link.empty()) without.push_back(kind.name);

    EXPECT_EQ(without, (std::vector<std::string_view>{"position.deleted", "candidate.deleted"}));
}

TEST(Catalogue, SamplesHaveEveryFieldWithAWellFormedId) {
    for (const EventKind& kind : all_kinds()) {
        const json::object payload = json::parse(sample_payload(kind)).as_object();
        EXPECT_EQ(payload.size(), kind.fields.size() + 1) << kind.name;
        EXPECT_EQ(payload.begin()->key(), "id") << kind.name;
        std::set<std::string> values;
        for (const std::string_view field : kind.fields) {
            const std::string value{payload.at(field).as_string()};
            EXPECT_TRUE(has_form(value, IdForm::uuid)) << kind.name << " " << field;
            EXPECT_TRUE(values.insert(value).second) << kind.name << " " << field;
        }
        EXPECT_TRUE(has_form(std::string_view{payload.at("id").as_string()}, IdForm::uuid)) << kind.name;
        if (!kind.main_field.empty()) EXPECT_EQ(payload.at("id"), payload.at(kind.main_field)) << kind.name;
        EXPECT_EQ(sample_link(kind).empty(), kind.link.empty()) << kind.name;
        EXPECT_TRUE(places(sample_link(kind)).empty()) << kind.name;
    }
}

TEST(Catalogue, SamplesLookLikeThis) {
    const EventKind& job = *find_kind("job.status.updated");
    EXPECT_EQ(sample_payload(job), R"({"id":"00000000-0000-7000-8000-000000000001"})");
    EXPECT_EQ(sample_link(job), "/jobs/00000000-0000-7000-8000-000000000001/status/history");

    const EventKind& interview = *find_kind("interview.canceled");
    EXPECT_EQ(sample_payload(interview), R"({"id":"00000000-0000-7000-8000-00000000000d",)"
                                         R"("interview_id":"00000000-0000-7000-8000-00000000000d",)"
                                         R"("application_id":"00000000-0000-7000-8000-000000000006",)"
                                         R"("candidate_id":"00000000-0000-7000-8000-000000000005",)"
                                         R"("company_id":"00000000-0000-7000-8000-00000000000e"})");
    EXPECT_EQ(sample_link(interview),
              "/interviews-api/v201904/interviews/00000000-0000-7000-8000-00000000000d");

    EXPECT_EQ(sample_link(*find_kind("application.attachment.created")),
              "/candidates/attachments/00000000-0000-7000-8000-000000000007");
    EXPECT_EQ(sample_link(*find_kind("review.deleted")),
              "/reviews-api/v201910/reviews/00000000-0000-7000-8000-00000000000a");
    EXPECT_EQ(sample_link(*find_kind("job.approver.delegated")),
              "/approvals-api/v201910/approvals/00000000-0000-7000-8000-000000000009");
    EXPECT_EQ(sample_link(*find_kind("onboarding.process.started")),
              "/smartonboard-api/v202205/onboarding-processes/00000000-0000-7000-8000-00000000000b");
}

}  // namespace
}  // namespace callboard::events
