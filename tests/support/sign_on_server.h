// A server whose company signs on at a provider of the test.
#pragma once

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "accounts/sso_connections.h"
#include "base/encoding.h"
#include "support/browser.h"
#include "support/fake_provider.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard::test {

struct SignOnRules {
    std::optional<accounts::Role> created_role = std::nullopt;
    bool required = false;
    std::optional<std::string> required_claim = std::nullopt;
    std::string claim = "sub";
};

class SignOnServer : public testing::TestWithParam<Engine> {
  protected:
    static inline const std::string kEmail = "ada@acme.example";
    static inline const std::string kPassword = "correct horse battery";
    static inline const std::string kSession = "callboard_session";
    static inline const std::string kSecurity = "/identity/security";

    explicit SignOnServer(const sso::TimeLimits& time = {})
        : server({.engine = GetParam(), .webhook_ca_file = ca_file(), .provider_time = time}) {
        connect(company, provider, "acme.example");
    }

    UserId add_user(const std::string& email, accounts::Role role) {
        return server.db->write(company, [&](db::Tx& tx) {
            return accounts::add_user(
                       tx, {.email = email, .first_name = "Ada", .last_name = "Byron", .role = role},
                       accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    void connect(const CompanyId& whose, const FakeProvider& to, const std::string& domain,
                 const SignOnRules& rules = {}) {
        server.db->write(whose, [&](db::Tx& tx) {
            accounts::set_sso_connection(tx, {},
                                         {.issuer = to.issuer(),
                                          .client_id = FakeProvider::kClient,
                                          .client_secret = Secret{FakeProvider::kSecret},
                                          .claim = rules.claim,
                                          .required_claim = rules.required_claim,
                                          .created_role = rules.created_role,
                                          .required = rules.required,
                                          .domains = {{domain}}},
                                         test_seal());
        });
    }
    Browser browser() const { return Browser{server.port()}; }

    // Confirms that the user wants to leave for the provider.
    static Answer set_out(Browser& in, const std::string& company_name = "acme",
                          const std::string& to = kSecurity) {
        return in.submit("/identity/sso/" + company_name + "?to=" + percent_encode(to), {});
    }
    // Leaves for the provider; it will confirm what says() told it.
    std::string leave(Browser& in, const std::string& company_name = "acme",
                      const std::string& to = kSecurity) {
        const Answer left = set_out(in, company_name, to);
        EXPECT_EQ(left.status, 303) << left.body;
        const std::string location = left.header("location");
        provider.expects(given::parameter(location, "nonce").value_or(""));
        return location;
    }
    static Answer come_back(Browser& in, const std::string& state, const std::string& more = "&code=a-code",
                            const std::string& company_name = "acme") {
        return in.get("/identity/sso/" + company_name + "/callback?state=" + percent_encode(state) + more);
    }
    // The whole way.
    Answer sign_on(Browser& in, const std::string& more = "&code=a-code") {
        const std::string state = given::parameter(leave(in), "state").value_or("");
        return come_back(in, state, more);
    }
    static bool is_signed_in(Browser& in) { return in.get(kSecurity).status == 200; }

    // Nobody is signed in, and the page shows nothing of the token or the code.
    void expect_refused(const boost::json::object& claims) {
        provider.says(claims);
        Browser in = browser();
        const Answer back = sign_on(in);
        EXPECT_EQ(back.status, 403) << boost::json::serialize(claims);
        EXPECT_THAT(back.body, testing::Not(testing::HasSubstr("a-code")));
        EXPECT_FALSE(in.cookies.contains(kSession));
    }
    std::size_t token_requests() const { return provider.receiver.deliveries(FakeProvider::kTokens).size(); }

    TestServer server;
    FakeProvider provider{server.db.clock};
    const CompanyId company = given::company(*server.db);
    const UserId user = add_user(kEmail, accounts::Role::standard);
    const boost::json::object verified{{"email", kEmail}, {"email_verified", true}};
};

}  // namespace callboard::test
