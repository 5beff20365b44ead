#include "edge/authentication.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/credential.h"
#include "accounts/scim_token.h"
#include "oauth/token.h"

namespace callboard::edge {
namespace {

constexpr std::string_view kPublicUrl = "https://jobs.example";

std::optional<CredentialFault> fault_of(const std::vector<http::Header>& headers) {
    http::Request request;
    request.headers = headers;
    const auto presented = presented_credential(request, kPublicUrl);
    return presented ? std::nullopt : std::optional{presented.error()};
}

class PresentedCredentials : public testing::Test {
  protected:
    const std::string key{accounts::new_api_key().reveal()};
    const std::string refresh_token{oauth::new_secret(oauth::SecretKind::refresh_token).reveal()};
    const std::string token{oauth::new_secret(oauth::SecretKind::access_token).reveal()};
};

TEST_F(PresentedCredentials, AreReadFromTheirHeaders) {
    http::Request request;
    request.headers = {{"x-smarttoken", key}};
    EXPECT_EQ(presented_credential(request, kPublicUrl)->kind, CredentialKind::api_key);
    EXPECT_EQ(presented_credential(request, kPublicUrl)->secret, key);

    const std::string bearer = "bearer " + token;
    request.headers = {{"Authorization", bearer}};
    EXPECT_EQ(presented_credential(request, kPublicUrl)->kind, CredentialKind::access_token);
    EXPECT_EQ(presented_credential(request, kPublicUrl)->secret, token);

    const std::string scim_token = "Bearer " + std::string{accounts::new_scim_token().reveal()};
    request.headers = {{"Authorization", scim_token}};
    EXPECT_EQ(presented_credential(request, kPublicUrl)->kind, CredentialKind::scim_token);
}

TEST_F(PresentedCredentials, AreKnownByTheirFormInTheWrongHeader) {
    const std::string key_as_bearer = "Bearer " + key;
    const std::string refresh_as_bearer = "Bearer " + refresh_token;

    EXPECT_EQ(fault_of({{"Authorization", key_as_bearer}}), CredentialFault::api_key_as_bearer);
    EXPECT_EQ(fault_of({{"Authorization", refresh_as_bearer}}), CredentialFault::refresh_token_as_bearer);
    EXPECT_EQ(fault_of({{"X-SmartToken", token}}), CredentialFault::access_token_as_api_key);
}

TEST_F(PresentedCredentials, AreFaultyInOtherForms) {
    EXPECT_EQ(fault_of({}), CredentialFault::missing);
    EXPECT_EQ(fault_of({{"Authorization", ""}, {"X-SmartToken", ""}}), CredentialFault::missing);
    EXPECT_EQ(fault_of({{"Authorization", "Basic YTpi"}}), CredentialFault::not_bearer);
    EXPECT_EQ(fault_of({{"Authorization", "Bearer"}}), CredentialFault::not_bearer);
    EXPECT_EQ(fault_of({{"Authorization", "Bearer a"}, {"authorization", "Bearer b"}}),
              CredentialFault::sent_twice);
    EXPECT_EQ(fault_of({{"Authorization", "Bearer nonsense"}}), std::nullopt);
    EXPECT_EQ(fault_of({{"X-SmartToken", "nonsense"}}), std::nullopt);
}

// --- browser sessions

class PresentedSessions : public testing::Test {
  protected:
    std::expected<PresentedCredential, CredentialFault> presented(std::vector<http::Header> headers) {
        headers.push_back({"Cookie", cookie});
        http::Request request;
        request.method = method;
        request.headers = headers;
        return presented_credential(request, public_url);
    }
    std::optional<CredentialFault> fault(std::vector<http::Header> headers) {
        const auto credential = presented(std::move(headers));
        if (credential) {
            EXPECT_EQ(credential->kind, CredentialKind::session);
            EXPECT_EQ(credential->secret, "cbw_secret");
            return std::nullopt;
        }
        return credential.error();
    }

