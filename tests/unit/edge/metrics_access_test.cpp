#include "edge/metrics_access.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

using enum MetricsDecision;

http::Request request(std::vector<http::Header> headers = {}) {
    http::Request made;
    made.headers = std::move(headers);
    return made;
}

MetricsAccess with_token(bool local) {
    return {.local = local, .token_hash = sha256("a-long-enough-token")};
}

TEST(MetricsAccess, IsOpenOnALocalServer) {
    EXPECT_EQ(may_read_metrics({.local = true}, request()), allowed);
    EXPECT_EQ(may_read_metrics({.local = false}, request()), not_served);
    EXPECT_EQ(may_read_metrics({}, request()), not_served);
}

TEST(MetricsAccess, IsNotLocalForWhatAProxyForwards) {
    for (const std::string_view name :
         {"X-Forwarded-For", "x-forwarded-for", "X-Forwarded-Host", "Forwarded", "Via", "X-Real-IP"})
        EXPECT_EQ(may_read_metrics({.local = true}, request({{name, "127.0.0.1"}})), not_served) << name;
    EXPECT_EQ(may_read_metrics({.local = true}, request({{"X-Forwarded-For", ""}})), not_served);
}

TEST(MetricsAccess, NeedsTheTokenWhereThereIsOne) {
    for (const bool local : {true, false}) {
        const MetricsAccess access = with_token(local);
        EXPECT_EQ(may_read_metrics(access, request()), no_token);
        EXPECT_EQ(may_read_metrics(access, request({{"Cookie", "callboard_session=cbw_x"},
                                                    {"Sec-Fetch-Site", "same-origin"}})),
                  no_token);
        EXPECT_EQ(may_read_metrics(access, request({{"Authorization", "Bearer a-long-enough-token"}})),
                  allowed);
        EXPECT_EQ(may_read_metrics(access, request({{"Authorization", "bearer  a-long-enough-token "},
                                                    {"X-Forwarded-For", "203.0.113.7"}})),
                  allowed);
    }
}

TEST(MetricsAccess, RefusesEveryOtherToken) {
    for (const std::string_view sent :
         {"Bearer", "Bearer ", "Bearer a-long-enough-toke", "Bearer a-long-enough-token2",
          "Bearer A-long-enough-token", "a-long-enough-token", "Basic a-long-enough-token",
          "Bearer a-long-enough-token, Bearer a-long-enough-token"})
        EXPECT_EQ(may_read_metrics(with_token(true), request({{"Authorization", sent}})), wrong_token)
            << sent;
    EXPECT_EQ(may_read_metrics(with_token(true), request({{"Authorization", "Bearer a-long-enough-token"},
                                                          {"Authorization", "Bearer other"}})),
              wrong_token);
}

TEST(MetricsAccess, IsOpenAtTheAddressForOperators) {
    http::Request there = request({{"X-Forwarded-For", "203.0.113.7"}});
    there.administrative = true;

    EXPECT_EQ(may_read_metrics({}, there), allowed);
    EXPECT_EQ(may_read_metrics(with_token(false), there), allowed);
}

}  // namespace
}  // namespace callboard::edge
