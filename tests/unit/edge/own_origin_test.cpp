#include "edge/own_origin.h"

#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

TEST(Origins, AreWrittenAsBrowsersDo) {
    EXPECT_EQ(origin_of("https://jobs.example"), "https://jobs.example");
    EXPECT_EQ(origin_of("https://Jobs.Example:443"), "https://jobs.example");
    EXPECT_EQ(origin_of("http://jobs.example:80/path"), "http://jobs.example");
    EXPECT_EQ(origin_of("https://jobs.example:80"), "https://jobs.example:80");
    EXPECT_EQ(origin_of("http://jobs.example:8080/a/b"), "http://jobs.example:8080");
    EXPECT_EQ(origin_of("http://[::1]:8080"), "http://[::1]:8080");
    EXPECT_EQ(origin_of("http://[::80]"), "http://[::80]");
}

TEST(Origins, OfRequestsAreOursOnlyIfTheyAreEqual) {
    const auto origin = [](const std::vector<http::Header>& headers) {
        http::Request request;
        request.headers = headers;
        return request_origin(request, "https://jobs.example:443");
    };

    EXPECT_EQ(origin({}), RequestOrigin::absent);
    EXPECT_EQ(origin({{"Origin", "https://jobs.example"}}), RequestOrigin::own);
    EXPECT_EQ(origin({{"origin", "https://jobs.example"}}), RequestOrigin::own);
    for (const auto* const value : {"", "null", "https://jobs.example:443", "HTTPS://jobs.example",
                                    "https://jobs.example, https://evil.test", "https://evil.test"})
        EXPECT_EQ(origin({{"Origin", value}}), RequestOrigin::foreign) << value;
    EXPECT_EQ(origin({{"Origin", "https://jobs.example"}, {"Origin", "https://jobs.example"}}),
              RequestOrigin::foreign);
}

}  // namespace
}  // namespace callboard::edge
