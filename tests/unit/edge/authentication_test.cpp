#include "edge/authentication.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "accounts/credential.h"
#include "accounts/scim_token.h"
#include "oauth/token.h"

namespace callboard::edge {
namespace {

std::optional<CredentialFault> fault_of(const std::vector<http::Header>& headers) {
    http::Request request;
    request.headers = headers;
    const auto presented = presented_credential(request);
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
    EXPECT_EQ(presented_credential(request)->kind, CredentialKind::api_key);
    EXPECT_EQ(presented_credential(request)->secret, key);

    const std::string bearer = "bearer " + token;
    request.headers = {{"Authorization", bearer}};
    EXPECT_EQ(presented_credential(request)->kind, CredentialKind::access_token);
    EXPECT_EQ(presented_credential(request)->secret, token);

    const std::string scim_token = "Bearer " + std::string{accounts::new_scim_token().reveal()};
    request.headers = {{"Authorization", scim_token}};
    EXPECT_EQ(presented_credential(request)->kind, CredentialKind::scim_token);
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

}  // namespace
}  // namespace callboard::edge
