#include "sandbox/inbox_store.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard::sandbox {
namespace {

class InboxStore : public test::EachDatabase {
  protected:
    void receive(const std::string& inbox, std::int64_t count) {
        db->write(std::nullopt, [&](db::Tx& tx) {
            for (std::int64_t i = 0; i < count; ++i)
                store::insert_message(tx, inbox,
                                      {.id = tx.new_id<InboxMessageId>(),
                                       .received_at = tx.now,
                                       .headers = "{}",
                                       .body = std::to_string(i),
                                       .verified = std::nullopt});
        });
    }
    std::vector<InboxMessage> kept(const std::string& inbox) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::newest_messages(snapshot, inbox, 10'000);
        });
    }
};

TEST_P(InboxStore, KeepsTheNewestHundredAndForgetsOlderOnes) {
    receive("other", 3);
    receive("mine", store::kKeptMessages + 500);

    const auto mine = kept("mine");

    EXPECT_GE(std::ssize(mine), store::kKeptMessages);
    EXPECT_LT(std::ssize(mine), store::kKeptMessages + 500) << "nothing was forgotten";
    for (auto expected = store::kKeptMessages + 499; const auto& message : mine)
        EXPECT_EQ(message.body, std::to_string(expected--));
    EXPECT_EQ(kept("other").size(), 3U);
}

TEST_P(InboxStore, DistinguishesTheThreeResults) {
    const std::vector<std::optional<bool>> results{std::nullopt, false, true};
    db->write(std::nullopt, [&](db::Tx& tx) {
        for (const auto& result : results)
            store::insert_message(tx, "mine",
                                  {.id = tx.new_id<InboxMessageId>(),
                                   .received_at = tx.now,
                                   .headers = R"({"event-name":"job.created"})",
                                   .body = "{}",
                                   .verified = result});
    });

    const auto messages = kept("mine");

    ASSERT_EQ(messages.size(), 3U);
    EXPECT_EQ(messages[0].verified, results[2]);
    EXPECT_EQ(messages[1].verified, results[1]);
    EXPECT_EQ(messages[2].verified, results[0]);
    EXPECT_EQ(messages[0].received_at, clock.now());
    EXPECT_EQ(messages[0].headers, R"({"event-name":"job.created"})");
}

RUN_ON_EACH_DATABASE(InboxStore);

}  // namespace
}  // namespace callboard::sandbox
