// The limits of SCIM tokens, on a server whose clock stands still.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/routes.h"
#include "support/given.h"
#include "support/limits.h"
#include "support/scim.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using test::Answer;
using testing::HasSubstr;

class ScimLimits : public testing::Test {
  protected:
    test::Client bearer(const test::Directory& directory) const {
        return server.client({{"Authorization", "Bearer " + std::string{directory.secret.reveal()}}});
    }

    test::TestServer server{{.extra_routes = api::scim_routes(), .limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
};

TEST_F(ScimLimits, AreThoseOfEachToken) {
    const test::Directory one{*server.db, company};
    const test::Directory other{*server.db, company};
    auto busy = bearer(one);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(busy.get("/scim/v2/Users").status, 200) << i;

    const Answer refused = busy.get("/scim/v2/Users");

    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("content-type"), "application/scim+json");
    EXPECT_EQ(refused.header("retry-after"), "1");
    EXPECT_EQ(refused.json().at("status"), "429");
    EXPECT_THAT(refused.body, HasSubstr("policy scim"));
    EXPECT_EQ(bearer(other).get("/scim/v2/Users").status, 200);
    EXPECT_EQ(server.client_with_key(given::api_key(*server.db, company, admin)).get("/users/me").status,
              200);
    server.stopwatch.advance(std::chrono::seconds{1});
    EXPECT_EQ(busy.get("/scim/v2/Users").status, 200);
}

TEST_F(ScimLimits, LetACompanyReadOneListAtATimeThatNoIndexHelps) {
    const test::Directory directory{*server.db, company};
    auto client = bearer(directory);
    const std::string users = "/scim/v2/Users?filter=active+pr";
    const std::string groups = "/scim/v2/Groups?filter=displayName+pr";
    {
        const CompanyGate::Place scan{server.scans_gate, company};

        const Answer refused = client.get(users);

        EXPECT_EQ(refused.status, 503);
        EXPECT_EQ(refused.header("content-type"), "application/scim+json");
        EXPECT_EQ(refused.header("retry-after"), "1");
        EXPECT_EQ(client.get(groups).status, 503);
        EXPECT_EQ(client.get("/scim/v2/Groups").status, 503);
        EXPECT_EQ(client.get("/scim/v2/Users?startIndex=10001").status, 503);
        for (const std::string indexed :
             {"/Users", "/Users?filter=userName+eq+%22x%22", "/Groups?filter=displayName+eq+%22x%22",
              "/Groups?filter=members+eq+%22x%22"})
            EXPECT_EQ(client.get("/scim/v2" + indexed).status, 200) << indexed;
    }
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(client.get(users).status, 200);
        EXPECT_EQ(client.get(groups).status, 200);
    }
}

TEST_F(ScimLimits, CountRequestsToPathsThatDoNotExist) {
    const test::Directory directory{*server.db, company};
    auto busy = bearer(directory);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(busy.get("/scim/v2/Nothing").status, 404) << i;
    EXPECT_EQ(busy.get("/scim/v2/Users").status, 429);
}

TEST_F(ScimLimits, CountTokensThatAreUnknownByTheirAddress) {
    auto stranger = server.client({{"Authorization", "Bearer cbp_unknown"}});
    int refused = 0;
    for (int i = 0; i < 60; ++i) {
        const int status = stranger.get("/scim/v2/Users").status;
        EXPECT_TRUE(status == 401 || status == 429) << status;
        refused += status == 429 ? 1 : 0;
    }
    EXPECT_EQ(refused, 20);
}

}  // namespace
}  // namespace callboard
