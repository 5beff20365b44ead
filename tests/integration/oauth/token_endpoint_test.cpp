// The endpoints for OAuth clients: what they accept and refuse, and that a refusal changes nothing.
#include <algorithm>
#include <chrono>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oauth/client_credential.h"
#include "support/browser.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard {
namespace {

namespace json = boost::json;
using namespace std::chrono_literals;
using test::Answer;
using test::Fields;
using test::Headers;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kToken = "/identity/oauth/token";
const std::string kRevoke = "/identity/oauth/revoke";
const std::string kIntrospect = "/identity/oauth/introspect";
const std::string kFormType = "application/x-www-form-urlencoded";

std::string basic(const std::string& id, const std::string& secret) {
    std::string text = to_base64url(id + ":" + secret);
    for (char& c : text) c = c == '-' ? '+' : c == '_' ? '/' : c;
    while (text.size() % 4 != 0) text += '=';
    return "Basic " + text;
}

std::string text(const Answer& answer, const std::string& key) {
    return std::string{answer.json().at(key).as_string()};
}

Fields joined(Fields left, const Fields& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

class TokenEndpoint : public testing::TestWithParam<test::Engine> {
  protected:
    std::string code(const given::Consent& consent = {}) {
        return given::code(*server.db, partner, grant, consent);
    }
    Answer post(const std::string& path, const std::string& body, const Headers& headers = {}) {
        return server.client().request("POST", path, body, headers);
    }
    Answer form(const std::string& body) { return post(kToken, body, {{"Content-Type", kFormType}}); }
    Answer send(const Fields& fields, const Headers& headers = {}, const std::string& path = kToken) {
        auto client = server.client();
        return test::post_form(client, path, fields, headers);
    }
    Fields credentials() const { return {{"client_id", partner.id()}, {"client_secret", partner.secret}}; }
    Fields with_code(const std::string& code) const {
        return joined(credentials(), {{"grant_type", "authorization_code"}, {"code", code}});
    }
    Fields with_refresh(const std::string& token) const {
        return joined(credentials(), {{"grant_type", "refresh_token"}, {"refresh_token", token}});
    }
    Answer tokens(const given::Consent& consent = {}) { return send(with_code(code(consent))); }
    Answer ask(const std::string& path, const std::string& token) {
        return send(joined(credentials(), {{"token", token}}), {}, path);
    }
    Answer call(const std::string& access_token, const std::string& path = "/users/me") const {
        return server.client({{"Authorization", "Bearer " + access_token}}).get(path);
    }

    static void expect_error(const Answer& answer, int status, const std::string& error,
                             const std::string& about = "") {
        EXPECT_EQ(answer.status, status) << about << ": " << answer.body;
        ASSERT_EQ(answer.header("content-type"), "application/json") << about;
        ASSERT_TRUE(answer.json().is_object() && answer.json().as_object().contains("error"))
            << about << ": " << answer.body;
        EXPECT_EQ(text(answer, "error"), error) << about;
        EXPECT_EQ(answer.header("cache-control"), "no-store") << about;
    }

    test::TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor user = given::user(*server.db, company);
    const given::Partner partner = given::partner(*server.db);
    const oauth::Grant grant{.company = company, .user = user.id(), .application = partner.application.id};
};

// --- successes

TEST_P(TokenEndpoint, GivesTokensForACode) {
    const auto answer = tokens();

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.header("content-type"), "application/json");
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    EXPECT_EQ(text(answer, "token_type"), "bearer");
    EXPECT_EQ(answer.json().at("expires_in"), 1800);
    EXPECT_FALSE(text(answer, "refresh_token").empty());
    EXPECT_EQ(call(text(answer, "access_token")).status, 200);
}

TEST_P(TokenEndpoint, GivesTokensForARefreshToken) {
    const auto answer = send(with_refresh(text(tokens(), "refresh_token")));

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(text(answer, "token_type"), "bearer");
    EXPECT_EQ(answer.json().at("expires_in"), 1800);
    EXPECT_FALSE(text(answer, "refresh_token").empty());
    EXPECT_EQ(call(text(answer, "access_token")).status, 200);
}

TEST_P(TokenEndpoint, TakesTheClientFromTheHeader) {
    const auto answer = send({{"grant_type", "authorization_code"}, {"code", code()}},
                             {{"Authorization", basic(partner.id(), partner.secret)}});

    EXPECT_EQ(answer.status, 200) << answer.body;
}

TEST_P(TokenEndpoint, TakesAnObjectOfTheSameNames) {
    for (const std::string type :
         {"application/json", "application/json; charset=utf-8", "Application/JSON"}) {
        const json::object body{{"grant_type", "authorization_code"},
                                {"client_id", partner.id()},
                                {"client_secret", partner.secret},
                                {"code", code()},
                                {"redirect_uri", given::kCallback},
                                {"code_verifier", ""},
                                {"scope", nullptr},
                                {"unknown", 7}};

        const auto answer = post(kToken, json::serialize(body), {{"Content-Type", type}});

        EXPECT_EQ(answer.status, 200) << type << ": " << answer.body;
    }
}

TEST_P(TokenEndpoint, ACharsetOnTheContentTypeIsFine) {
    for (const std::string type :
         {"application/x-www-form-urlencoded; charset=UTF-8",
          "application/x-www-form-urlencoded;charset=utf-8", "APPLICATION/X-WWW-FORM-URLENCODED"})
        EXPECT_EQ(post(kToken, test::form_text(with_code(code())), {{"Content-Type", type}}).status, 200)
            << type;
}

TEST_P(TokenEndpoint, UnknownAndEmptyParametersAreIgnored) {
    const auto answer = send(joined(with_code(code()), {{"approval_prompt", "auto"},
                                                        {"redirect_uri", ""},
                                                        {"code_verifier", ""},
                                                        {"refresh_token", ""},
                                                        {"scope", ""},
                                                        {"", "x"}}));

    EXPECT_EQ(answer.status, 200) << answer.body;
}

TEST_P(TokenEndpoint, TheRedirectUriMayBeSentIfItIsTheSame) {
    const auto code = this->code();

    expect_error(send(joined(with_code(code), {{"redirect_uri", given::kOtherCallback}})), 400,
                 "invalid_grant");
    EXPECT_EQ(send(joined(with_code(code), {{"redirect_uri", given::kCallback}})).status, 200);
}

TEST_P(TokenEndpoint, AChallengeNeedsItsVerifier) {
    const auto code = this->code({.challenge = given::kChallenge});

    expect_error(send(with_code(code)), 400, "invalid_grant");
    expect_error(send(joined(with_code(code), {{"code_verifier", given::kChallenge}})), 400, "invalid_grant");
    EXPECT_EQ(send(joined(with_code(code), {{"code_verifier", given::kVerifier}})).status, 200);
}

TEST_P(TokenEndpoint, NarrowedScopesAreReturned) {
    const auto fewer = send(joined(with_refresh(text(tokens(), "refresh_token")), {{"scope", "users_read"}}));

    EXPECT_EQ(fewer.status, 200) << fewer.body;
    EXPECT_EQ(call(text(fewer, "access_token")).status, 200);
    EXPECT_EQ(call(text(fewer, "access_token"), "/jobs").status, 403);
    expect_error(send(joined(with_refresh(text(fewer, "refresh_token")), {{"scope", "jobs_manage"}})), 400,
                 "invalid_scope");
}

// --- refusals

TEST_P(TokenEndpoint, AMissingParameterIsAnInvalidRequest) {
    const auto code = this->code();

    expect_error(send(joined(credentials(), {{"code", code}})), 400, "invalid_request", "grant_type");
    expect_error(send(joined(credentials(), {{"grant_type", "authorization_code"}})), 400, "invalid_request",
                 "code");
    expect_error(send(joined(credentials(), {{"grant_type", "authorization_code"}, {"code", ""}})), 400,
                 "invalid_request", "an empty code");
    expect_error(send(joined(credentials(), {{"grant_type", "refresh_token"}})), 400, "invalid_request",
                 "refresh_token");
    expect_error(send(joined(credentials(), {{"grant_type", ""}, {"code", code}})), 400, "invalid_request",
                 "an empty grant_type");

    EXPECT_EQ(send(with_code(code)).status, 200) << "the code is alive";
}

TEST_P(TokenEndpoint, ARepeatedParameterIsAnInvalidRequest) {
    const auto code = this->code({.challenge = given::kChallenge});
    const Fields good =
        joined(with_code(code), {{"redirect_uri", given::kCallback}, {"code_verifier", given::kVerifier}});

    for (const auto& field : good) {
        expect_error(send(joined(good, {field})), 400, "invalid_request", field.first);
        expect_error(send(joined(good, {{field.first, "other"}})), 400, "invalid_request", field.first);
    }
    expect_error(form(test::form_text(good) + "&c%6Fde=x"), 400, "invalid_request", "in other letters");

    EXPECT_EQ(send(good).status, 200) << "the code is alive";
}

TEST_P(TokenEndpoint, OtherGrantTypesAreUnsupported) {
    for (const std::string type : {"password", "implicit", "AUTHORIZATION_CODE", "authorization_code ",
                                   "urn:ietf:params:oauth:grant-type:device_code"})
        expect_error(send(joined(credentials(), {{"grant_type", type}, {"code", code()}})), 400,
                     "unsupported_grant_type", type);
}

TEST_P(TokenEndpoint, ABodyThatIsNoFormIsAnInvalidRequest) {
    const auto start = test::form_text(credentials()) + "&grant_type=authorization_code&code=";

    expect_error(form(start + "%"), 400, "invalid_request");
    expect_error(form(start + "%zz"), 400, "invalid_request");
    expect_error(form(start + "x&%g=1"), 400, "invalid_request");
}

TEST_P(TokenEndpoint, ABodyThatIsNoObjectOfTextsIsAnInvalidRequest) {
    const auto code = this->code();
    const std::string start = R"({"grant_type":"authorization_code","client_id":")" + partner.id() +
                              R"(","client_secret":")" + partner.secret + "\",";
    for (const std::string& body :
         {std::string{}, std::string{"[]"}, std::string{"null"}, std::string{"{"}, start + R"("code":1})",
          start + R"("code":["x"]})", start + R"("code":")" + code + R"(","code":"x"})",
          start + R"("code":"x","c\u006fde":")" + code + R"("})", start + R"("code":")" + code + R"("}x)",
          start + "\"code\":\"\xff\"}"})
        expect_error(post(kToken, body, {{"Content-Type", "application/json"}}), 400, "invalid_request",
                     body);

