#include "edge/answer_cache.h"

#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard::edge {
namespace {

using namespace std::chrono_literals;

AnswerCache::Answer answer(const std::string& body) {
    auto made = std::make_shared<CachedAnswer>();
    made->body = body;
    return made;
}

class AnswersInMemory : public testing::Test {
  protected:
    AnswerCache::Moment moment() const { return cache.moment(stopwatch.now()); }
    void keep(const std::string& key, const std::string& version, std::size_t bytes = 10) {
        cache.keep(key, version, answer(std::string(bytes, 'x')), moment());
    }
    bool has(const std::string& key, const std::string& version) {
        return cache.find(key, version, moment()) != nullptr;
    }
    void change_something() {
        db->write(company, [](db::Tx& tx) { tx.announce("something"); });
    }

    static constexpr std::size_t kMemory = std::size_t{8} * 64 * 1024;

    test::TestDatabase db{test::Engine::sqlite};
    test::ManualStopwatch stopwatch;
    const CompanyId company = given::company(*db);
    AnswerCache cache{*db, {.memory = kMemory, .largest_answer = 8 * 1024, .longest_key = 100}};
};

TEST_F(AnswersInMemory, AreFoundByKeyAndVersion) {
    keep("a", "1");

    EXPECT_TRUE(has("a", "1"));
    EXPECT_FALSE(has("a", "2"));
    EXPECT_FALSE(has("b", "1"));
}

TEST_F(AnswersInMemory, OfANewVersionReplaceTheOldOne) {
    keep("a", "1");
    keep("a", "2");

    EXPECT_FALSE(has("a", "1"));
    EXPECT_TRUE(has("a", "2"));
}

TEST_F(AnswersInMemory, AreFreshUntilSomethingIsCommitted) {
    keep("a", "1");
    EXPECT_TRUE(cache.find_fresh("a", stopwatch.now()));

    change_something();

    EXPECT_FALSE(cache.find_fresh("a", stopwatch.now()));
    EXPECT_TRUE(has("a", "1"));  // its version was read again
    EXPECT_TRUE(cache.find_fresh("a", stopwatch.now()));
}

TEST_F(AnswersInMemory, AreNotFreshIfTheirReadBeganBeforeTheCommit) {
    const auto before = moment();
    change_something();

    cache.keep("a", "1", answer("old"), before);

    EXPECT_FALSE(cache.find_fresh("a", stopwatch.now()));
}

TEST_F(AnswersInMemory, ThatBeganEarlierDoNotReplaceNewerOnes) {
    const auto before = moment();
    change_something();
    keep("a", "2");

    cache.keep("a", "1", answer("old"), before);

    EXPECT_TRUE(has("a", "2"));
}

TEST_F(AnswersInMemory, AreNotFreshAfterATenthOfASecondBecauseOtherProgramsWrite) {
    keep("a", "1");

    stopwatch.advance(101ms);

    EXPECT_FALSE(cache.find_fresh("a", stopwatch.now()));
    EXPECT_TRUE(has("a", "1"));
}

TEST_F(AnswersInMemory, TakeNoMoreMemoryThanTheyMay) {
    for (int i = 0; i < 2'000; ++i) {
        keep(std::to_string(i), "1", 4'000);
        has(std::to_string(i), "1");
        has(std::to_string(i), "1");
    }

    EXPECT_LE(cache.memory(), kMemory);
    EXPECT_GT(cache.memory(), kMemory / 2);
}

TEST_F(AnswersInMemory, ThatAreAskedForOftenStayWhenOthersAreAskedForOnce) {
    keep("popular", "1", 4'000);
    ASSERT_TRUE(has("popular", "1"));

    for (int i = 0; i < 2'000; ++i) keep(std::to_string(i), "1", 4'000);

    EXPECT_TRUE(has("popular", "1"));
    EXPECT_FALSE(has("0", "1"));
}

TEST_F(AnswersInMemory, AreNotKeptIfTheyAreTooLarge) {
    keep("large", "1", 9 * 1024);
    keep(std::string(101, 'k'), "1");

    EXPECT_FALSE(has("large", "1"));
    EXPECT_FALSE(has(std::string(101, 'k'), "1"));
    EXPECT_EQ(cache.memory(), 0U);
}

TEST_F(AnswersInMemory, OutliveTheirPlace) {
    keep("a", "1", 4'000);
    const auto used = cache.find("a", "1", moment());
    keep("a", "2");

    EXPECT_EQ(used->body.size(), 4'000U);
}

}  // namespace
}  // namespace callboard::edge
