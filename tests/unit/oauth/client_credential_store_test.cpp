#include "oauth/client_credential_store.h"

#include <chrono>

#include <gtest/gtest.h>

#include "oauth/token.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;

class ClientCredentialStore : public test::OAuthFlow {
  protected:
    std::optional<oauth::ClientCredential> find(const std::string& secret) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::store::find_by_secret(tx, credential.id, sha256(secret));
        });
    }
    std::optional<Timestamp> last_use() {
        return db->read(company, oauth::store::list_client_credentials).at(0).last_used_at;
    }

    const oauth::ClientCredential credential = db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::administrator, .scopes = "jobs_read"},
            Secret{"s3cret"});
    });
};

TEST_P(ClientCredentialStore, FindsNothingForAWrongSecret) {
    EXPECT_FALSE(find("another"));
    EXPECT_FALSE(last_use());
}

// A row that is written for each token would make the token endpoint as slow as the disk.
TEST_P(ClientCredentialStore, RecordsAUseOncePerInterval) {
    EXPECT_FALSE(last_use());
    find("s3cret");
    const auto first = last_use();
    ASSERT_TRUE(first);

    clock.advance(oauth::kUseRecordInterval - 1ms);
    find("s3cret");
    EXPECT_EQ(last_use(), first);

    clock.advance(1ms);
    find("s3cret");
    EXPECT_NE(last_use(), first);
}

RUN_ON_EACH_DATABASE(ClientCredentialStore);

}  // namespace
}  // namespace callboard
