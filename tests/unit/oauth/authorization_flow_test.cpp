#include "oauth/authorization_flow.h"

#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "accounts/user_activation.h"
#include "oauth/connections.h"
#include "support/oauth_flow.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using given::parameter;
using oauth::Scope;
using oauth::ScopeSet;

class AuthorizationFlow : public test::OAuthFlow {
  protected:
    std::string query(const std::string& more = "&scope=jobs_read",
                      const std::string& uri = given::kCallback) {
        return "client_id=" + partner.id() + "&redirect_uri=" + percent_encode(uri) + more;
    }
    oauth::CheckedRequest check(const std::string& query) {
        const auto form = wire::Form::parse(query).value();
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::check_authorization_request(snapshot, form, given::kIssuer);
        });
    }
    bool stays_here(const std::string& query) {
        return std::holds_alternative<oauth::NoTrustedRedirect>(check(query));
    }
    std::string to_client(const std::string& query) {
        const auto checked = check(query);
        const auto* const back = std::get_if<oauth::ClientRedirect>(&checked);
        return back ? back->location : "";
    }
    std::string error(const std::string& query) { return parameter(to_client(query), "error").value_or(""); }
    oauth::AuthorizationRequest request(const ScopeSet& scopes) const {
        return {.application = partner.application,
                .redirect_uri = given::kCallback,
                .scopes = scopes,
                .state = std::nullopt,
                .challenge = std::nullopt};
    }
    std::string authorize(const oauth::AuthorizationRequest& request) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::authorize(tx, request, grant_of(partner), given::kIssuer).location;
        });
    }
    std::string decline(const oauth::AuthorizationRequest& request) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return oauth::decline(tx, request, grant_of(partner), {}, given::kIssuer).location;
        });
    }
    bool allowed(const ScopeSet& scopes, const oauth::Grant& by) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::is_allowed_already(snapshot, request(scopes), by);
        });
    }
    bool allowed(const ScopeSet& scopes) { return allowed(scopes, grant_of(partner)); }
};

TEST_P(AuthorizationFlow, AGoodRequestIsReadWhole) {
    const auto checked =
        check(query("&scope=jobs_read%20users_read&state=a+b%26c&response_type=code&approval_prompt=auto"
                    "&code_challenge_method=S256&code_challenge=" +
                    given::kChallenge));

    const auto& request = std::get<oauth::AuthorizationRequest>(checked);
    EXPECT_EQ(request.application.id, partner.application.id);
    EXPECT_EQ(request.redirect_uri, given::kCallback);
    EXPECT_EQ(request.scopes, (ScopeSet{Scope::jobs_read, Scope::users_read}));
    EXPECT_EQ(request.state, "a b&c");
    EXPECT_EQ(request.challenge, given::kChallenge);
}

TEST_P(AuthorizationFlow, ResponseTypeMayBeLeftOut) {
    EXPECT_TRUE(std::holds_alternative<oauth::AuthorizationRequest>(check(query())));
}

TEST_P(AuthorizationFlow, AnUnknownApplicationIsSentNowhere) {
    const std::string uri = "&redirect_uri=" + percent_encode(given::kCallback) + "&scope=jobs_read";

    EXPECT_TRUE(stays_here("client_id=0192f0c1-0000-7000-8000-000000000000" + uri));
    EXPECT_TRUE(stays_here("client_id=" + uri));
    EXPECT_TRUE(stays_here(uri.substr(1)));
    EXPECT_TRUE(stays_here("client_id=%00%ff" + uri));
}

TEST_P(AuthorizationFlow, ARevokedApplicationIsSentNowhere) {
    db->write(std::nullopt, [&](db::Tx& tx) { oauth::revoke_application(tx, partner.application.id); });

    EXPECT_TRUE(stays_here(query()));
}

