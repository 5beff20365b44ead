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

TEST(Origins, OfOtherLoopbackNamesLeadToThePublicUrl) {
    const auto address = [](std::string_view host, std::string_view public_url) {
        http::Request request;
        request.headers = {{"Host", host}};
        request.path = "/console/jobs";
        request.query = "status=NEW";
        return address_by_public_name(request, public_url).value_or("");
    };
    const std::string here = "http://127.0.0.1:8080";

    for (const auto* const host : {"localhost:8080", "LOCALHOST:8080", "[::1]:8080", "127.0.0.2:8080"})
        EXPECT_EQ(address(host, here), here + "/console/jobs?status=NEW") << host;
    EXPECT_EQ(address("127.0.0.1", "http://localhost"), "http://localhost/console/jobs?status=NEW");
    EXPECT_EQ(address("127.0.0.1:443", "https://[::1]"), "https://[::1]/console/jobs?status=NEW");

    for (const auto* const host : {"127.0.0.1:8080", "localhost", "localhost:8081", "localhost.test:8080",
                                   "jobs.example:8080", "", "[", "[::1", ":8080"})
        EXPECT_EQ(address(host, here), "") << host;
    for (const auto* const url : {"http://jobs.example:8080", "https://localhost.example:8080"})
        EXPECT_EQ(address("localhost:8080", url), "") << url;
}

}  // namespace
}  // namespace callboard::edge
