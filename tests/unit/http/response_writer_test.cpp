#include "http/response_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::http {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kDate = "Tue, 14 Nov 2023 22:13:20 GMT";

Framing framing() {
    return {.keep_alive = true, .http_10 = false, .is_head = false, .date = kDate};
}

std::string written(const Response& response, const Framing& how = framing()) {
    std::string out;
    append_response(out, response, how);
    return out;
}

class NoStream final : public BodyStream {
  public:
    bool next(std::string&) override { return false; }
};

Response json_response(int status = 200) {
    Response response;
    response.status = status;
    response.content_type = "application/json";
    response.body = "{\"a\":1}";
    return response;
}

TEST(ResponseWriter, WritesHeadAndBody) {
    Response response = json_response();
    response.add_header("X-Request-Id", "r-1");

    EXPECT_EQ(written(response),
              "HTTP/1.1 200 OK\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\nContent-Type: application/json\r\n"
              "Content-Length: 7\r\nX-Request-Id: r-1\r\n\r\n{\"a\":1}");
}

TEST(ResponseWriter, SendsASharedBodyLikeOneOfItsOwn) {
    const std::string shared = "shared";
    Response response = json_response();
    response.body.clear();
    response.shared_body = shared;

    EXPECT_THAT(written(response), HasSubstr("Content-Length: 6\r\n"));
    EXPECT_TRUE(written(response).ends_with("\r\n\r\nshared"));
    EXPECT_EQ(body_to_send(response, framing()).data(), shared.data());
    Framing head = framing();
    head.is_head = true;
    EXPECT_THAT(written(response, head), HasSubstr("Content-Length: 6\r\n"));
    EXPECT_TRUE(written(response, head).ends_with("\r\n\r\n"));
}

TEST(ResponseWriter, AppendsToWhatIsThere) {
    std::string out = "HTTP/1.1 100 Continue\r\n\r\n";

    append_response(out, json_response(), framing());

    EXPECT_THAT(out, StartsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"));
}

TEST(ResponseWriter, NamesEveryStatus) {
    EXPECT_THAT(written(json_response(201)), StartsWith("HTTP/1.1 201 Created\r\n"));
    EXPECT_THAT(written(json_response(404)), StartsWith("HTTP/1.1 404 Not Found\r\n"));
    EXPECT_THAT(written(json_response(429)), StartsWith("HTTP/1.1 429 Too Many Requests\r\n"));
    EXPECT_THAT(written(json_response(431)), StartsWith("HTTP/1.1 431 Request Header Fields Too Large\r\n"));
    EXPECT_THAT(written(json_response(503)), StartsWith("HTTP/1.1 503 Service Unavailable\r\n"));
    for (const int status : {200, 201, 202, 204, 206, 302, 303, 304, 400, 401, 403, 404, 405, 406, 408,
                             409, 413, 414, 415, 416, 417, 422, 424, 429, 431, 500, 501, 503, 505})
        EXPECT_THAT(written(json_response(status)), Not(HasSubstr("unknown"))) << status;
}

TEST(ResponseWriter, GivesALengthToAnEmptyBody) {
    Response response;
    response.status = 404;

    const std::string out = written(response);

    EXPECT_THAT(out, HasSubstr("Content-Length: 0\r\n"));
    EXPECT_THAT(out, Not(HasSubstr("Content-Type")));
}

TEST(ResponseWriter, SendsNeitherBodyNorLengthWhereNoneMayBe) {
    for (const int status : {204, 304}) {
        const std::string out = written(json_response(status));
        EXPECT_THAT(out, Not(HasSubstr("Content-Length"))) << status;
        EXPECT_TRUE(out.ends_with("\r\n\r\n")) << status;
    }
}

TEST(ResponseWriter, AnswersHeadWithEverythingButTheBody) {
    Framing head = framing();
    head.is_head = true;

    const std::string out = written(json_response(), head);

    EXPECT_THAT(out, HasSubstr("Content-Length: 7\r\n"));
    EXPECT_TRUE(out.ends_with("\r\n\r\n"));
}

TEST(ResponseWriter, SaysWhetherTheConnectionStays) {
    const auto connection = [](bool keep_alive, bool http_10) {
        Framing how = framing();
        how.keep_alive = keep_alive;
        how.http_10 = http_10;
        return written(json_response(), how);
    };

    EXPECT_THAT(connection(true, false), Not(HasSubstr("Connection:")));
    EXPECT_THAT(connection(false, false), HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(connection(true, true), HasSubstr("Connection: keep-alive\r\n"));
    EXPECT_THAT(connection(false, true), HasSubstr("Connection: close\r\n"));
}

TEST(ResponseWriter, AnnouncesAStreamInChunksToThoseWhoKnowThem) {
    Response response;
    response.content_type = "text/csv";
    response.stream = std::make_unique<NoStream>();
    Framing old = framing();
    old.http_10 = true;
    old.keep_alive = false;

    const std::string out = written(response);
    const std::string to_old = written(response, old);

    EXPECT_THAT(out, HasSubstr("Transfer-Encoding: chunked\r\n"));
    EXPECT_THAT(out, Not(HasSubstr("Content-Length")));
    EXPECT_TRUE(out.ends_with("\r\n\r\n"));
    EXPECT_THAT(to_old, Not(HasSubstr("Transfer-Encoding")));
    EXPECT_THAT(to_old, Not(HasSubstr("Content-Length")));
    EXPECT_THAT(to_old, HasSubstr("Connection: close\r\n"));
}

TEST(ResponseWriter, GivesTheLengthOfAStreamThatIsKnownBefore) {
    Response response;
    response.content_type = "text/csv";
    response.stream = std::make_unique<NoStream>();
    response.stream_size = 5'000'000'000;
    Framing old = framing();
    old.http_10 = true;
    Framing head = framing();
    head.is_head = true;

    for (const Framing& how : {framing(), old, head}) {
        const std::string out = written(response, how);
        EXPECT_THAT(out, HasSubstr("Content-Length: 5000000000\r\n"));
        EXPECT_THAT(out, Not(HasSubstr("Transfer-Encoding")));
        EXPECT_TRUE(out.ends_with("\r\n\r\n"));
    }
    EXPECT_THAT(written(response, old), HasSubstr("Connection: keep-alive\r\n"));
}

TEST(ResponseWriter, GivesALengthToAStreamOfNothing) {
    Response response;
    response.stream = std::make_unique<NoStream>();
    response.stream_size = 0;

    EXPECT_THAT(written(response), HasSubstr("Content-Length: 0\r\n"));
}

TEST(ResponseWriter, ForgetsTheLengthOfAStreamWithTheRest) {
    Response response;
    response.stream = std::make_unique<NoStream>();
    response.stream_size = 7;

    response.clear();
    response.body = "text";

    EXPECT_THAT(written(response), HasSubstr("Content-Length: 4\r\n"));
    EXPECT_FALSE(response.stream_size);
}

TEST(Chunk, HasItsSizeInHexadecimal) {
    std::string out;

    append_chunk(out, "hello");
    append_chunk(out, std::string(0x1f4, 'x'));
    out += kLastChunk;

    EXPECT_EQ(out, "5\r\nhello\r\n1f4\r\n" + std::string(500, 'x') + "\r\n0\r\n\r\n");
}

}  // namespace
}  // namespace callboard::http