TEST_P(AuthorizationFlow, AnAddressThatDiffersInOneByteIsSentNowhere) {
    for (const std::string uri : {"",
                                  "https://app.example",
                                  "https://app.example/",
                                  "https://app.example/callback/",
                                  "https://app.example/Callback",
                                  "https://APP.example/callback",
                                  "HTTPS://app.example/callback",
                                  "http://app.example/callback",
                                  "https://app.example:443/callback",
                                  "https://app.example/callback?",
                                  "https://app.example/callback?x=1",
                                  "https://app.example/callback#x",
                                  "https://app.example/x/../callback",
                                  "https://app.example/./callback",
                                  "https://app.example//callback",
                                  "https://app.example/call%62ack",
                                  "https://app.example/callback%00",
                                  "https://app.example/callback\r\n",
                                  "https://user@app.example/callback",
                                  "https://app.example@evil.test/callback",
                                  "https://evil.test/@app.example/callback",
                                  "https://app.example.evil.test/callback",
                                  " https://app.example/callback",
                                  "https://app.example/callback ",
                                  "https://app.example\\callback",
                                  "https://app.example/callback\nhttp://localhost:3000/callback",
                                  "javascript:alert(1)"})
        EXPECT_TRUE(stays_here(query("&scope=jobs_read", uri))) << uri;
}

TEST_P(AuthorizationFlow, ARegisteredAddressOfAnotherApplicationIsSentNowhere) {
    const auto other = db->write(std::nullopt, [](db::Tx& tx) {
        return oauth::register_application(
            tx, {.name = "Other", .redirect_uris = {"https://other.example/"}, .scopes = "jobs_read"},
            Secret{"x"});
    });

    EXPECT_TRUE(stays_here(query("&scope=jobs_read", other.redirect_uris.front())));
}

TEST_P(AuthorizationFlow, ARepeatedClientOrAddressIsSentNowhere) {
    EXPECT_TRUE(stays_here(query("&scope=jobs_read&client_id=" + partner.id())));
    EXPECT_TRUE(stays_here(query("&scope=jobs_read&redirect_uri=https%3A%2F%2Fevil.test")));
}

TEST_P(AuthorizationFlow, ARepeatedParameterIsAnInvalidRequest) {
    EXPECT_EQ(error(query("&scope=jobs_read&scope=jobs_manage")), "invalid_request");
    EXPECT_EQ(error(query("&scope=jobs_read&state=1&state=2")), "invalid_request");
    EXPECT_EQ(error(query("&scope=jobs_read&response_type=code&response_type=code")), "invalid_request");
}

TEST_P(AuthorizationFlow, AnotherResponseTypeIsUnsupported) {
    for (const std::string type : {"token", "id_token", "code%20token", "CODE", "none"})
        EXPECT_EQ(error(query("&scope=jobs_read&response_type=" + type)), "unsupported_response_type")
            << type;
}

TEST_P(AuthorizationFlow, AScopeMustBeKnownAndRegistered) {
    EXPECT_EQ(error(query("&scope=everything")), "invalid_scope");
    EXPECT_EQ(error(query("&scope=jobs_read%20everything")), "invalid_scope");
    EXPECT_EQ(error(query("&scope=candidates_read")), "invalid_scope");
    EXPECT_EQ(error(query("&scope=")), "invalid_scope");
    EXPECT_EQ(error(query("&scope=%20")), "invalid_scope");
}

TEST_P(AuthorizationFlow, ARequestWithoutAScopeIsRefused) {
    EXPECT_NE(error(query("")), "");
}

TEST_P(AuthorizationFlow, AChallengeIsOfTheMethodS256) {
    const std::string challenge = "&scope=jobs_read&code_challenge=" + given::kChallenge;

    EXPECT_EQ(error(query(challenge)), "invalid_request") << "the method left out means plain";
    EXPECT_EQ(error(query(challenge + "&code_challenge_method=plain")), "invalid_request");
    EXPECT_EQ(error(query(challenge + "&code_challenge_method=s256")), "invalid_request");
    EXPECT_EQ(error(query("&scope=jobs_read&code_challenge_method=S256")), "invalid_request");
    for (const std::string& bad :
         {given::kChallenge + "=", given::kChallenge.substr(1), given::kChallenge.substr(1) + "%2B",
          given::kChallenge.substr(1) + "*", std::string(1000, 'a')})
        EXPECT_EQ(error(query("&scope=jobs_read&code_challenge_method=S256&code_challenge=" + bad)),
                  "invalid_request")
            << bad;
    EXPECT_EQ(error(query(challenge + "&code_challenge_method=S256&code_challenge=" + given::kChallenge)),
              "invalid_request");
}

