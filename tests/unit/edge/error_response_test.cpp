#include "edge/error_response.h"

#include <set>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wire/reading.h"

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
            error_response({.response = response, .request_id = "request-7"},
                           std::make_exception_ptr(std::move(failure)), log);
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
    const auto body = answer(not_found("NOTE_NOT_FOUND", "no such \"note\""));

    EXPECT_EQ(response.status, 404);
    EXPECT_EQ(
        response.body,
        R"({"message":"no such \"note\"","errors":[{"code":"NOTE_NOT_FOUND","message":"no such \"note\""}]})");
    EXPECT_EQ(body.size(), 2U);
    EXPECT_EQ(logged, "");
}

TEST_F(ErrorResponse, ReportsEveryFaultWithItsPlace) {
    const auto body = answer(Error{ErrorKind::unprocessable,
                                   std::vector{Fault{"VALIDATION_ERROR", "is required", "/title"},
                                               Fault{"VALIDATION_ERROR", "must be a string", "/a~1b/0"}}});

    EXPECT_EQ(response.status, 422);
    ASSERT_EQ(body.at("errors").as_array().size(), 2U);
    EXPECT_EQ(body.at("errors").at(0).at("dataPath"), "/title");
    EXPECT_EQ(body.at("errors").at(0).at("message"), "is required");
    EXPECT_EQ(body.at("errors").at(1).at("dataPath"), "/a~1b/0");
    EXPECT_EQ(body.at("message"), "2 faults, listed under errors");
}

