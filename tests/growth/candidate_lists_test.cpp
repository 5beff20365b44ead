#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "growth/many_candidates.h"

namespace callboard {
namespace {

using candidates::ConsentStatus;
using candidates::ListRequest;
using candidates::Onboarding;
using candidates::Status;
using test::ListShape;

class CandidateListGrowth : public test::CandidateGrowth {
  protected:
    static void fill(test::ManyCandidates& company, std::int64_t from, std::int64_t to) {
        company.fill(from, to);
        company.fill_answers(from, to);
    }

    std::vector<ListShape> shapes() const {
        const std::string small{acme.small_job.text()};
        const std::string large{acme.large_job.text()};
        const accounts::Actor& all = acme.administrator;
        std::vector<ListShape> shapes{
            {"everything", {}, all},
            {"a page by offset", {.offset = 1'000}, all},
            {"one status", {.statuses = {Status::fresh}}, all},
            {"a rare status", {.statuses = {Status::hired}}, all},
            {"two statuses", {.statuses = {Status::fresh, Status::offered}}, all},
            {"two rare statuses", {.statuses = {Status::hired, Status::offered}}, all},
            {"a large job", {.jobs = {large}}, all},
            {"a small job", {.jobs = {small}}, all},
            {"two jobs", {.jobs = {large, small}}, all},
            {"a rare status of a large job", {.jobs = {large}, .statuses = {Status::offered}}, all},
            {"two jobs with two statuses",
             {.jobs = {large, small}, .statuses = {Status::hired, Status::offered}},
             all},
            {"onboarding", {.onboarding = Onboarding::ready}, all},
            {"the jobs of a member", {}, acme.member},
            {"a tag of somebody in a small job", {.tags = {"common"}, .jobs = {small}}, all}};
        for (const std::string value : {"rare", "common"}) {
            shapes.push_back({value + " tag", {.tags = {value}}, all});
            shapes.push_back(
                {value + " property",
                 {.property_ids = {std::string{test::ManyCandidates::kProperty}}, .property_values = {value}},
                 all});
            shapes.push_back(
                {value + " source",
                 {.source_types = {"API"}, .source_sub_types = {"API"}, .source_values = {value}},
                 all});
            shapes.push_back(
                {value + " answer",
                 {.question_categories = {"c1"}, .question_fields = {"f1"}, .question_values = {value}},
                 all});
        }
        shapes.push_back({"rare consent", {.consents = {ConsentStatus::pending}}, all});
        shapes.push_back({"common consent", {.consents = {ConsentStatus::required}}, all});
        return shapes;
    }
};

// More than the ten thousand that are always counted.
constexpr std::int64_t kSize = 11'000;

TEST_P(CandidateListGrowth, APageCostsTheSameInALargerCompany) {
    fill(acme, 1, kSize);
    auto all = shapes();
    // PostgreSQL reads a company of this size completely, and larger ones in order.
    if (GetParam() == test::Engine::postgres)
        std::erase_if(all, [](const ListShape& shape) { return shape.name == "common source"; });
    expect_flat_lists(all, [&] { fill(acme, kSize + 1, 4 * kSize); });
}

TEST_P(CandidateListGrowth, APageCostsTheSameBesideLargerCompanies) {
    test::ManyCandidates other{db, GetParam(), "other"};
    fill(acme, 1, 500);
    fill(other, 1, kSize);
    auto all = shapes();
    all.push_back({"changed lately", {.updated_after = Timestamp{490}}, acme.administrator});
    expect_flat_lists(all, [&] { fill(other, kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(CandidateListGrowth);

}  // namespace
}  // namespace callboard