TEST_P(AuthorizationFlow, AnErrorCarriesItsNumberAndTheState) {
    const auto location = to_client(query("&scope=everything&state=x%3Dy%26z"));

    EXPECT_TRUE(location.starts_with(given::kCallback + "?")) << location;
    EXPECT_EQ(parameter(location, "code"), "400");
    EXPECT_EQ(parameter(location, "state"), "x=y&z");
    EXPECT_EQ(parameter(location, "iss"), given::kIssuer);
    EXPECT_TRUE(parameter(location, "error_description"));
}

TEST_P(AuthorizationFlow, DecliningIsAccessDenied) {
    auto request = this->request({Scope::jobs_read});
    request.state = "s";

    const auto location = decline(request);

    EXPECT_EQ(parameter(location, "error"), "access_denied");
    EXPECT_EQ(parameter(location, "code"), "403");
    EXPECT_EQ(parameter(location, "state"), "s");
    EXPECT_EQ(parameter(location, "iss"), given::kIssuer);
    EXPECT_FALSE(allowed({Scope::jobs_read}));
}

TEST_P(AuthorizationFlow, SuccessCarriesCodeStateAndIssuer) {
    auto request = this->request({Scope::jobs_read});
    request.state = std::string{"\0 \r\n%25+\xff\u00e9&code=evil#", 20};

    const auto location = authorize(request);

    EXPECT_TRUE(location.starts_with(given::kCallback + "?")) << location;
    EXPECT_EQ(parameter(location, "state"), request.state);
    EXPECT_EQ(parameter(location, "iss"), given::kIssuer);
    EXPECT_TRUE(exchange(parameter(location, "code").value()).good());
    for (const char c : location) EXPECT_TRUE(c > ' ' && c < 0x7f && c != '#') << location;
}

TEST_P(AuthorizationFlow, WithoutAStateNoneComesBack) {
    EXPECT_FALSE(parameter(authorize(request({Scope::jobs_read})), "state"));
}

TEST_P(AuthorizationFlow, AnAddressWithAQueryKeepsIt) {
    auto request = this->request({Scope::jobs_read});
    request.redirect_uri = "https://app.example/callback?tenant=7";

    const auto location = authorize(request);

    EXPECT_TRUE(location.starts_with(request.redirect_uri + "&")) << location;
    EXPECT_EQ(parameter(location, "tenant"), "7");
}

TEST_P(AuthorizationFlow, EveryCodeIsAnother) {
    const auto one = parameter(authorize(request({Scope::jobs_read})), "code");
    const auto two = parameter(authorize(request({Scope::jobs_read})), "code");

    EXPECT_NE(one, two);
    EXPECT_GE(one->size(), 43U);
}

TEST_P(AuthorizationFlow, ConsentIsRememberedForTheSetOfScopes) {
    authorize(request({Scope::jobs_read, Scope::users_read}));

    EXPECT_TRUE(allowed({Scope::jobs_read, Scope::users_read}));
    EXPECT_TRUE(allowed({Scope::jobs_read}));
    EXPECT_FALSE(allowed({Scope::jobs_manage}));
    EXPECT_FALSE(allowed({Scope::jobs_read, Scope::users_read, Scope::jobs_manage}));
}

TEST_P(AuthorizationFlow, ConsentIsOfOneUserToOneApplication) {
    authorize(request({Scope::jobs_read}));
    auto colleague = grant_of(partner);
    colleague.user = given::user(*db, company).id();

    EXPECT_FALSE(allowed({Scope::jobs_read}, colleague));
    EXPECT_FALSE(allowed({Scope::jobs_read}, grant_of(given::partner(*db, "Other"))));
}

TEST_P(AuthorizationFlow, DisconnectingForgetsTheConsentAndEndsEverything) {
    const auto tokens = this->tokens();
    const auto pending = code();

    const bool had =
        db->write(std::nullopt, [&](db::Tx& tx) { return oauth::disconnect(tx, grant_of(partner), {}); });

    EXPECT_TRUE(had);
    EXPECT_FALSE(allowed({Scope::jobs_read}));
    EXPECT_FALSE(lives(tokens));
    EXPECT_EQ(refresh(tokens.refresh).error, "invalid_grant");
    EXPECT_EQ(exchange(pending).error, "invalid_grant");
}

