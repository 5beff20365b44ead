#include <gtest/gtest.h>

#include "support/given.h"
#include "support/test_server.h"

namespace callboard {
namespace {

TEST(Server, AnswersHealth) {
    test::TestServer server;
    EXPECT_EQ(server.client().get("/healthz").status, 200);
}

}  // namespace
}  // namespace callboard