    std::string cookie = "a=b; __Host-callboard_session=cbw_secret";
    http::Method method = http::Method::get;
    std::string public_url{kPublicUrl};
};

TEST_F(PresentedSessions, CountForReadsOfOurPages) {
    EXPECT_EQ(fault({{"Origin", "https://jobs.example"}}), std::nullopt);
    EXPECT_EQ(fault({{"Sec-Fetch-Site", "same-origin"}}), std::nullopt);

    EXPECT_EQ(fault({}), CredentialFault::session_read_without_origin);
    for (const auto* const site : {"none", "same-site", "cross-site"})
        EXPECT_EQ(fault({{"Sec-Fetch-Site", site}}), CredentialFault::session_read_without_origin);
    EXPECT_EQ(fault({{"Sec-Fetch-Site", "same-origin"}, {"sec-fetch-site", "cross-site"}}),
              CredentialFault::session_read_without_origin);
    for (const auto* const origin :
         {"null", "http://jobs.example", "https://jobs.example.evil.test", "https://jobs.example:8443",
          "https://evil.test", "https://jobs.example/"})
        EXPECT_EQ(fault({{"Origin", origin}, {"Sec-Fetch-Site", "same-origin"}}),
                  CredentialFault::session_of_foreign_origin)
            << origin;
}

TEST_F(PresentedSessions, CountForChangesWithOurOrigin) {
    constexpr http::Header kOurs{"Origin", "https://jobs.example"};
    for (const auto each : {http::Method::post, http::Method::put, http::Method::patch, http::Method::del}) {
        method = each;
        EXPECT_EQ(fault({kOurs}), std::nullopt);
        EXPECT_EQ(fault({kOurs, {"Content-Length", "0"}}), std::nullopt);
        EXPECT_EQ(fault({kOurs, {"Content-Length", "2"}, {"Content-Type", "application/json"}}),
                  std::nullopt);
        EXPECT_EQ(
            fault({kOurs, {"Content-Length", "2"}, {"Content-Type", "multipart/form-data; boundary=x"}}),
            std::nullopt);
        EXPECT_EQ(fault({{"Sec-Fetch-Site", "same-origin"}}), CredentialFault::session_change_without_origin);
        EXPECT_EQ(fault({{"Origin", "null"}}), CredentialFault::session_of_foreign_origin);
        for (const auto* const type :
             {"text/plain", "text/plain; application/json", "APPLICATION/x-www-form-urlencoded", "", " ;x"}) {
            EXPECT_EQ(fault({kOurs, {"Content-Length", "2"}, {"Content-Type", type}}),
                      CredentialFault::session_with_form);
            EXPECT_EQ(fault({kOurs, {"Transfer-Encoding", "chunked"}, {"Content-Type", type}}),
                      CredentialFault::session_with_form);
        }
    }
}

TEST_F(PresentedSessions, AreReadUnderTheNameOfThisServer) {
    constexpr http::Header kSameOrigin{"Sec-Fetch-Site", "same-origin"};
    cookie = "callboard_session=cbw_secret";
    EXPECT_EQ(fault({kSameOrigin}), CredentialFault::missing);
    public_url = "http://127.0.0.1:8080";
    EXPECT_EQ(fault({kSameOrigin}), std::nullopt);
    cookie = "callboard_session=";
    EXPECT_EQ(fault({kSameOrigin}), CredentialFault::missing);
}

TEST_F(PresentedSessions, DoNotCountBesideAHeader) {
    constexpr http::Header kOurs{"Origin", "https://jobs.example"};
    EXPECT_EQ(presented({kOurs, {"Authorization", "Bearer x"}})->kind, CredentialKind::access_token);
    EXPECT_EQ(presented({kOurs, {"X-SmartToken", "x"}})->kind, CredentialKind::api_key);
    EXPECT_EQ(fault({kOurs, {"Authorization", "Basic YTpi"}}), CredentialFault::not_bearer);
    EXPECT_EQ(fault({kOurs, {"Authorization", ""}}), CredentialFault::missing);
}

}  // namespace
}  // namespace callboard::edge
