#include "edge/error_response.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::edge {
namespace {

namespace json = boost::json;
using testing::HasSubstr;
using testing::Not;

class ErrorResponse : public testing::Test {
  protected:
    template <class Failure>
    json::object answer(Failure failure) {
        testing::internal::CaptureStderr();
        {
            const telemetry::Log log{telemetry::Level::debug, telemetry::LogFormat::text};
            error_response(response, std::make_exception_ptr(std::move(failure)), "request-7", log);
        }
        logged = testing::internal::GetCapturedStderr();
        EXPECT_EQ(response.content_type, "application/json");
        return json::parse(response.body).as_object();
    }

    http::Response response;
    std::string logged;
};

TEST(StatusOf, EachKindOfError) {
    EXPECT_EQ(status_of(ErrorKind::invalid_request), 400);
    EXPECT_EQ(status_of(ErrorKind::unprocessable), 422);
    EXPECT_EQ(status_of(ErrorKind::no_access), 401);
    EXPECT_EQ(status_of(ErrorKind::forbidden), 403);
    EXPECT_EQ(status_of(ErrorKind::not_found), 404);
    EXPECT_EQ(status_of(ErrorKind::conflict), 409);
    EXPECT_EQ(status_of(ErrorKind::timed_out), 503);
    EXPECT_EQ(status_of(ErrorKind::unavailable), 503);
    EXPECT_EQ(status_of(ErrorKind::internal), 500);
}

TEST_F(ErrorResponse, TellsCodeAndMessageOfAFault) {
    const auto body = answer(not_found("JOB_NOT_FOUND", "no such \"job\""));

    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(
        response.body,
        R"({"message":"no such \"job\"","errors":[{"code":"JOB_NOT_FOUND","message":"no such \"job\""}]})");
    EXPECT_EQ(body.size(), 2U);
    EXPECT_EQ(logged, "");
}

TEST_F(ErrorResponse, TellsEveryFaultWithItsPlace) {
    const auto body = answer(
        Error{ErrorKind::unprocessable, std::vector{Fault{"VALIDATION_ERROR", "is required", "/title"},
                                                    Fault{"VALIDATION_ERROR", "must be a text", "/a~1b/0"}}});

    EXPECT_EQ(response.status, 422);
    ASSERT_EQ(body.at("errors").as_array().size(), 2U);
    EXPECT_EQ(body.at("errors").at(0).at("dataPath"), "/title");
    EXPECT_EQ(body.at("errors").at(0).at("message"), "is required");
    EXPECT_EQ(body.at("errors").at(1).at("dataPath"), "/a~1b/0");
    EXPECT_EQ(body.at("message"), "2 faults, listed under errors");
}

TEST_F(ErrorResponse, SumsUpASingleFaultWithItsPlace) {
    const auto body =
        answer(Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", "is required", "/title"}});

    EXPECT_EQ(body.at("message"), "/title is required");
}

TEST_F(ErrorResponse, KeepsWhatOnlyTheLogMayKnowForTheLog) {
    for (const Error& error : {internal("no such table: job"), unavailable("no such table: job"),
                               conflict("CONFLICT", "changed").because("no such table: job")}) {
        answer(error);
        EXPECT_THAT(response.body, Not(HasSubstr("table")));
        EXPECT_THAT(response.header_lines, Not(HasSubstr("table")));
        EXPECT_THAT(logged, HasSubstr("no such table: job"));
        EXPECT_THAT(logged, HasSubstr("request=request-7"));
    }
}

TEST_F(ErrorResponse, OfASurpriseTellsNothingButThatItWasOne) {
    const auto body = answer(std::runtime_error("SELECT * FROM secret"));

    EXPECT_EQ(response.status, 500);
    EXPECT_EQ(body.at("errors").at(0).at("code"), "INTERNAL_ERROR");
    EXPECT_THAT(response.body, Not(HasSubstr("SELECT")));
    EXPECT_THAT(logged, HasSubstr("SELECT * FROM secret"));
    EXPECT_THAT(logged, HasSubstr(" error event=request_failed"));
}

TEST_F(ErrorResponse, IsGivenAlsoForWhatIsNoException) {
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};

    EXPECT_NO_THROW(error_response(response, std::make_exception_ptr(42), "request-7", log));

    EXPECT_EQ(response.status, 500);
}

TEST_F(ErrorResponse, ReplacesWhatTheResponseHeldBefore) {
    response.status = 201;
    response.body = "{\"half\":";
    response.add_header("Location", "/jobs/1");

    answer(changed_meanwhile());

    EXPECT_EQ(response.status, 409);
    EXPECT_THAT(response.body, Not(HasSubstr("half")));
    EXPECT_EQ(response.header_lines, "");
}

TEST(Refuse, HasTheShapeOfEveryError) {
    http::Response response;

    refuse(response, 406, "NOT_ACCEPTABLE", "cannot");

    EXPECT_EQ(response.status, 406);
    EXPECT_EQ(response.body,
              R"({"message":"cannot","errors":[{"code":"NOT_ACCEPTABLE","message":"cannot"}]})");
}

TEST(RefuseUnknownCaller, TellsWhetherThereWasACredential) {
    http::Response without;
    http::Response with;

    refuse_unknown_caller(without, false);
    refuse_unknown_caller(with, true);

    EXPECT_EQ(without.status, 401);
    EXPECT_EQ(with.status, 401);
    EXPECT_EQ(without.header_lines, "WWW-Authenticate: Bearer realm=\"callboard\"\r\n");
    EXPECT_EQ(with.header_lines, "WWW-Authenticate: Bearer realm=\"callboard\", error=\"invalid_token\"\r\n");
    EXPECT_EQ(json::parse(with.body).at("errors").at(0).at("code"), "UNAUTHORIZED");
}

TEST(RefuseScope, NamesTheScopesThatWouldDo) {
    http::Response response;

    refuse_scope(response, {oauth::Scope::jobs_read, oauth::Scope::jobs_manage});

    EXPECT_EQ(response.status, 403);
    EXPECT_EQ(json::parse(response.body).at("errors").at(0).at("code"), "INSUFFICIENT_SCOPE");
    EXPECT_THAT(response.header_lines, HasSubstr("error=\"insufficient_scope\""));
    EXPECT_THAT(response.header_lines, HasSubstr("scope=\"jobs_manage jobs_read\"\r\n"));
}

}  // namespace
}  // namespace callboard::edge
