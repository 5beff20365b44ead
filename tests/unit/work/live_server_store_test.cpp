#include "work/live_server_store.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

class LiveServerStore : public test::EachDatabase {
  protected:
    std::vector<std::string> seen(const std::string& server) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return work::store::live_servers(tx, server, 15s); });
    }
};

TEST_P(LiveServerStore, ServersSeeEachOther) {
    EXPECT_THAT(seen("first"), ElementsAre("first"));
    EXPECT_THAT(seen("second"), ElementsAre("first", "second"));
    EXPECT_THAT(seen("first"), ElementsAre("first", "second"));
}

TEST_P(LiveServerStore, AServerThatIsNoLongerSeenIsNotLive) {
    seen("first");
    seen("second");
    clock.advance(14s);
    EXPECT_THAT(seen("second"), ElementsAre("first", "second"));
    clock.advance(1s);
    EXPECT_THAT(seen("second"), ElementsAre("second"));
    EXPECT_THAT(seen("first"), ElementsAre("first", "second"));
}

TEST_P(LiveServerStore, AServerThatLeavesIsForgotten) {
    seen("first");
    seen("second");
    db->write(std::nullopt, [](db::Tx& tx) { work::store::forget_server(tx, "first"); });
    EXPECT_THAT(seen("second"), ElementsAre("second"));
}

TEST_P(LiveServerStore, OldNamesAreDeleted) {
    seen("first");
    clock.advance(25h);
    seen("second");
    EXPECT_EQ(db->read(std::nullopt,
                       [](db::Snapshot& snapshot) {
                           return snapshot.number(
                               db::GlobalSql{"test_live_servers", "SELECT count(*) FROM live_server"});
                       }),
              1);
}

RUN_ON_EACH_DATABASE(LiveServerStore);

}  // namespace
}  // namespace callboard