TEST_P(AuthorizationFlow, DisconnectingTouchesNobodyElse) {
    const auto other = given::partner(*db, "Other");
    const auto of_other = exchange(other, {.code = given::code(*db, other, grant_of(other))});
    auto colleague = grant_of(partner);
    colleague.user = given::user(*db, company).id();
    const auto of_colleague = exchange(given::code(*db, partner, colleague));

    db->write(std::nullopt, [&](db::Tx& tx) { return oauth::disconnect(tx, grant_of(partner), {}); });

    EXPECT_TRUE(lives(of_other));
    EXPECT_TRUE(lives(of_colleague));
}

TEST_P(AuthorizationFlow, AnInactiveUserGetsNoCode) {
    set_state("INACTIVE");

    const std::string location = authorize(request({Scope::jobs_read}));

    EXPECT_EQ(parameter(location, "error"), "access_denied");
    EXPECT_EQ(parameter(location, "code"), "403");  // the status, in refusals
    EXPECT_FALSE(allowed({Scope::jobs_read}));
}

// Otherwise the code would work after an activation.
TEST_P(AuthorizationFlow, ADeactivationLeavesNoCodeOfAConsentAtTheSameTime) {
    const accounts::Actor admin = given::user(*db, company);
    constexpr db::Sql kCountCodes{"test_count_codes", R"sql(
        SELECT count(*) FROM authorization_code WHERE company_id = $1)sql"};
    for (int i = 0; i < 20; ++i) {
        {
            const std::jthread consenting{[&] { authorize(request({Scope::jobs_read})); }};
            const std::jthread deactivating{[&] {
                db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, admin, user.id()); });
            }};
        }
        EXPECT_EQ(db->read(company, [&](db::Snapshot& snapshot) { return snapshot.number(kCountCodes); }), 0);
        db->write(company, [&](db::Tx& tx) { accounts::activate_user(tx, admin, user.id()); });
    }
}

TEST_P(AuthorizationFlow, AnApplicationOfACompanyIsUnknownToUsersOfOthers) {
    const CompanyId rival = given::company(*db, "rival");
    const auto own = db->write(std::nullopt, [&](db::Tx& tx) {
        return oauth::register_application(tx,
                                           {.name = "Intranet",
                                            .redirect_uris = {given::kCallback},
                                            .scopes = "jobs_read",
                                            .type = oauth::ClientType::confidential,
                                            .company = company},
                                           Secret{"s3cret"});
    });
    const auto explanation = [&](const std::string& client, const std::optional<CompanyId>& whose) {
        const auto form = wire::Form::parse("client_id=" + client + "&scope=jobs_read&redirect_uri=" +
                                            percent_encode(given::kCallback))
                              .value();
        const auto checked = db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return oauth::check_authorization_request(snapshot, form, given::kIssuer, whose);
        });
        const auto* const refused = std::get_if<oauth::NoTrustedRedirect>(&checked);
        return std::string{refused ? refused->explanation : ""};
    };
    const std::string id{own.id.text()};
    EXPECT_EQ(explanation(id, company), "");
    EXPECT_EQ(explanation(id, std::nullopt), "") << "before the sign-in";
    EXPECT_EQ(explanation(id, rival), explanation("0000000000000000000000000000000f", rival));
    EXPECT_NE(explanation(id, rival), "");

    db->write(std::nullopt, [&](db::Tx& tx) { oauth::publish_application(tx, own.id); });

    EXPECT_EQ(explanation(id, rival), "");
}

TEST_P(AuthorizationFlow, AnApplicationWithoutASecretNeedsAChallenge) {
    const auto open = db->write(std::nullopt, [&](db::Tx& tx) {
        return oauth::register_application(tx,
                                           {.name = "Browser",
                                            .redirect_uris = {given::kCallback},
                                            .scopes = "jobs_read",
                                            .type = oauth::ClientType::public_client},
                                           Secret{"unused"});
    });
    const std::string query = "client_id=" + std::string{open.id.text()} +
                              "&scope=jobs_read&redirect_uri=" + percent_encode(given::kCallback);

    EXPECT_EQ(error(query), "invalid_request");
    EXPECT_EQ(error(query + "&code_challenge_method=S256&code_challenge=" + given::kChallenge), "");
}

RUN_ON_EACH_DATABASE(AuthorizationFlow);

}  // namespace
}  // namespace callboard