    EXPECT_EQ(send(with_code(code)).status, 200) << "the code is alive";
}

TEST_P(TokenEndpoint, OtherContentTypesAreRefusedAndCostNothing) {
    const auto code = this->code();
    const auto body = test::form_text(with_code(code));

    for (const std::string type :
         {"text/plain", "multipart/form-data; boundary=x", "application/xml", "application/jsonx", "x"})
        EXPECT_THAT(post(kToken, body, {{"Content-Type", type}}).status, AnyOf(400, 415)) << type;

    EXPECT_EQ(send(with_code(code)).status, 200) << "the code is alive";
}

TEST_P(TokenEndpoint, ParametersInTheAddressCountForNothing) {
    const auto code = this->code();

    const auto answer =
        post(kToken + "?" + test::form_text(with_code(code)), "", {{"Content-Type", kFormType}});

    EXPECT_THAT(answer.status, AnyOf(400, 401));
    EXPECT_EQ(send(with_code(code)).status, 200) << "the code is alive";
}

TEST_P(TokenEndpoint, OddAndOversizedValuesAreRefusedInPeace) {
    const std::string start = test::form_text(credentials()) + "&grant_type=";
    for (const std::string& value :
         {std::string{"%00"}, std::string{"%FF%FE"}, std::string{"%C3%28"}, std::string{"%0D%0AX:y"},
          std::string{"%27%3B--"}, std::string(4'000, 'a')}) {
        expect_error(form(start + "authorization_code&code=" + value), 400, "invalid_grant");
        expect_error(form(start + "refresh_token&refresh_token=" + value), 400, "invalid_grant");
        expect_error(form(start + value + "&code=x"), 400, "unsupported_grant_type");
        expect_error(
            form("grant_type=authorization_code&code=x&client_id=" + value + "&client_secret=" + value), 401,
            "invalid_client");
    }
    expect_error(form(start + "refresh_token&scope=%00&refresh_token=" + text(tokens(), "refresh_token")),
                 400, "invalid_scope");
}

TEST_P(TokenEndpoint, ABodyOverTheLimitIsTooLarge) {
    const auto padded = [](std::size_t size) { return "grant_type=" + std::string(size - 11, 'a'); };

    EXPECT_EQ(form(padded(16'384)).status, 401);
    for (const std::size_t size : {std::size_t{16'385}, std::size_t{1200} * 1024}) {
        const auto answer = form(padded(size));
        EXPECT_EQ(answer.status, 413) << size;
        EXPECT_TRUE(answer.body.contains("16 KiB (16384 bytes)")) << answer.body;
    }
}

TEST_P(TokenEndpoint, AsManyParametersAsFitAreAnswered) {
    std::string body = "client_id=nobody";
    for (int i = 0; i < 2'700; ++i) body += "&" + std::to_string(i) + "=";

    EXPECT_THAT(form(body).status, AnyOf(400, 401));
}

TEST_P(TokenEndpoint, OnlyPostIsAnswered) {
    auto client = server.client();

    for (const std::string method : {"GET", "PUT", "DELETE"}) {
        const auto answer = client.request(method, kToken);
        EXPECT_EQ(answer.status, 405) << method;
        EXPECT_THAT(answer.header("allow"), HasSubstr("POST"));
    }
}

// --- client authentication

TEST_P(TokenEndpoint, ABadClientIsRefusedAndTheCodeStaysAlive) {
    const auto code = this->code();
    const Fields request{{"grant_type", "authorization_code"}, {"code", code}};
    const auto in_header = send(request, {{"Authorization", basic(partner.id(), "wrong")}});
    const auto in_body = send(joined(request, {{"client_id", partner.id()}, {"client_secret", "wrong"}}));

    expect_error(in_header, 401, "invalid_client");
    EXPECT_THAT(in_header.header("www-authenticate"), StartsWith("Basic"));
    expect_error(in_body, 401, "invalid_client");
    expect_error(send(request), 401, "invalid_client");
    expect_error(send(joined(request, {{"client_id", partner.id()}})), 401, "invalid_client");
    expect_error(send(joined(request, {{"client_secret", partner.secret}})), 401, "invalid_client");
    EXPECT_EQ(send(joined(request, credentials())).status, 200) << "as common clients repeat it";
}

TEST_P(TokenEndpoint, TwoDifferentClientsAreAnInvalidRequest) {
    const auto code = this->code();
    const auto other = given::partner(*server.db, "Other");

    expect_error(send(with_code(code), {{"Authorization", basic(other.id(), other.secret)}}), 400,
                 "invalid_request");
    EXPECT_EQ(send(with_code(code), {{"Authorization", basic(partner.id(), partner.secret)}}).status, 200)
        << "the same one twice is fine";
}

TEST_P(TokenEndpoint, TwoAuthorizationHeadersAreRefused) {
    const auto other = given::partner(*server.db, "Other");
    const Fields request{{"grant_type", "authorization_code"}, {"code", code()}};

    const auto answer = send(request, {{"Authorization", basic(partner.id(), partner.secret)},
                                       {"Authorization", basic(other.id(), other.secret)}});

    EXPECT_THAT(answer.status, AnyOf(400, 401)) << answer.body;
}

TEST_P(TokenEndpoint, ACodeOfAnotherApplicationIsRefused) {
    const auto other = given::partner(*server.db, "Other");
    const auto code = this->code();

    expect_error(send({{"client_id", other.id()},
                       {"client_secret", other.secret},
                       {"grant_type", "authorization_code"},
                       {"code", code}}),
                 400, "invalid_grant");
    EXPECT_EQ(send(with_code(code)).status, 200);
}

TEST_P(TokenEndpoint, AnErrorRepeatsNothingThatWasSent) {
    const auto answer = send({{"client_id", "my-id<b>"},
                              {"client_secret", "my-secret"},
                              {"grant_type", "authorization_code"},
                              {"code", "my-code"}});

    EXPECT_THAT(answer.body, AllOf(Not(HasSubstr("<")), Not(HasSubstr("my-"))));
}

TEST_P(TokenEndpoint, ACompanysOwnProgramUsesClientCredentialsOnly) {
    const auto credential = server.db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::administrator, .scopes = "jobs_read users_read"},
            Secret{"s3cret"});
    });
    const Fields program{{"client_id", std::string{credential.id.text()}}, {"client_secret", "s3cret"}};
    const auto grant = [&](const std::string& type, const Fields& more = {}) {
        return send(joined(joined(program, {{"grant_type", type}}), more));
    };

    const auto answer = grant("client_credentials");
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(text(answer, "token_type"), "bearer");
    EXPECT_EQ(answer.json().at("expires_in"), 1800);
    EXPECT_FALSE(answer.json().as_object().contains("refresh_token"));
    EXPECT_EQ(call(text(answer, "access_token"), "/jobs").status, 200);
    EXPECT_EQ(call(text(answer, "access_token"), "/configuration/company").status, 403);
    expect_error(grant("authorization_code", {{"code", code()}}), 400, "unauthorized_client");
    expect_error(grant("refresh_token", {{"refresh_token", "x"}}), 400, "unauthorized_client");
    expect_error(grant("client_credentials", {{"scope", "jobs_manage"}}), 400, "invalid_scope");
    expect_error(send(joined(credentials(), {{"grant_type", "client_credentials"}})), 400,
                 "unauthorized_client");
}

TEST_P(TokenEndpoint, ACompanysOwnProgramSeesAndEndsItsOwnTokens) {
    const auto credential = server.db->write(company, [](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Nightly", .role = accounts::Role::administrator, .scopes = "jobs_read"},
            Secret{"s3cret"});
    });
    const Fields program{{"client_id", std::string{credential.id.text()}}, {"client_secret", "s3cret"}};
    const auto own = text(send(joined(program, {{"grant_type", "client_credentials"}})), "access_token");
    const auto foreign = text(tokens(), "access_token");
    const auto ask = [&](const std::string& path, const std::string& token) {
        return send(joined(program, {{"token", token}}), {}, path);
    };
    ASSERT_EQ(call(own, "/jobs").status, 200);

    EXPECT_EQ(ask(kIntrospect, own).json().at("active"), true);
    EXPECT_EQ(ask(kIntrospect, foreign).json().at("active"), false);
    EXPECT_EQ(ask(kRevoke, own).status, 200);
    EXPECT_EQ(ask(kRevoke, foreign).status, 200);

    EXPECT_EQ(call(own, "/jobs").status, 401);
    EXPECT_EQ(call(foreign).status, 200);
}

// --- replay

TEST_P(TokenEndpoint, AUsedCodeIsRefusedAndLaterEndsTheTokens) {
    const auto code = this->code();
    const auto access = text(send(with_code(code)), "access_token");
    ASSERT_EQ(call(access).status, 200);

    expect_error(send(with_code(code)), 400, "invalid_grant");
    EXPECT_EQ(call(access).status, 200) << "a race is no theft";
    server.db.clock.advance(3s);
    expect_error(send(with_code(code)), 400, "invalid_grant");

    EXPECT_EQ(call(access).status, 401);
}

TEST_P(TokenEndpoint, AUsedRefreshTokenIsRefusedAndLaterEndsTheChain) {
    const auto first = text(tokens(), "refresh_token");
    const auto second = send(with_refresh(first));
    const auto access = text(second, "access_token");
    ASSERT_EQ(call(access).status, 200);

    expect_error(send(with_refresh(first)), 400, "invalid_grant");
    EXPECT_EQ(call(access).status, 200) << "a race is no theft";
    server.db.clock.advance(3s);
    expect_error(send(with_refresh(first)), 400, "invalid_grant");

    EXPECT_EQ(call(access).status, 401);
    expect_error(send(with_refresh(text(second, "refresh_token"))), 400, "invalid_grant");
}

TEST_P(TokenEndpoint, TimeEndsWhatItShould) {
    const auto late = code();
    const auto first = tokens();
    const auto access = text(first, "access_token");
    ASSERT_EQ(call(access).status, 200);

    server.db.clock.advance(30s);
    expect_error(send(with_code(late)), 400, "invalid_grant");
    server.db.clock.advance(1770s);
    EXPECT_EQ(call(access).status, 401) << "also a caller that the server remembers";
    server.db.clock.advance(28 * 24h);
    expect_error(send(with_refresh(text(first, "refresh_token"))), 400, "invalid_grant");
}

// --- revocation

TEST_P(TokenEndpoint, ARevokedTokenIsDeadAtOnce) {
    for (const std::string which : {"access_token", "refresh_token"}) {
        const auto answer = tokens();
        ASSERT_EQ(call(text(answer, "access_token")).status, 200);

        EXPECT_EQ(ask(kRevoke, text(answer, which)).status, 200);

        EXPECT_EQ(call(text(answer, "access_token")).status, 401) << which;
        expect_error(send(with_refresh(text(answer, "refresh_token"))), 400, "invalid_grant", which);
    }
}

TEST_P(TokenEndpoint, RevokingWhatIsNotThereIsFine) {
    EXPECT_EQ(ask(kRevoke, "unknown").status, 200);
    EXPECT_EQ(
        send(joined(credentials(), {{"token", "x"}, {"token_type_hint", "nonsense"}}), {}, kRevoke).status,
        200);
    expect_error(send(credentials(), {}, kRevoke), 400, "invalid_request");
    expect_error(send({{"token", "x"}}, {}, kRevoke), 401, "invalid_client");
}

TEST_P(TokenEndpoint, NobodyRevokesTokensOfAnother) {
    const auto other = given::partner(*server.db, "Other");
    const auto access = text(tokens(), "access_token");

    EXPECT_EQ(
        send({{"client_id", other.id()}, {"client_secret", other.secret}, {"token", access}}, {}, kRevoke)
            .status,
        200);

    EXPECT_EQ(call(access).status, 200);
}

TEST_P(TokenEndpoint, ARevocationIsAudited) {
    const auto access = text(tokens(), "access_token");
    const auto before = given::audit_names(*server.db, company).size();

    ask(kRevoke, access);

    EXPECT_GT(given::audit_names(*server.db, company).size(), before);
}

// --- introspection

TEST_P(TokenEndpoint, IntrospectionTellsWhatATokenIsWorth) {
    const auto answer = ask(kIntrospect, text(tokens(), "access_token"));

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    EXPECT_EQ(answer.json().at("active"), true);
    EXPECT_EQ(text(answer, "scope"), "jobs_read users_read");
    EXPECT_EQ(text(answer, "client_id"), partner.id());
    EXPECT_EQ(text(answer, "sub"), std::string{user.id().text()});
    EXPECT_EQ(answer.json().at("exp"), server.db.clock.now().ms / 1000 + 1800);
}

TEST_P(TokenEndpoint, IntrospectionTellsNothingElse) {
    const auto other = given::partner(*server.db, "Other");
    const auto access = text(tokens(), "access_token");
    const auto dead = text(tokens(), "access_token");
    ask(kRevoke, dead);

    for (const std::string& token : {std::string{"unknown"}, dead, code(), partner.secret})
        EXPECT_EQ(ask(kIntrospect, token).body, R"({"active":false})");
    EXPECT_EQ(
        send({{"client_id", other.id()}, {"client_secret", other.secret}, {"token", access}}, {}, kIntrospect)
            .body,
        R"({"active":false})");
    expect_error(send({{"token", access}}, {}, kIntrospect), 401, "invalid_client");
    expect_error(send(credentials(), {}, kIntrospect), 400, "invalid_request");
}

// --- metadata

TEST_P(TokenEndpoint, MetadataNameEveryEndpointUnderThePublicUrl) {
    const auto answer = server.client().get("/.well-known/oauth-authorization-server");
    const auto facts = answer.json();
    const std::string base = "http://127.0.0.1:" + std::to_string(server.port());

    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("content-type"), "application/json");
    EXPECT_EQ(text(answer, "issuer"), base);
    EXPECT_EQ(text(answer, "authorization_endpoint"), base + "/identity/oauth/allow");
    EXPECT_EQ(text(answer, "token_endpoint"), base + kToken);
    EXPECT_EQ(text(answer, "revocation_endpoint"), base + kRevoke);
    EXPECT_EQ(text(answer, "introspection_endpoint"), base + kIntrospect);
    EXPECT_EQ(facts.at("response_types_supported"), json::array{"code"});
    EXPECT_EQ(facts.at("code_challenge_methods_supported"), json::array{"S256"});
    EXPECT_EQ(facts.at("grant_types_supported").as_array().size(), 3U);
    EXPECT_EQ(facts.at("authorization_response_iss_parameter_supported"), true);
    EXPECT_EQ(facts.at("scopes_supported").as_array().size(), oauth::kScopes.size());
}

RUN_ON_EACH_DATABASE(TokenEndpoint);

// --- the tokens at the API

class BearerTokens : public testing::Test {
  protected:
    Answer call(const Headers& headers, const std::string& path = "/users/me") const {
        return server.client(headers).get(path);
    }
    std::string access_token(const oauth::ScopeSet& scopes) {
        const auto code = given::code(*server.db, partner, grant, {.scopes = scopes});
        return server.db->write(std::nullopt, [&](db::Tx& tx) {
            return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {}))
                .access;
        });
    }

    test::TestServer server;
    const CompanyId company = given::company(*server.db);
    const accounts::Actor user = given::user(*server.db, company);
    const given::Partner partner = given::partner(*server.db, "Robot", to_text(oauth::ScopeSet::all()));
    const oauth::Grant grant{.company = company, .user = user.id(), .application = partner.application.id};
    const std::string good = access_token({oauth::Scope::users_read});
};

