// What searches for words cost in larger companies, and beside them.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "growth/many_candidates.h"

namespace callboard {
namespace {

using candidates::ListRequest;
using candidates::Status;
using test::ManyCandidates;
using test::MeasuredWork;

constexpr auto kPrefix = db::WordMatch::prefix;

class CandidateSearchGrowth : public test::CandidateGrowth {
  protected:
    // `rare` is the word that is rare in this company.
    void add_works(std::vector<MeasuredWork>& works, const ManyCandidates& company, const std::string& rare) {
        const std::string small{company.small_job.text()};
        const std::string beginning = rare.substr(0, 3);
        std::string unknown;
        for (int i = 0; i < 16; ++i) unknown += "unknown" + std::to_string(i) + " ";
        const auto add = [&](const std::string& name, ListRequest request) {
            works.push_back(list(company, name, std::move(request), company.administrator));
        };
        add("a word of all", {.text = "everywhere"});
        add("two words of all", {.text = "software engineer"});
        add("a word of most", {.text = "most"});
        add("a rare word", {.text = rare});
        add("unknown words", {.text = unknown});
        add("a beginning of all names", {.text = "eve", .match = kPrefix});
        add("a beginning of few names", {.text = beginning, .match = kPrefix});
        add("a beginning of no name", {.text = "unk", .match = kPrefix});
        add("a word of all and a beginning of few names",
            {.text = "everywhere " + beginning, .match = kPrefix});
        add("a beginning of all names in a small job", {.text = "eve", .match = kPrefix, .jobs = {small}});
        add("a phrase", {.text = "\"software engineer\""});
        add("a rare place", {.places = {rare}});
        add("a word of all in a small job", {.text = "everywhere", .jobs = {small}});
        add("a word of all with a rare tag", {.text = "everywhere", .tags = {"rare"}});
        add("a word of all with a rare status", {.text = "everywhere", .statuses = {Status::offered}});
        works.push_back(list(company, "a word of all, by a member of a small team", {.text = "everywhere"},
                             company.member));
    }
    // Its entries are newer than those of the other company.
    void grow(std::int64_t from, std::int64_t to) {
        growing.fill(from, to);
        growing.fill_texts(from, to, 1'000'000, "rare");
    }
};

// Of nine tenths, more than the ten thousand that are always counted.
constexpr std::int64_t kSize = 12'000;

TEST_P(CandidateSearchGrowth, ASearchCostsTheSameInALargerCompanyAndBesideIt) {
    beside.fill(1, kSizeBeside);
    beside.fill_texts(1, kSizeBeside, 0, "common");
    grow(1, kSize);
    std::vector<MeasuredWork> works;
    add_works(works, growing, "rare");
    add_works(works, beside, "common");
    expect_flat(works, [&] { grow(kSize + 1, 4 * kSize); });
}

RUN_ON_EACH_DATABASE(CandidateSearchGrowth);

}  // namespace
}  // namespace callboard
