// The last use of a connected application, which people see on their account page.
#include "oauth/grant_store.h"

#include <chrono>

#include <gtest/gtest.h>

#include "oauth/token.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class GrantStore : public test::OAuthFlow {
  protected:
    Timestamp last_use() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return oauth::store::connections_of(snapshot, company, user.id()).at(0).last_used_at;
        });
    }
};

TEST_P(GrantStore, AnExchangeIsAUse) {
    const auto code = this->code();
    const Timestamp consent = last_use();
    clock.advance(20s);

    exchange(code);
    EXPECT_EQ(last_use(), consent) << "it is recorded once per interval";

    clock.advance(oauth::kUseRecordInterval);
    exchange(this->code());
    EXPECT_EQ(last_use(), clock.now());
}

TEST_P(GrantStore, ARefreshIsAUse) {
    const auto first = tokens();
    clock.advance(oauth::kUseRecordInterval);

    ASSERT_TRUE(refresh(first.refresh).good());

    EXPECT_EQ(last_use(), clock.now());
}

RUN_ON_EACH_DATABASE(GrantStore);

}  // namespace
}  // namespace callboard
