// Error messages: the reason, what is allowed, and a link to the documentation; as JSON, and as a page in
// browsers.
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/given.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Answer;
using test::Headers;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Headers kBrowser{{"Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}};

std::string message(const Answer& answer) {
    return std::string{answer.json().at("message").as_string()};
}

class RefusalMessages : public testing::TestWithParam<test::Engine> {
  protected:
    Answer with_bearer(const std::string& token) {
        return server.client().get("/jobs", {{"Authorization", "Bearer " + token}});
    }
    Answer with_key(const std::string& sent) { return server.client_with_key(sent).get("/jobs"); }
    test::TokenAnswer tokens() {
        const std::string code =
            given::code(*server.db, partner,
                        {.company = company, .user = user.id(), .application = partner.application.id});
        return server.db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(
                oauth::exchange_code(tx, partner.application, oauth::CodeRequest{.code = code}, {}));
        });
    }
    std::string refused_job(const std::string& member, const std::string& value) {
        boost::json::object job{{"title", "Cook"},
                                {"industry", {{"id", "restaurants"}}},
                                {"function", {{"id", "production"}}},
                                {"experienceLevel", {{"id", "entry_level"}}},
                                {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
        job[member] = boost::json::object{{"id", value}};
        const Answer answer = server.client_with_key(key).post("/jobs", boost::json::serialize(job));
        EXPECT_EQ(answer.status, 400) << answer.body;
        return std::string{answer.json().at("errors").at(0).at("message").as_string()};
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor user = given::user(*server.db, company);
    const std::string key = given::api_key(*server.db, company, user);
    const given::Partner partner = given::partner(*server.db);
};

// --- 401

TEST_P(RefusalMessages, WithoutACredentialTheHeadersAreNamed) {
    const Answer answer = server.client().get("/jobs");

    EXPECT_EQ(answer.status, 401);
    EXPECT_THAT(message(answer), AllOf(HasSubstr("Authorization: Bearer <access token>"),
                                       HasSubstr("X-SmartToken: <API key>")));
}

TEST_P(RefusalMessages, ACredentialInTheWrongHeaderIsToldItsPlace) {
    const test::TokenAnswer issued = tokens();

    EXPECT_THAT(message(with_bearer(key)), HasSubstr("this is an API key; send it as X-SmartToken"));
    EXPECT_THAT(message(with_bearer(issued.refresh)), HasSubstr("this is a refresh token"));
    EXPECT_THAT(message(with_key(issued.access)),
                HasSubstr("this is an access token; send it as Authorization"));
    for (const Answer& answer : {with_bearer(key), with_bearer(issued.refresh), with_key(issued.access)}) {
        EXPECT_EQ(answer.status, 401);
        EXPECT_THAT(answer.header("www-authenticate"), HasSubstr("invalid_token"));
        EXPECT_THAT(answer.body, Not(HasSubstr(key)));
        EXPECT_THAT(answer.body, Not(HasSubstr(issued.access)));
    }
    EXPECT_EQ(with_key(key).status, 200);
    EXPECT_EQ(with_bearer(issued.access).status, 200);
}

TEST_P(RefusalMessages, AnExpiredTokenIsToldFromAnUnknownOne) {
    const std::string known = tokens().access;
    const std::string unseen = tokens().access;
    ASSERT_EQ(with_bearer(known).status, 200);
    std::string forged = unseen;
    forged.back() = forged.back() == 'x' ? 'y' : 'x';

    server.db.clock.advance(30min);

    for (const std::string& token : {known, unseen}) {
        EXPECT_EQ(with_bearer(token).status, 401);
        EXPECT_THAT(message(with_bearer(token)),
                    AllOf(HasSubstr("has expired"), HasSubstr("/identity/oauth/token")));
    }
    EXPECT_THAT(message(with_bearer(forged)), HasSubstr("unknown or revoked"));
    EXPECT_THAT(message(with_bearer("cba_nonsense")), HasSubstr("unknown or revoked"));
    EXPECT_THAT(message(with_key("nonsense")), HasSubstr("API key in X-SmartToken is unknown or revoked"));
    EXPECT_THAT(message(server.client().get("/jobs", {{"Authorization", "Basic YTpi"}})),
                HasSubstr("Authorization must be Bearer"));
}

// --- 400, 404, 405, 413

TEST_P(RefusalMessages, AnUnknownWordIsNamedAndItsListToo) {
    EXPECT_EQ(refused_job("industry", "foo"), "industry 'foo' does not exist; GET /v1/industries lists them");
    EXPECT_EQ(refused_job("function", "foo"), "function 'foo' does not exist; GET /v1/functions lists them");
    EXPECT_EQ(refused_job("experienceLevel", "foo"),
              "experience level 'foo' does not exist; GET /v1/levels lists them");
    EXPECT_EQ(refused_job("typeOfEmployment", "foo"),
              "type of employment 'foo' does not exist; GET /v1/typesOfEmployment lists them");
    EXPECT_EQ(refused_job("department", "7"),
              "department '7' does not exist; GET /configuration/departments lists them");
    EXPECT_THAT(refused_job("industry", "<script>\"'\\"), HasSubstr("<script>\"'\\"));
    EXPECT_LT(refused_job("industry", std::string(100, 'x')).size(), 130U);
}

TEST_P(RefusalMessages, AnIdThatIsNotThereIsToldWhereTheOthersAre) {
    auto caller = server.client_with_key(key);

    EXPECT_EQ(message(caller.get("/jobs/nonsense")), "job not found; GET /jobs lists them");
    EXPECT_EQ(message(caller.get("/candidates/nonsense")), "candidate not found; GET /candidates lists them");
}

TEST_P(RefusalMessages, AnUnknownPathIsToldTheNearest) {
    EXPECT_THAT(message(server.client().get("/jobs/7/publicaton")),
                HasSubstr("did you mean /jobs/{jobId}/publication?"));
    EXPECT_THAT(message(server.client_with_key(key).get("/job")), HasSubstr("did you mean /jobs?"));
    const Answer nothing_near = server.client().get("/" + key);
    EXPECT_THAT(message(nothing_near), HasSubstr("/openapi.json"));
    EXPECT_THAT(nothing_near.body, Not(HasSubstr(key)));
}

TEST_P(RefusalMessages, AWrongMethodIsToldTheRightOnes) {
    EXPECT_THAT(message(server.client().request("DELETE", "/healthz")),
                HasSubstr("this path supports GET, HEAD, OPTIONS"));
}

TEST_P(RefusalMessages, WhatAnybodyMayCallTakesSixteenKibibytes) {
    for (const std::string path : {"/identity/oauth/token", "/identity/sign-in"}) {
        const auto post = [&](std::size_t size) {
            return server.client().request("POST", path, std::string(size, 'x'),
                                           {{"Content-Type", "application/x-www-form-urlencoded"}});
        };
        EXPECT_NE(post(16 * 1024).status, 413) << path;
        const Answer refused = post(16 * 1024 + 1);
        EXPECT_EQ(refused.status, 413);
        EXPECT_THAT(message(refused), HasSubstr("16 KiB (16384 bytes)"));
    }
    const Answer refused =
        server.client_with_key(key).request("POST", "/jobs", std::string(1024 * 1024 + 1, ' '));
    EXPECT_THAT(message(refused), HasSubstr("1 MiB (1048576 bytes)"));
}

// --- pages

void expect_page(const Answer& answer, int status) {
    EXPECT_EQ(answer.status, status);
    EXPECT_THAT(answer.header("content-type"), StartsWith("text/html"));
    EXPECT_THAT(answer.header("content-security-policy"), HasSubstr("default-src 'none'"));
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_THAT(answer.body, HasSubstr("<a href=\"/\">"));
    EXPECT_THAT(answer.body, HasSubstr(answer.header("x-request-id")));
}

TEST_P(RefusalMessages, ABrowserGetsAPage) {
    const Answer nothing = server.client().get("/jobs/7/publicaton", kBrowser);
    expect_page(nothing, 404);
    EXPECT_THAT(nothing.body, HasSubstr("did you mean /jobs/{jobId}/publication?"));

    const Answer wrong_method = server.client().get("/identity/oauth/token", kBrowser);
    expect_page(wrong_method, 405);
    EXPECT_EQ(wrong_method.header("allow"), "POST, OPTIONS");

    expect_page(server.client().request("POST", "/identity/sign-in", std::string(17'000, 'x'), kBrowser),
                413);
}

TEST_P(RefusalMessages, APageShowsNothingThatWasSent) {
    const Answer answer = server.client().get("/<script>alert(1)</script>?<script>", kBrowser);
    const Answer odd_id = server.client().get(
        "/nowhere", {{"Accept", "text/html"}, {"X-Request-Id", "<script>alert(1)</script>"}});

    expect_page(answer, 404);
    for (const Answer& each : {answer, odd_id}) EXPECT_THAT(each.body, Not(HasSubstr("<script")));
}

TEST_P(RefusalMessages, AProgramGetsJson) {
    for (const Headers& headers :
         {Headers{}, Headers{{"Accept", "*/*"}}, Headers{{"Accept", "application/json"}},
          Headers{{"Accept", "application/json, text/html"}},
          Headers{{"Accept", "text/html"}, {"X-SmartToken", key}}}) {
        const Answer answer = server.client().get("/nowhere", headers);
        EXPECT_EQ(answer.status, 404);
        EXPECT_EQ(answer.header("content-type"), "application/json");
        EXPECT_EQ(answer.error_code(), "RESOURCE_NOT_FOUND");
    }
    for (const std::string path : {"/jobs", "/users/me"})
        EXPECT_EQ(server.client().get(path, kBrowser).header("content-type"), "application/json");
}

RUN_ON_EACH_DATABASE(RefusalMessages);

class PageLimit : public testing::Test {
  protected:
    test::TestServer server{{.limits = test::promised_limits()}};
};

TEST_F(PageLimit, ABrowserThatAsksTooOftenGetsAPage) {
    auto browser = server.client();
    Answer last;
    for (int i = 0; i < 25; ++i) last = browser.get("/", kBrowser);

    expect_page(last, 429);
    EXPECT_EQ(last.header("retry-after"), "1");
    EXPECT_EQ(browser.get("/").header("content-type"), "application/json");
}

}  // namespace
}  // namespace callboard
