// What a page of applications and a pipeline cost in larger companies.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "candidates/application_listing.h"
#include "candidates/pipeline.h"
#include "growth/many_candidates.h"

namespace callboard {
namespace {

using candidates::ApplicationListRequest;
using candidates::MoveOrder;
using candidates::Status;

class ApplicationListGrowth : public test::Growth {
  protected:
    test::MeasuredWork list(const std::string& name, ApplicationListRequest request,
                            const accounts::Actor& reader) {
        return {name, [this, request = std::move(request), &reader] {
                    db->read(acme.company, [&](db::Snapshot& snapshot) {
                        return candidates::list_applications(snapshot, reader, request).total;
                    });
                }};
    }

    std::vector<test::MeasuredWork> works() {
        const std::string small{acme.small_job.text()};
        const std::string large{acme.large_job.text()};
        const accounts::Actor& all = acme.administrator;
        std::vector<test::MeasuredWork> works;
        for (const MoveOrder order : {MoveOrder::newest_first, MoveOrder::oldest_first}) {
            const std::string name{name_of(order)};
            works.push_back(list(name + ": everything", {.order = order}, all));
            works.push_back(list(name + ": one status", {.statuses = {Status::fresh}, .order = order}, all));
            works.push_back(
                list(name + ": a rare status", {.statuses = {Status::hired}, .order = order}, all));
            works.push_back(list(name + ": two statuses",
                                 {.statuses = {Status::fresh, Status::offered}, .order = order}, all));
            works.push_back(list(name + ": a large job", {.job = large, .order = order}, all));
            works.push_back(list(name + ": a small job", {.job = small, .order = order}, all));
            works.push_back(list(name + ": a rare status of a large job",
                                 {.job = large, .statuses = {Status::offered}, .order = order}, all));
            works.push_back(
                list(name + ": not moved for long", {.moved_before = Timestamp{500}, .order = order}, all));
            works.push_back(list(name + ": the jobs of a member", {.order = order}, acme.member));
        }
        works.push_back(
            {"the pipeline of a small job", [this] {
                 db->read(acme.company, [&](db::Snapshot& snapshot) {
                     return candidates::pipeline(snapshot, acme.administrator, acme.small_job).size();
                 });
             }});
        return works;
    }

    test::ManyCandidates acme{db, GetParam(), "acme"};
};

// More than the ten thousand that are always counted.
constexpr std::int64_t kSize = 11'000;

TEST_P(ApplicationListGrowth, APageCostsTheSameInALargerCompany) {
    acme.fill(1, kSize);
    expect_flat(works(), [&] { acme.fill(kSize + 1, 4 * kSize); });
}

TEST_P(ApplicationListGrowth, APageCostsTheSameBesideLargerCompanies) {
    test::ManyCandidates other{db, GetParam(), "other"};
    acme.fill(1, 500);
    other.fill(1, kSize);
    expect_flat(works(), [&] { other.fill(kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(ApplicationListGrowth);

}  // namespace
}  // namespace callboard