TEST_F(BearerTokens, ActForTheUser) {
    const auto me = call({{"Authorization", "Bearer " + good}});

    EXPECT_EQ(me.status, 200);
    EXPECT_EQ(text(me, "id"), std::string{user.id().text()});
}

TEST_F(BearerTokens, TheSchemeCountsInAnyCase) {
    for (const std::string scheme : {"bearer ", "BEARER ", "Bearer  "})
        EXPECT_EQ(call({{"Authorization", scheme + good}}).status, 200) << scheme;
}

TEST_F(BearerTokens, WithoutOneTheAnswerSaysHowToAuthenticate) {
    const auto answer = call({});

    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.header("www-authenticate"), R"(Bearer realm="callboard")");
    EXPECT_EQ(answer.header("content-type"), "application/json");
    EXPECT_FALSE(answer.error_code().empty());
}

TEST_F(BearerTokens, ABadOneIsToldApart) {
    for (const std::string& header :
         {std::string{"Bearer nonsense"}, "Bearer " + good + "x", "Bearer " + good.substr(1),
          "Bearer " + good + " " + good, "Bearer " + partner.secret, std::string{"Bearer"},
          basic(partner.id(), partner.secret), "Token " + good, good, "Bearer=" + good,
          "Bearer " + std::string(5000, 'x')}) {
        const auto answer = call({{"Authorization", header}});
        EXPECT_EQ(answer.status, 401) << header;
        EXPECT_THAT(answer.header("www-authenticate"),
                    AllOf(StartsWith(R"(Bearer realm="callboard")"), HasSubstr(R"(error="invalid_token")")))
            << header;
    }
}

