#include "sso/provider.h"

#include <string>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::sso {
namespace {

using boost::json::array;
using boost::json::object;
using testing::AllOf;
using testing::HasSubstr;

const std::string kIssuer = "https://id.acme.test";

object metadata() {
    return {{"issuer", kIssuer},
            {"authorization_endpoint", "https://id.acme.test/auth"},
            {"token_endpoint", "https://id.acme.test/token"},
            {"jwks_uri", "https://keys.acme.test/jwks"},
            {"userinfo_endpoint", "https://id.acme.test/me"},
            {"end_session_endpoint", "https://id.acme.test/end"}};
}

std::expected<Provider, std::string> read(const object& document) {
    return read_provider(boost::json::serialize(document), kIssuer, webhooks::AddressGuard{{}});
}

object with(std::string_view name, boost::json::value value) {
    object changed = metadata();
    changed[name] = std::move(value);
    return changed;
}

TEST(Provider, IsReadFromItsDocument) {
    const auto provider = read(metadata());
    ASSERT_TRUE(provider) << provider.error();
    EXPECT_EQ(provider->authorization_endpoint, "https://id.acme.test/auth");
    EXPECT_EQ(provider->end_session_endpoint, "https://id.acme.test/end");
    EXPECT_TRUE(provider->takes_basic);
    EXPECT_FALSE(provider->names_itself);
}

TEST(Provider, MustBeTheConfiguredIssuer) {
    for (const auto* const issuer :
         {"https://id.other.test", "https://id.acme.test/", "https://ID.acme.test"})
        EXPECT_THAT(read(with("issuer", issuer)).error(), HasSubstr("another issuer")) << issuer;
}

TEST(Provider, MustNotPointToPrivateAddresses) {
    for (const auto* const name : {"authorization_endpoint", "token_endpoint", "jwks_uri",
                                   "userinfo_endpoint", "end_session_endpoint"}) {
        for (const auto* const address :
             {"https://127.0.0.1/x", "https://10.1.2.3/x", "https://169.254.169.254/latest",
              "https://[::1]/x", "https://localhost/x", "http://id.acme.test/x", "file:///etc/passwd",
              "javascript:alert(1)", "https://user:password@id.acme.test/x",
              "https://id.acme.test/x#fragment", ""}) {
            const auto refused = read(with(name, address));
            ASSERT_FALSE(refused) << name << " " << address;
            EXPECT_THAT(refused.error(), HasSubstr(name));
        }
    }
}

TEST(Provider, NeedsItsEndpoints) {
    for (const auto* const name : {"issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"}) {
        object incomplete = metadata();
        incomplete.erase(name);
        EXPECT_THAT(read(incomplete).error(), AllOf(HasSubstr(name), HasSubstr("required")));
        EXPECT_FALSE(read(with(name, 1))) << name;
    }
    for (const auto* const text : {"", "[]", "<html>", "{\"issuer\":"})
        EXPECT_FALSE(read_provider(text, kIssuer, webhooks::AddressGuard{{}})) << text;
}

TEST(Provider, TakesTheSecretAsItSays) {
    const std::string name = "token_endpoint_auth_methods_supported";
    EXPECT_TRUE(read(with(name, array{"client_secret_post", "client_secret_basic"}))->takes_basic);
    EXPECT_FALSE(read(with(name, array{"client_secret_post", "private_key_jwt"}))->takes_basic);
    EXPECT_THAT(read(with(name, array{"private_key_jwt"})).error(), HasSubstr("client_secret"));
}

TEST(Provider, HasItsDocumentBelowTheIssuer) {
    EXPECT_EQ(discovery_url("https://id.acme.test"), "https://id.acme.test/.well-known/openid-configuration");
    EXPECT_EQ(discovery_url("https://id.acme.test/a/"),
              "https://id.acme.test/a/.well-known/openid-configuration");
}

TEST(Provider, KeepsTheQueryOfAnAddress) {
    std::string address = "https://id.acme.test/auth?tenant=1";
    add_parameter(address, "state", "a b&c");
    EXPECT_EQ(address, "https://id.acme.test/auth?tenant=1&state=a%20b%26c");
}

}  // namespace
}  // namespace callboard::sso
