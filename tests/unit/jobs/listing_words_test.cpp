// Lists of jobs with several words of the title: however rare the words are, they find the same jobs.
#include <cstdint>
#include <functional>
#include <ranges>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "jobs/listing.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/numbered_jobs.h"

namespace callboard {
namespace {

struct Words {
    std::string text;
    std::function<bool(std::int64_t)> match;  // the number of a job
};

class ListingWords : public test::EachDatabase {
  protected:
    static constexpr std::int64_t kJobs = 9'000;

    ListingWords() {
        test::NumberedJobs jobs{*db, company, admin};
        jobs.add(1, kJobs);
        jobs.add_word("every", 1, kJobs, 1);
        jobs.add_word("half", 1, kJobs, 2);
        jobs.add_word("odd", 1, kJobs, 2, 1);
        jobs.add_word("third", 1, kJobs, 3);
        jobs.add_word("fourth", 1, kJobs, 4, 1);
        jobs.add_word("rare", 1, kJobs, 450, 9);
    }

    // The numbers of all jobs, page by page.
    std::vector<std::int64_t> found(const accounts::Actor& reader, jobs::ListRequest request,
                                    std::int64_t expected_total) {
        std::vector<std::int64_t> numbers;
        do {
            const auto page = db->read(
                company, [&](db::Snapshot& snapshot) { return jobs::list(snapshot, reader, request); });
            EXPECT_EQ(page.total, expected_total) << request.text.value();
            for (const auto& job : page.jobs) numbers.push_back(test::NumberedJobs::number_of(job.id));
            request.cursor = page.next;
        } while (request.cursor && numbers.size() <= kJobs);
        return numbers;
    }
    static std::vector<std::int64_t> matching(const std::function<bool(std::int64_t)>& match) {
        std::vector<std::int64_t> numbers;
        for (std::int64_t n = 1; n <= kJobs; ++n)
            if (match(n)) numbers.push_back(n);
        return numbers;
    }

    // Two thousand jobs and more have a common word; a thousand jobs and more are many of a list.
    const std::vector<Words> all_words{
        {"every rare", [](auto n) { return n % 450 == 9; }},                     // rare
        {"rare third half", [](auto n) { return n % 450 == 9 && n % 2 == 0; }},  // none
        {"every half", [](auto n) { return n % 2 == 0; }},                       // common, many jobs
        {"third half", [](auto n) { return n % 6 == 0; }},
        {"fourth third", [](auto n) { return n % 12 == 9; }},  // common, 750 jobs
        {"odd fourth third every", [](auto n) { return n % 12 == 9; }},
        {"half odd", [](auto) { return false; }},  // common, none
        {"every every", [](auto) { return true; }},
        {"third absent", [](auto) { return false; }}};

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ListingWords, FindJobsThatHaveAllOfThemInEitherOrder) {
    for (const Words& words : all_words) {
        auto expected = matching(words.match);
        const auto total = std::ssize(expected);
        EXPECT_EQ(found(admin, {.text = words.text, .order = jobs::Order::oldest_first, .limit = 400}, total),
                  expected)
            << words.text;
        std::ranges::reverse(expected);
        EXPECT_EQ(found(admin, {.text = words.text, .limit = 400}, total), expected) << words.text;
    }
}

TEST_P(ListingWords, AreCombinedWithOtherFilters) {
    for (const Words& words : all_words) {
        const auto expected = matching([&](auto n) { return words.match(n) && n % 5 == 0; });
        EXPECT_EQ(found(admin,
                        {.text = words.text,
                         .statuses = {jobs::Status::filled},
                         .order = jobs::Order::oldest_first,
                         .limit = 400},
                        std::ssize(expected)),
                  expected)
            << words.text;
    }
}

TEST_P(ListingWords, FindOnlyWhatTheCallerMaySee) {
    const auto extended = given::user(*db, company, accounts::Role::extended);
    const auto standard = given::user(*db, company, accounts::Role::standard);
    for (const Words& words : all_words) {
        auto expected = matching(words.match);
        std::ranges::reverse(expected);
        EXPECT_EQ(found(extended, {.text = words.text, .limit = 400}, std::ssize(expected)), expected)
            << words.text;
        EXPECT_EQ(found(standard, {.text = words.text}, 0), std::vector<std::int64_t>{}) << words.text;
    }
}

RUN_ON_EACH_DATABASE(ListingWords);

}  // namespace
}  // namespace callboard