// Such as of a body that lists a thousand countries, none of which exists.
TEST_F(ErrorResponse, ListsTheFirstHundredFaultsAndSaysThatThereAreMore) {
    std::vector<Fault> faults;
    for (int i = 0; i < 100; ++i)
        faults.push_back({"COUNTRY_NOT_FOUND", "does not exist", std::to_string(i)});
    EXPECT_EQ(answer(Error{ErrorKind::invalid_request, faults}).at("errors").as_array().size(), 100U);

    faults.resize(1'000, {"COUNTRY_NOT_FOUND", "does not exist", "/more"});
    const auto body = answer(Error{ErrorKind::invalid_request, faults});

    const auto& listed = body.at("errors").as_array();
    ASSERT_EQ(listed.size(), 101U);
    EXPECT_EQ(listed.at(99).at("dataPath"), "99");
    EXPECT_EQ(listed.back(), (json::object{{"code", "COUNTRY_NOT_FOUND"},
                                           {"message", "there are more faults, which are not listed"}}));
    EXPECT_EQ(body.at("message"), "more than 100 faults, the first of which are listed under errors");
}

// A decoder keeps as many, and says so itself.
TEST_F(ErrorResponse, SaysOnceThatThereAreMoreFaults) {
    wire::Reading reading{"VALIDATION_ERROR"};
    for (int i = 0; i < 200; ++i) reading.fault("is one of many");
    const auto body = answer(Error{ErrorKind::unprocessable, reading.take_faults()});

    const auto& listed = body.at("errors").as_array();
    ASSERT_EQ(listed.size(), 101U);
    EXPECT_EQ(listed.at(99).at("message"), "is one of many");
    EXPECT_EQ(listed.back().at("message"), "there are more faults, which are not listed");
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

TEST_F(ErrorResponse, WithoutMemoryAsksToTryAgain) {
    const auto body = answer(std::bad_alloc{});

    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(body.at("errors").at(0).at("code"), "SERVICE_UNAVAILABLE");
    EXPECT_THAT(response.header_lines, HasSubstr("Retry-After: 1"));
    EXPECT_THAT(logged, HasSubstr("out of memory"));
}

TEST_F(ErrorResponse, TellsWhenThereMayBeMoreOfWhatWasTooMany) {
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};

    error_response({.response = response},
                   std::make_exception_ptr(too_many("too many mails", std::chrono::seconds{90})), log);

    EXPECT_EQ(response.status, 429);
    EXPECT_THAT(response.body, HasSubstr("TOO_MANY_REQUESTS"));
    EXPECT_THAT(response.header_lines, HasSubstr("Retry-After: 90"));
}

TEST_F(ErrorResponse, IsGivenAlsoForWhatIsNoException) {
    const telemetry::Log log{telemetry::Level::off, telemetry::LogFormat::text};

    EXPECT_NO_THROW(error_response({.response = response}, std::make_exception_ptr(42), log));

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

    refuse({.response = response}, 406, "NOT_ACCEPTABLE", "cannot");

    EXPECT_EQ(response.status, 406);
    EXPECT_EQ(response.body,
              R"({"message":"cannot","errors":[{"code":"NOT_ACCEPTABLE","message":"cannot"}]})");
}

TEST_F(ErrorResponse, TellsWhereRightValuesAreListed) {
    const auto body =
        answer(Error{ErrorKind::invalid_request,
                     Fault{"INDUSTRY_NOT_FOUND", "industry 'foo' does not exist", "/industry/id"}});

    EXPECT_EQ(body.at("errors").at(0).at("message"),
              "industry 'foo' does not exist; GET /v1/industries lists them");
    EXPECT_EQ(body.at("message"),
              "/industry/id industry 'foo' does not exist; GET /v1/industries lists them");
}

TEST_F(ErrorResponse, OfOurOwnMistakesTellsWhereTheReasonIs) {
    for (const std::string& message :
         {std::string{answer(internal("disk full")).at("message").as_string()},
          std::string{answer(std::runtime_error("x")).at("message").as_string()}})
        EXPECT_EQ(message,
                  "internal server error; the server log has the reason under request id "
                  "request-7");
}

TEST_F(ErrorResponse, IsAPageForWhoeverIsGivenOne) {
    const ErrorPage page = [](const ErrorPageContent& content) {
        return std::to_string(content.status) + " " + std::string{content.message} + " " +
               std::string{content.request_id};
    };

    refuse_too_many({.response = response, .request_id = "request-7", .page = page}, std::chrono::seconds{3},
                    "too many");

    EXPECT_EQ(response.status, 429);
    EXPECT_EQ(response.content_type, "text/html; charset=utf-8");
    EXPECT_EQ(response.body, "429 too many; try again after 3 s request-7");
    EXPECT_EQ(response.header_lines, "Retry-After: 3\r\n");
}

std::string message_about(CredentialFault fault) {
    http::Response response;
    refuse_unknown_caller({.response = response}, fault);
    EXPECT_EQ(response.status, 401);
    const auto body = json::parse(response.body);
    EXPECT_EQ(body.at("errors").at(0).at("code"), "UNAUTHORIZED");
    const bool challenged_for_token = response.header_lines.contains("error=\"invalid_token\"");
    EXPECT_EQ(challenged_for_token, fault != CredentialFault::missing);
    EXPECT_THAT(response.header_lines, HasSubstr("WWW-Authenticate: Bearer realm=\"callboard\""));
    return std::string{body.at("message").as_string()};
}

TEST(RefuseUnknownCaller, NamesTheHeadersThatCarryACredential) {
    EXPECT_THAT(message_about(CredentialFault::missing),
                testing::AllOf(HasSubstr("Authorization: Bearer <access token>"),
                               HasSubstr("X-SmartToken: <API key>")));
}

TEST(RefuseUnknownCaller, TellsWhereACredentialBelongs) {
    EXPECT_THAT(message_about(CredentialFault::api_key_as_bearer),
                testing::AllOf(HasSubstr("this is an API key"), HasSubstr("X-SmartToken")));
    EXPECT_THAT(message_about(CredentialFault::access_token_as_api_key),
                testing::AllOf(HasSubstr("this is an access token"), HasSubstr("Authorization: Bearer")));
    EXPECT_THAT(message_about(CredentialFault::refresh_token_as_bearer),
                testing::AllOf(HasSubstr("this is a refresh token"), HasSubstr("/identity/oauth/token")));
}

TEST(RefuseUnknownCaller, TellsFaultsApart) {
    std::set<std::string> texts;
    for (int fault = 0; fault <= static_cast<int>(CredentialFault::expired_access_token); ++fault)
        texts.insert(message_about(static_cast<CredentialFault>(fault)));

    EXPECT_EQ(texts.size(), 12U);
}

TEST(RefuseScope, NamesTheScopesThatWouldDo) {
    http::Response response;

    refuse_scope({.response = response}, {oauth::Scope::jobs_read, oauth::Scope::jobs_manage});

    EXPECT_EQ(response.status, 403);
    EXPECT_EQ(json::parse(response.body).at("errors").at(0).at("code"), "INSUFFICIENT_SCOPE");
    EXPECT_THAT(response.header_lines, HasSubstr("error=\"insufficient_scope\""));
    EXPECT_THAT(response.header_lines, HasSubstr("scope=\"jobs_manage jobs_read\"\r\n"));
}

}  // namespace
}  // namespace callboard::edge
