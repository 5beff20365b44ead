// What pages of candidates, applications and offers, and a pipeline, cost in larger companies, and beside
// them.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "candidates/application_listing.h"
#include "candidates/pipeline.h"
#include "growth/many_candidates.h"
#include "offers/listing.h"

namespace callboard {
namespace {

using candidates::ApplicationListRequest;
using candidates::ConsentStatus;
using candidates::ListRequest;
using candidates::MoveOrder;
using candidates::Onboarding;
using candidates::Status;
using offers::OfferStatus;
using test::ManyCandidates;
using test::MeasuredWork;

class CandidateListGrowth : public test::CandidateGrowth {
  protected:
    void add_candidates(std::vector<MeasuredWork>& works, const ManyCandidates& company) {
        const std::string small{company.small_job.text()};
        const std::string large{company.large_job.text()};
        const auto add = [&](const std::string& name, ListRequest request) {
            works.push_back(list(company, name, std::move(request), company.administrator));
        };
        add("everything", {});
        add("a page by offset", {.offset = 400});
        add("one status", {.statuses = {Status::fresh}});
        add("a rare status", {.statuses = {Status::hired}});
        add("two statuses", {.statuses = {Status::fresh, Status::offered}});
        add("two rare statuses", {.statuses = {Status::hired, Status::offered}});
        add("a large job", {.jobs = {large}});
        add("a small job", {.jobs = {small}});
        add("two jobs", {.jobs = {large, small}});
        add("a rare status of a large job", {.jobs = {large}, .statuses = {Status::offered}});
        add("two jobs with two statuses",
            {.jobs = {large, small}, .statuses = {Status::hired, Status::offered}});
        add("onboarding", {.onboarding = Onboarding::ready});
        add("a tag of somebody in a small job", {.tags = {"common"}, .jobs = {small}});
        for (const std::string value : {"rare", "common"}) {
            add(value + " tag", {.tags = {value}});
            add(value + " property",
                {.property_ids = {std::string{ManyCandidates::kProperty}}, .property_values = {value}});
            // PostgreSQL reads a company of the smaller size completely, and larger ones in order.
            if (value == "rare" || &company == &beside || GetParam() == test::Engine::sqlite)
                add(value + " source",
                    {.source_types = {"API"}, .source_sub_types = {"API"}, .source_values = {value}});
            add(value + " answer",
                {.question_categories = {"c1"}, .question_fields = {"f1"}, .question_values = {value}});
        }
        add("rare consent", {.consents = {ConsentStatus::pending}});
        add("common consent", {.consents = {ConsentStatus::required}});
        works.push_back(list(company, "the jobs of a member", {}, company.member));
    }

    MeasuredWork applications(const ManyCandidates& company, const std::string& name,
                              ApplicationListRequest request, const accounts::Actor& reader) {
        return {company.name + ": applications, " + name,
                [this, &company, &reader, request = std::move(request)] {
                    db->read(company.company, [&](db::Snapshot& snapshot) {
                        return candidates::list_applications(snapshot, reader, request).total;
                    });
                }};
    }
    void add_applications(std::vector<MeasuredWork>& works, const ManyCandidates& company) {
        const std::string small{company.small_job.text()};
        const std::string large{company.large_job.text()};
        for (const MoveOrder order : {MoveOrder::newest_first, MoveOrder::oldest_first}) {
            const auto add = [&](const std::string& name, ApplicationListRequest request) {
                request.order = order;
                works.push_back(applications(company, std::string{name_of(order)} + ": " + name,
                                             std::move(request), company.administrator));
            };
            add("everything", {});
            add("one status", {.statuses = {Status::fresh}});
            add("a rare status", {.statuses = {Status::hired}});
            add("two statuses", {.statuses = {Status::fresh, Status::offered}});
            add("a large job", {.job = large});
            add("a small job", {.job = small});
            add("a rare status of a large job", {.job = large, .statuses = {Status::offered}});
            add("not moved for long", {.moved_before = Timestamp{500}});
            works.push_back(applications(company, std::string{name_of(order)} + ": the jobs of a member",
                                         {.order = order}, company.member));
        }
        works.push_back(
            {company.name + ": the pipeline of a small job", [this, &company] {
                 db->read(company.company, [&](db::Snapshot& snapshot) {
                     return candidates::pipeline(snapshot, company.administrator, company.small_job).size();
                 });
             }});
    }
    void add_offers(std::vector<MeasuredWork>& works, const ManyCandidates& company) {
        const auto add = [&](const std::string& name, const offers::ListRequest& request,
                             const accounts::Actor& reader) {
            works.push_back({company.name + ": offers, " + name, [this, &company, &reader, request] {
                                 db->read(company.company, [&](db::Snapshot& snapshot) {
                                     return offers::list(snapshot, reader, request).total;
                                 });
                             }});
        };
        const accounts::Actor& all = company.administrator;
        add("everything", {}, all);
        add("a page by offset", {.offset = 400}, all);
        add("one status", {.statuses = {OfferStatus::created}}, all);
        add("a rare status", {.statuses = {OfferStatus::accepted}}, all);
        add("two statuses", {.statuses = {OfferStatus::created, OfferStatus::approved}}, all);
        add("two rare statuses", {.statuses = {OfferStatus::accepted, OfferStatus::approved}}, all);
        add("the jobs of a member", {}, company.member);
        add("a common status in the jobs of a member", {.statuses = {OfferStatus::created}}, company.member);
    }
    static void fill(ManyCandidates& company, std::int64_t from, std::int64_t to) {
        company.fill(from, to);
        company.fill_answers(from, to);
        company.fill_offers(from, to);
    }
};

// More than the ten thousand that are always counted.
constexpr std::int64_t kSize = 11'000;

TEST_P(CandidateListGrowth, APageCostsTheSameInALargerCompanyAndBesideIt) {
    fill(beside, 1, kSizeBeside);
    fill(growing, 1, kSize);
    std::vector<MeasuredWork> works;
    for (const ManyCandidates* const company : {&growing, &beside}) {
        add_candidates(works, *company);
        add_applications(works, *company);
        add_offers(works, *company);
    }
    works.push_back(
        list(beside, "changed lately", {.updated_after = Timestamp{kSizeBeside - 10}}, beside.administrator));
    expect_flat(works, [&] { fill(growing, kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(CandidateListGrowth);

// 8 steps for each candidate, or 14 if two lists are merged; grouping would take 21 or 54.
TEST(CandidateTotals, OfOneJobAreCountedWithoutGrouping) {
    constexpr std::int64_t kCandidates = 2'000;
    constexpr std::int64_t kPage = 2'000;  // what does not grow with the list
    test::MeasuredDatabase db{test::Engine::sqlite};
    ManyCandidates company{db, test::Engine::sqlite, "acme"};
    company.fill(1, kCandidates);
    const auto cost_of_list = [&](const ListRequest& request) {
        const auto read = [&] {
            db->read(company.company, [&](db::Snapshot& snapshot) {
                return candidates::list(snapshot, company.administrator, request).total;
            });
        };
        read();
        return db.cost_of(read);
    };
    const std::string job{company.large_job.text()};

    EXPECT_LT(cost_of_list({.jobs = {job}}), 13 * kCandidates + kPage);
    EXPECT_LT(cost_of_list({.jobs = {job}, .statuses = {Status::fresh, Status::offered}}),
              25 * kCandidates + kPage);
}

}  // namespace
}  // namespace callboard
