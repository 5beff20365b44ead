// Fixtures of OAuth tests: a company, a user, an application, and the flows without HTTP.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/credential.h"
#include "base/encoding.h"
#include "oauth/authorization_flow.h"
#include "oauth/client_authentication.h"
#include "oauth/client_credential.h"
#include "oauth/registration.h"
#include "oauth/token_flow.h"
#include "oauth/token_inspection.h"
#include "oauth/token_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard::given {

inline const std::string kCallback = "https://app.example/callback";
inline const std::string kOtherCallback = "http://localhost:3000/callback";
inline const std::string kIssuer = "https://callboard.test";

// The example of RFC 7636, appendix B.
inline const std::string kVerifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
inline const std::string kChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

struct Partner {
    oauth::Application application;
    std::string secret;

    std::string id() const { return std::string{application.id.text()}; }
};

inline Partner partner(db::Db& db, const std::string& name = "Sourcing Robot",
                       const std::string& scopes = "jobs_read jobs_manage users_read") {
    const Secret secret = oauth::new_secret(oauth::SecretKind::client_secret);
    return {db.write(std::nullopt,
                     [&](db::Tx& tx) {
                         return oauth::register_application(
                             tx,
                             {.name = name, .redirect_uris = {kCallback, kOtherCallback}, .scopes = scopes},
                             secret);
                     }),
            std::string{secret.reveal()}};
}

// A query parameter of a URL; nothing if it is absent.
inline std::optional<std::string> parameter(const std::string& location, std::string_view name) {
    const auto query = location.find('?');
    if (query == std::string::npos) return std::nullopt;
    const auto form = wire::Form::parse(std::string_view{location}.substr(query + 1));
    const auto value = form ? form->get(name) : std::nullopt;
    return value ? std::optional<std::string>{*value} : std::nullopt;
}

struct Consent {
    oauth::ScopeSet scopes{oauth::Scope::jobs_read, oauth::Scope::users_read};
    std::optional<std::string> challenge = std::nullopt;
    std::string redirect_uri = kCallback;
};

// The code of an application after the user's consent.
inline std::string code(db::Db& db, const Partner& partner, const oauth::Grant& grant,
                        const Consent& consent = {}) {
    const oauth::AuthorizationRequest request{.application = partner.application,
                                              .redirect_uri = consent.redirect_uri,
                                              .scopes = consent.scopes,
                                              .state = std::nullopt,
                                              .challenge = consent.challenge};
    return db.write(std::nullopt, [&](db::Tx& tx) {
        return parameter(oauth::authorize(tx, request, grant, kIssuer).location, "code").value();
    });
}

// The user as an actor through the application, which has exchanged a code for tokens.
inline accounts::Actor connected(db::Db& db, const CompanyId& company, const accounts::Actor& user,
                                 const Partner& partner) {
    const oauth::Grant grant{.company = company, .user = user.id(), .application = partner.application.id};
    const std::string spent = code(db, partner, grant);
    db.write(std::nullopt,
             [&](db::Tx& tx) { oauth::exchange_code(tx, partner.application, {.code = spent}, {}).value(); });
    accounts::Actor actor = user;
    actor.application = partner.application.id;
    return actor;
}

}  // namespace callboard::given

namespace callboard::test {

// A response of the token endpoint, for comparison.
struct TokenAnswer {
    std::string error;  // empty: success
    std::string access;
    std::string refresh;
    std::optional<oauth::ScopeSet> scopes = std::nullopt;

    bool good() const { return error.empty(); }
};

inline TokenAnswer token_answer(const oauth::TokenOutcome& outcome) {
    if (!outcome)
        return {.error = std::string{name_of(outcome.error().error.reason)}, .access = {}, .refresh = {}};
    return {.error = {},
            .access = std::string{outcome->access_token.reveal()},
            .refresh = outcome->refresh_token ? std::string{outcome->refresh_token->reveal()} : "",
            .scopes = outcome->scopes};
}

// An access token of client credentials with the rights of an administrator.
inline std::string program_token(db::Db& db, const CompanyId& company, const std::string& scopes) {
    const auto credential = db.write(company, [&](db::Tx& tx) {
        return oauth::create_client_credential(
            tx, {.name = "Robot", .role = accounts::Role::administrator, .scopes = scopes}, Secret{"s3cret"});
    });
    const auto granted = db.write(
        std::nullopt, [&](db::Tx& tx) { return oauth::grant_to_program(tx, credential, std::nullopt); });
    return token_answer(granted).access;
}

class OAuthFlow : public EachDatabase {
  protected:
    oauth::Grant grant_of(const given::Partner& to) const {
        return {.company = company, .user = user.id(), .application = to.application.id};
    }
    std::string code(const given::Consent& consent = {}) {
        return given::code(*db, partner, grant_of(partner), consent);
    }

    TokenAnswer exchange(const given::Partner& by, const oauth::CodeRequest& request) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return token_answer(oauth::exchange_code(tx, by.application, request, {}));
        });
    }
    TokenAnswer exchange(const std::string& code) { return exchange(partner, {.code = code}); }

    TokenAnswer refresh(const given::Partner& by, const oauth::RefreshRequest& request) {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return token_answer(oauth::refresh(tx, by.application, request));
        });
    }
    TokenAnswer refresh(const std::string& token) { return refresh(partner, {.token = token}); }

    TokenAnswer tokens() { return exchange(code()); }

    std::optional<oauth::Bearer> bearer(const std::string& access_token) {
        const auto key = oauth::read_token(access_token);
        return key ? db->read(
                         std::nullopt,
                         [&](db::Snapshot& snapshot) { return oauth::store::find_bearer(snapshot, *key); })
                   : std::nullopt;
    }
    bool lives(const TokenAnswer& tokens) { return bearer(tokens.access).has_value(); }

    void set_state(const std::string& state) {
        constexpr db::Sql kSetState{"test_set_user_state",
                                    "UPDATE user_account SET state = $3 WHERE company_id = $1 AND id = $2"};
        db->write(company, [&](db::Tx& tx) { tx.execute(kSetState, {user.id(), state}); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor user = given::user(*db, company);
    const given::Partner partner = given::partner(*db);
};

}  // namespace callboard::test
