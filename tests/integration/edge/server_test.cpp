#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/cache_epoch_store.h"
#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

TEST(Server, AnswersHealth) {
    test::TestServer server;
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

constexpr db::GlobalSql kCredential{"test_credential", "SELECT id FROM credential"};

class Revocation : public testing::TestWithParam<test::Engine> {
  protected:
    int status() { return client.get("/user-api/v201804/users/me").status; }
    static std::int64_t epoch(db::Db& db) { return db.read(std::nullopt, accounts::store::cache_epoch); }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    test::Client client = server.client_with_key(given::api_key(*server.db, company, admin));
};

// A command revokes a key. The server notices it on one database connection while others still have an older
// snapshot with the valid key.
TEST_P(Revocation, AKeyIsNotFoundInASnapshotThatIsOlderThanWhatTheServerKnows) {
    ASSERT_EQ(status(), 200);
    const auto command_line = server.db.open_again();
    const auto id = server.db->read(std::nullopt, [](db::Snapshot& snapshot) {
        return snapshot.first(kCredential, {}, [](const db::Row& row) { return row.id<CredentialId>(0); });
    });
    command_line->write(company, [&](db::Tx& tx) { accounts::revoke_credential(tx, id.value()); });

    server.credentials.observe_epoch(epoch(*command_line));
    int last = 0;
    for (int i = 0; i < 100'000 && last != 401; ++i) {
        last = status();
        ASSERT_NE(last, 200);
    }

    EXPECT_EQ(last, 401) << "once its snapshots are new";
}

TEST_P(Revocation, WhatAnOldSnapshotSaysIsNeitherUsedNorKept) {
    const auto known = epoch(*server.db);
    server.credentials.observe_epoch(known + 1);

    EXPECT_EQ(status(), 503);
    EXPECT_EQ(status(), 503);
    server.db->write(company, accounts::store::advance_cache_epoch);
    EXPECT_EQ(status(), 200);
    server.credentials.observe_epoch(known + 2);
    EXPECT_EQ(status(), 503) << "what was kept is forgotten";
}

RUN_ON_EACH_DATABASE(Revocation);

}  // namespace
}  // namespace callboard
