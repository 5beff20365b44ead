// Deletion of expired rows, and retention of those that are still needed.
#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "accounts/session_store.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

constexpr db::GlobalSql kRows{"test_token_rows", R"sql(
    SELECT (SELECT count(*) FROM authorization_code) + (SELECT count(*) FROM token_pair) +
           (SELECT count(*) FROM program_token) + (SELECT count(*) FROM token_chain))sql"};

class TokenJanitor : public test::OAuthFlow {
  protected:
    void clean() {
        for (int i = 0; i < 1000; ++i)
            if (!db->write(std::nullopt, oauth::store::delete_expired)) return;
        FAIL() << "it never ends";
    }
    std::int64_t rows() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kRows); });
    }
};

TEST_P(TokenJanitor, LeavesWhatIsAlive) {
    const auto code = this->code();
    const auto tokens = this->tokens();

    clean();

    EXPECT_TRUE(lives(tokens));
    EXPECT_TRUE(exchange(code).good());
    EXPECT_TRUE(refresh(tokens.refresh).good());
}

TEST_P(TokenJanitor, RemembersAUsedCodeAsLongAsItsTokensMayLive) {
    const auto code = this->code();
    const auto tokens = exchange(code);
    clock.advance(27 * 24h);
    clean();

    exchange(code);

    EXPECT_EQ(refresh(tokens.refresh).error, "invalid_grant");
}

TEST_P(TokenJanitor, RemembersAUsedRefreshTokenUntilItsNaturalExpiry) {
    const auto first = tokens();
    clock.advance(20 * 24h);
    const auto second = refresh(first.refresh);
    clock.advance(8 * 24h - 1s);
    clean();

    EXPECT_EQ(refresh(first.refresh).error, "invalid_grant");

    EXPECT_EQ(refresh(second.refresh).error, "invalid_grant") << "the replay went unnoticed";
}

TEST_P(TokenJanitor, AChainLivesOnWithItsNewestToken) {
    const auto first = tokens();
    clock.advance(27 * 24h);
    const auto second = refresh(first.refresh);
    clock.advance(27 * 24h);
    clean();

    EXPECT_TRUE(refresh(second.refresh).good());
}

TEST_P(TokenJanitor, InTheEndNothingIsLeft) {
    code();
    refresh(tokens().refresh);

    clock.advance(57 * 24h);
    clean();

    EXPECT_EQ(rows(), 0);
}

TEST_P(TokenJanitor, DeletesInSmallBites) {
    for (int i = 0; i < 450; ++i) code();
    clock.advance(31s);
    const auto before = rows();

    const bool more = db->write(std::nullopt, oauth::store::delete_expired);

    EXPECT_TRUE(more);
    EXPECT_GT(rows(), 0);
    EXPECT_LT(rows(), before);
    clean();
    EXPECT_EQ(rows(), 0);
}

TEST_P(TokenJanitor, SessionsEndAndAreDeleted) {
    const Sha256 hash = accounts::hash_of("cookie");
    const auto found = [&] {
        return db
            ->read(std::nullopt,
                   [&](db::Snapshot& snapshot) { return accounts::store::find_session(snapshot, hash); })
            .has_value();
    };
    db->write(std::nullopt,
              [&](db::Tx& tx) { accounts::store::insert_session(tx, hash, company, user.id()); });

    EXPECT_TRUE(found());
    clock.advance(accounts::kSessionLife);
    EXPECT_FALSE(found());
    db->write(std::nullopt, accounts::store::delete_expired_sessions);
    clock.advance(-accounts::kSessionLife);
    EXPECT_FALSE(found()) << "the row is still there";
}

RUN_ON_EACH_DATABASE(TokenJanitor);

}  // namespace
}  // namespace callboard
