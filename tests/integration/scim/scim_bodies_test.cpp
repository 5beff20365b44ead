// Bodies of SCIM requests are read before the transaction begins: on SQLite, all writers wait for one
// another.
#include <future>
#include <latch>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "api/routes.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/limits.h"
#include "support/scim.h"
#include "support/test_server.h"

namespace callboard {
namespace {

TEST(ScimBodies, AreRefusedWithoutWaitingForAWriter) {
    test::TestServer server{{.extra_routes = api::scim_routes(), .limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const test::Directory directory{*server.db, company};
    auto client = server.client({{"Authorization", "Bearer " + std::string{directory.secret.reveal()}}});
    std::latch begun{1};
    std::latch end{1};
    const std::jthread writer{[&] {
        server.db->write(company, [&](db::Tx&) {
            begun.count_down();
            end.wait();
        });
    }};
    begun.wait();

    auto answer = std::async(std::launch::async, [&] {
        return client.request("POST", "/scim/v2/Groups", "{", {{"Content-Type", "application/scim+json"}})
            .status;
    });
    const bool is_answered = answer.wait_for(test::kLongestWait) == std::future_status::ready;
    end.count_down();

    EXPECT_TRUE(is_answered);
    EXPECT_EQ(answer.get(), 400);
}

}  // namespace
}  // namespace callboard
