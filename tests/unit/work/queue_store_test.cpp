#include "work/queue_store.h"

#include <array>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/queue_table.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using work::Claimed;
using work::RowId;

class WorkQueue : public test::QueueTest {
  protected:
    std::optional<Claimed> claim(std::string_view token, std::string_view node = "here",
                                 const std::optional<CompanyId>& last = std::nullopt) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return queue.claim(tx, {.node = node, .token = token, .duration = 60s}, last);
        });
    }
    template <class What>
    auto write(What what) {
        return db->write(std::nullopt, what);
    }
    bool renew(const RowId& id, std::string_view token, std::int64_t progress) {
        return write([&](db::Tx& tx) {
            return queue.renew(tx, id, {.node = "here", .token = token, .duration = 60s}, progress);
        });
    }
    bool finish(const RowId& id, std::string_view token) {
        return write([&](db::Tx& tx) { return queue.finish(tx, id, token, "DONE"); });
    }
    bool release(const RowId& id, std::string_view token) {
        return write([&](db::Tx& tx) { return queue.release(tx, id, token); });
    }
    bool retry_later(const RowId& id, std::string_view token, bool attempt_counts) {
        return write([&](db::Tx& tx) {
            return queue.retry_later(tx, id, token, {.until = tx.now + 5s, .attempt_counts = attempt_counts});
        });
    }
    bool has_due() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return queue.has_due(snapshot); });
    }
};

TEST_P(WorkQueue, GivesTheOldestRowOfACompanyAndEachOnce) {
    EXPECT_FALSE(has_due());
    const RowId first = given();
    const RowId second = given();
    EXPECT_TRUE(has_due());

    const auto claimed = claim("a");
    ASSERT_TRUE(claimed);
    EXPECT_EQ(claimed->id, first);
    EXPECT_EQ(claimed->company, company(1));
    EXPECT_EQ(claimed->kind, "dishes");
    EXPECT_EQ(claimed->attempts, 1);
    EXPECT_EQ(find(first)->status, "RUNNING");
    EXPECT_EQ(find(first)->node, "here");
    EXPECT_EQ(claim("b")->id, second);
    EXPECT_FALSE(claim("c"));
    EXPECT_FALSE(has_due());
}

TEST_P(WorkQueue, CompaniesTakeTurns) {
    std::vector<RowId> of_the_first;
    for (int i = 0; i < 4; ++i) of_the_first.push_back(given(1));
    const RowId of_the_third = given(3);
    const RowId of_the_second = given(2);

    std::vector<RowId> order;
    std::optional<CompanyId> last;
    while (const auto claimed = claim("t", "here", last)) {
        order.push_back(claimed->id);
        last = claimed->company;
    }
    EXPECT_THAT(order, ElementsAre(of_the_first[0], of_the_second, of_the_third, of_the_first[1],
                                   of_the_first[2], of_the_first[3]));
}

TEST_P(WorkQueue, ALeaseThatIsRenewedHolds) {
    const RowId id = given();
    claim("a");
    clock.advance(59s);
    EXPECT_FALSE(claim("b"));
    EXPECT_TRUE(renew(id, "a", 7));
    EXPECT_EQ(find(id)->done, 7);
    clock.advance(59s);
    EXPECT_FALSE(claim("b"));
    clock.advance(1s);
    EXPECT_EQ(claim("b", "there")->attempts, 2);
    EXPECT_EQ(find(id)->done, 0);
    EXPECT_EQ(find(id)->node, "there");
}

TEST_P(WorkQueue, ALateHolderCannotReport) {
    const RowId id = given();
    claim("late");
    clock.advance(60s);
    claim("next", "there");
    EXPECT_FALSE(renew(id, "late", 1));
    EXPECT_FALSE(finish(id, "late"));
    EXPECT_FALSE(release(id, "late"));
    EXPECT_FALSE(retry_later(id, "late", true));
    EXPECT_EQ(find(id)->status, "RUNNING");
    EXPECT_EQ(find(id)->attempts, 2);

    EXPECT_TRUE(finish(id, "next"));
    EXPECT_EQ(find(id)->status, "DONE");
    EXPECT_FALSE(finish(id, "next"));
    EXPECT_FALSE(has_due());
}

TEST_P(WorkQueue, WhatIsReleasedIsAsIfItWasNeverClaimed) {
    const RowId id = given();
    claim("t");
    EXPECT_TRUE(release(id, "t"));
    EXPECT_EQ(find(id)->status, "PENDING");
    EXPECT_EQ(find(id)->attempts, 0);
    EXPECT_EQ(claim("t")->attempts, 1);
}

TEST_P(WorkQueue, ARetryWaitsAndItsAttemptMayCount) {
    const RowId id = given();
    claim("t");
    EXPECT_TRUE(retry_later(id, "t", true));
    EXPECT_EQ(find(id)->status, "PENDING");
    EXPECT_FALSE(claim("u"));
    clock.advance(5s);
    EXPECT_EQ(claim("u")->attempts, 2);
    EXPECT_TRUE(retry_later(id, "u", false));
    clock.advance(5s);
    EXPECT_EQ(claim("v")->attempts, 2);
}

TEST_P(WorkQueue, ANodeMayMakeDueWhatIsItsOwn) {
    const RowId id = given();
    const auto make_due = [&](std::string_view node) {
        return write([&](db::Tx& tx) { return queue.make_due(tx, id, node); });
    };
    claim("t");
    retry_later(id, "t", true);
    EXPECT_FALSE(make_due("there"));
    EXPECT_FALSE(claim("u"));
    EXPECT_TRUE(make_due("here"));
    EXPECT_EQ(claim("u")->attempts, 2);
    finish(id, "u");
    EXPECT_FALSE(make_due("here"));
}

TEST_P(WorkQueue, WhatANodeHeldWhenItDiedIsDueWhenItStartsAgain) {
    const RowId ours = given();
    const RowId theirs = given();
    claim("a", "dead");
    claim("b", "alive");
    EXPECT_EQ(write([&](db::Tx& tx) { return queue.make_all_due(tx, "dead"); }), 1);
    EXPECT_EQ(find(ours)->status, "PENDING");
    EXPECT_EQ(find(theirs)->status, "RUNNING");
    EXPECT_EQ(claim("c")->attempts, 2);
}

TEST_P(WorkQueue, NodesThatClaimAtOnceNeverGetTheSameRow) {
    constexpr std::size_t kRows = 60;
    for (std::size_t i = 0; i < kRows; ++i) given(1 + static_cast<int>(i % 3));
    std::array<std::vector<RowId>, 4> claimed;
    {
        std::vector<std::jthread> nodes;
        for (std::size_t node = 0; node < claimed.size(); ++node) {
            nodes.emplace_back([&, node] {
                const std::string name = "node" + std::to_string(node);
                std::optional<CompanyId> last;
                while (has_due()) {
                    const auto row = claim(name, name, last);
                    if (!row) continue;
                    last = row->company;
                    claimed[node].push_back(row->id);
                }
            });
        }
    }
    std::set<RowId> different;
    std::size_t all = 0;
    for (const auto& of_node : claimed) {
        all += of_node.size();
        different.insert(of_node.begin(), of_node.end());
    }
    EXPECT_EQ(all, kRows);
    EXPECT_EQ(different.size(), kRows);
}

RUN_ON_EACH_DATABASE(WorkQueue);

}  // namespace
}  // namespace callboard