TEST_F(BearerTokens, CodesRefreshTokensAndHashesAreNone) {
    const auto code = given::code(*server.db, partner, grant);
    const auto refresh = server.db->write(std::nullopt, [&](db::Tx& tx) {
        return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {})).refresh;
    });

    for (const std::string& text : {code, refresh, to_hex(accounts::hash_of(good))})
        EXPECT_EQ(call({{"Authorization", "Bearer " + text}}).status, 401);
}

TEST_F(BearerTokens, AnAccessTokenIsNoApiKeyAlsoWhenTheServerKnowsItAlready) {
    EXPECT_EQ(call({{"X-SmartToken", good}}).status, 401);
    EXPECT_EQ(call({{"Authorization", "Bearer " + good}}).status, 200);
    EXPECT_EQ(call({{"X-SmartToken", good}}).status, 401);
}

TEST_F(BearerTokens, AnApiKeyIsNoAccessTokenAlsoWhenTheServerKnowsItAlready) {
    const auto key = given::api_key(*server.db, company, user);

    EXPECT_EQ(call({{"Authorization", "Bearer " + key}}).status, 401);
    EXPECT_EQ(call({{"X-SmartToken", key}}).status, 200);
    EXPECT_EQ(call({{"Authorization", "Bearer " + key}}).status, 401);
}

