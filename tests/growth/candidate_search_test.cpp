#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "growth/many_candidates.h"

namespace callboard {
namespace {

using candidates::Status;
using test::ListShape;

constexpr auto kPrefix = db::WordMatch::prefix;

class CandidateSearchGrowth : public test::CandidateGrowth {
  protected:
    static void fill(test::ManyCandidates& company, std::int64_t from, std::int64_t to,
                     std::int64_t base = 0) {
        company.fill(from, to);
        company.fill_texts(from, to, base);
    }

    std::vector<ListShape> shapes() const {
        const std::string small{acme.small_job.text()};
        const accounts::Actor& all = acme.administrator;
        std::string unknown;
        for (int i = 0; i < 16; ++i) unknown += "unknown" + std::to_string(i) + " ";
        return {
            {"a word of all", {.text = "everywhere"}, all},
            {"two words of all", {.text = "software engineer"}, all},
            {"a word of most", {.text = "most"}, all},
            {"a rare word", {.text = "rare"}, all},
            {"unknown words", {.text = unknown}, all},
            {"a beginning of all names", {.text = "eve", .match = kPrefix}, all},
            {"a beginning of few names", {.text = "rar", .match = kPrefix}, all},
            {"a beginning of no name", {.text = "unk", .match = kPrefix}, all},
            {"a word of all and a beginning of few names", {.text = "everywhere rar", .match = kPrefix}, all},
            {"a beginning of all names in a small job",
             {.text = "eve", .match = kPrefix, .jobs = {small}},
             all},
            {"a phrase", {.text = "\"software engineer\""}, all},
            {"a rare place", {.places = {"rare"}}, all},
            {"a word of all, by a member of a small team", {.text = "everywhere"}, acme.member},
            {"a word of all in a small job", {.text = "everywhere", .jobs = {small}}, all},
            {"a word of all with a rare tag", {.text = "everywhere", .tags = {"rare"}}, all},
            {"a word of all with a rare status", {.text = "everywhere", .statuses = {Status::offered}}, all}};
    }
};

// More than the ten thousand that are always counted.
constexpr std::int64_t kSize = 12'000;

TEST_P(CandidateSearchGrowth, ASearchCostsTheSameInALargerCompany) {
    fill(acme, 1, kSize);
    expect_flat_lists(shapes(), [&] { fill(acme, kSize + 1, 4 * kSize); });
}

TEST_P(CandidateSearchGrowth, ASearchCostsTheSameBesideLargerCompanies) {
    test::ManyCandidates other{db, GetParam(), "other"};
    fill(acme, 1, 500);
    fill(other, 1, kSize, 1'000'000);
    expect_flat_lists(shapes(), [&] { fill(other, kSize + 1, 4 * kSize, 1'000'000); });
}

RUN_ON_EACH_DATABASE(CandidateSearchGrowth);

}  // namespace
}  // namespace callboard
