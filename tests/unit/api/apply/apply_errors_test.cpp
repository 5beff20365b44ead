#include "api/apply/apply_errors.h"

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "base/error.h"
#include "http/message.h"

namespace callboard::api {
namespace {

// "status code", as sent for a fault of another operation.
std::string sent_as(int status, const Fault& fault) {
    http::Response response;
    response.status = status;
    write_apply_error(response, std::vector{fault}, "req-1");
    const auto body = boost::json::parse(response.body).as_object();
    EXPECT_EQ(body.at("id"), "req-1");
    return std::to_string(response.status) + " " + std::string{body.at("code").as_string()};
}
std::string sent_as(int status, const std::string& code) {
    return sent_as(status, Fault{code, "message", {}});
}

TEST(ApplyErrors, HaveTheCodesOfTheirFormat) {
    EXPECT_EQ(sent_as(400, "VALIDATION_ERROR"), "400 DATA_VALIDATION_ERROR");
    EXPECT_EQ(sent_as(400, "INVALID_JSON"), "400 INVALID_REQUEST");
    EXPECT_EQ(sent_as(401, "UNAUTHORIZED"), "401 UNAUTHORIZED");
    EXPECT_EQ(sent_as(403, "PERMISSION_DENIED"), "403 UNAUTHORIZED");
    EXPECT_EQ(sent_as(403, "INSUFFICIENT_SCOPE"), "403 INSUFFICIENT_SCOPE");
    EXPECT_EQ(sent_as(413, "CONTENT_TOO_LARGE"), "413 INVALID_REQUEST");
    EXPECT_EQ(sent_as(429, "TOO_MANY_REQUESTS"), "429 TRAFFIC_LOCKED");
}

TEST(ApplyErrors, SayWhoseFaultItIs) {
    EXPECT_EQ(sent_as(408, "REQUEST_TIMEOUT"), "408 REST_CALL_TIMEOUT");
    EXPECT_EQ(sent_as(503, "REQUEST_TIMEOUT"), "503 REST_CALL_TIMEOUT");
    EXPECT_EQ(sent_as(409, "CONFLICT"), "409 APPLY_API_ERROR");
    EXPECT_EQ(sent_as(500, "INTERNAL_ERROR"), "500 APPLY_API_ERROR");
    EXPECT_EQ(sent_as(503, "SERVICE_UNAVAILABLE"), "503 APPLY_API_ERROR");
}

TEST(ApplyErrors, OfWhatTheBodyRefersToAreNotAboutThePath) {
    EXPECT_EQ(sent_as(404, "SOURCE_TYPE_NOT_FOUND"), "400 INVALID_INPUT");
    EXPECT_EQ(sent_as(404, "RESOURCE_NOT_FOUND_ERROR"), "404 RESOURCE_NOT_FOUND_ERROR");
    EXPECT_EQ(sent_as(400, Fault{"VALIDATION_ERROR", "must not be empty", "/attachments/0"}),
              "400 FILE_UPLOAD_ERROR");
}

}  // namespace
}  // namespace callboard::api