TEST_F(BearerTokens, TwoAuthorizationHeadersAreRefused) {
    const std::string other = "Bearer " + access_token({oauth::Scope::users_read});

    EXPECT_EQ(call({{"Authorization", "Bearer " + good}, {"Authorization", other}}).status, 401);
    EXPECT_EQ(call({{"Authorization", "Bearer " + good}, {"authorization", "Bearer x"}}).status, 401);
    EXPECT_EQ(call({{"Authorization", "Bearer x"}, {"Authorization", "Bearer " + good}}).status, 401);
}

TEST_F(BearerTokens, ATokenInTheAddressCountsForNothing) {
    EXPECT_EQ(call({}, "/users/me?access_token=" + good).status, 401);
}

TEST_F(BearerTokens, AMissingScopeIsForbiddenAndNamed) {
    const auto answer = call({{"Authorization", "Bearer " + good}}, "/jobs");

    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.error_code(), "INSUFFICIENT_SCOPE");
    EXPECT_EQ(answer.header("www-authenticate"), R"(Bearer error="insufficient_scope", scope="jobs_read")");
}

TEST_F(BearerTokens, OneOfSeveralScopesIsEnough) {
    for (const auto scope : {oauth::Scope::company_read, oauth::Scope::configuration_read})
        EXPECT_EQ(
            call({{"Authorization", "Bearer " + access_token({scope})}}, "/configuration/company").status,
            200);
}

TEST_F(BearerTokens, ScopesGiveNoRightsThatTheUserLacks) {
    const auto employee = given::user(*server.db, company, accounts::Role::employee);
    const oauth::Grant theirs{
        .company = company, .user = employee.id(), .application = partner.application.id};
    const auto code =
        given::code(*server.db, partner, theirs, {.scopes = {oauth::Scope::configuration_manage}});
    const auto token = server.db->write(std::nullopt, [&](db::Tx& tx) {
        return test::token_answer(oauth::exchange_code(tx, partner.application, {.code = code}, {})).access;
    });

    const auto answer = server.client({{"Authorization", "Bearer " + token}})
                            .post("/configuration/departments", R"({"label":"Kitchen"})");

    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.error_code(), "PERMISSION_DENIED");
}

}  // namespace
}  // namespace callboard
