#include "http/message.h"

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

using namespace std::string_literals;

class NoStream final : public BodyStream {
  public:
    bool next(std::string&) override { return false; }
};

TEST(Request, FindsItsHeadersInAnyCase) {
    Request request;
    request.headers = {{"Accept", "a"}, {"X-Twice", "first"}, {"x-twice", "second"}};

    EXPECT_EQ(request.header("ACCEPT"), "a");
    EXPECT_EQ(request.header("X-Twice"), "first");
    EXPECT_EQ(request.header("Absent"), "");
    EXPECT_EQ(request.header(""), "");
    EXPECT_EQ(request.list("X-TWICE"), "first,second");
    EXPECT_EQ(request.list("Absent"), "");
    EXPECT_TRUE(request.has_repeated("x-Twice"));
    EXPECT_FALSE(request.has_repeated("Accept"));
    EXPECT_FALSE(request.has_repeated("Absent"));
}

TEST(Response, WritesOneLineForEachHeader) {
    Response response;

    response.add_header("A", "1");
    response.add_header("B", "");
    response.add_header("A", "\u00e9");

    EXPECT_EQ(response.header_lines, "A: 1\r\nB: \r\nA: \u00e9\r\n");
}

TEST(Response, HasNoHeaderValueThatForgesAnother) {
    for (int c = 0; c < 256; ++c) {
        Response response;
        response.add_header("A", "x"s + static_cast<char>(c) + "Set-Cookie: y");
        const bool is_control = c < 0x20 || c == 0x7f;
        const char shown = is_control ? ' ' : static_cast<char>(c);
        EXPECT_EQ(response.header_lines, "A: x"s + shown + "Set-Cookie: y\r\n") << c;
    }
}

TEST(Response, LeavesTheLinesBeforeAloneWhenOneIsCleaned) {
    Response response;

    response.add_header("A", "1");
    response.add_header("B", "\r\n\r\nbody");

    EXPECT_EQ(response.header_lines, "A: 1\r\nB:     body\r\n");
}

TEST(Response, ForgetsEverythingWhenItIsCleared) {
    Response response;
    response.status = 404;
    response.content_type = "text/html";
    response.body = std::string(100'000, 'x');
    response.add_header("A", "1");
    response.stream = std::make_unique<NoStream>();

    response.clear();

    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.content_type, "");
    EXPECT_EQ(response.body, "");
    EXPECT_EQ(response.header_lines, "");
    EXPECT_FALSE(response.stream);
    EXPECT_LE(response.body.capacity(), 4'096U);
}

}  // namespace
}  // namespace callboard::http
