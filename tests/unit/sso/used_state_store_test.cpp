#include "sso/used_state_store.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard::sso {
namespace {

using namespace std::chrono_literals;

class UsedStates : public test::EachDatabase {
  protected:
    bool use(std::string_view state) {
        return db->write(company, [&](db::Tx& tx) { return store::use_state(tx, sha256(state)); });
    }
    std::int64_t count() {
        constexpr db::GlobalSql kCount{"test_count_states", "SELECT count(*) FROM sso_used_state"};
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return snapshot.number(kCount, {}); });
    }

    const CompanyId company = given::company(*db);
};

TEST_P(UsedStates, AreUsedOnce) {
    EXPECT_TRUE(use("one"));
    EXPECT_TRUE(use("two"));
    EXPECT_FALSE(use("one"));
}

TEST_P(UsedStates, AreUsedByOneOfManyRequests) {
    std::atomic<int> winners = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) threads.emplace_back([&] { winners += use("state") ? 1 : 0; });
    }
    EXPECT_EQ(winners, 1);
}

TEST_P(UsedStates, AreForgottenOnceTheStateHasExpired) {
    const auto forget = [&] {
        return db->write(std::nullopt, [](db::Tx& tx) { return store::delete_expired_states(tx); });
    };
    EXPECT_TRUE(use("state"));
    clock.advance(9min);
    EXPECT_FALSE(forget());
    EXPECT_EQ(count(), 1);
    clock.advance(1min);
    EXPECT_FALSE(forget());
    EXPECT_EQ(count(), 0);
}

RUN_ON_EACH_DATABASE(UsedStates);

}  // namespace
}  // namespace callboard::sso
