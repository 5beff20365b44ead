// A server with two companies, whose users sign in, call with keys and authorize applications.
#pragma once

#include <string>
#include <utility>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "oauth/client_credential.h"
#include "support/browser.h"
#include "support/oauth_flow.h"
#include "support/test_server.h"

namespace callboard::test {

inline const std::string kApplications = "/identity/applications";
inline const std::string kCredentials = "/identity/credentials";

inline std::string text_of(const Answer& answer, const std::string& key) {
    return std::string{answer.json().at(key).as_string()};
}

class IdentityServer : public testing::TestWithParam<Engine> {
  protected:
    static constexpr const char* kPassword = "correct horse battery";

    UserId add_user(const CompanyId& whose, const std::string& email, accounts::Role role) {
        return server.db->write(whose, [&](db::Tx& tx) {
            return accounts::add_user(
                       tx, {.email = email, .first_name = "Ada", .last_name = "Lane", .role = role},
                       accounts::hash_password(Secret{kPassword}))
                .id;
        });
    }
    Client caller(const CompanyId& whose, accounts::Role role) {
        return server.client_with_key(
            given::api_key(*server.db, whose, given::user(*server.db, whose, role)));
    }
    Browser browser(const std::string& email) const {
        Browser fresh{server.port()};
        EXPECT_EQ(fresh.sign_in(email, kPassword).status, 303);
        return fresh;
    }
    // A program with the role of an administrator and these scopes only.
    Client program(const std::string& scopes) {
        const auto credential = server.db->write(company, [&](db::Tx& tx) {
            return oauth::create_client_credential(
                tx, {.name = "Robot", .role = accounts::Role::administrator, .scopes = scopes},
                Secret{"s3cret"});
        });
        const auto tokens = server.db->write(std::nullopt, [&](db::Tx& tx) {
            return token_answer(oauth::grant_to_program(tx, credential, std::nullopt));
        });
        return bearer(tokens.access);
    }
    Client bearer(const std::string& access_token) const {
        return server.client({{"Authorization", "Bearer " + access_token}});
    }

    static boost::json::object application_input() {
        return {{"name", "Intranet"},
                {"redirectUris", {given::kCallback}},
                {"scopes", {"jobs_read", "users_read"}}};
    }
    static Answer post(Client& client, const std::string& path, const boost::json::value& body) {
        return client.post(path, boost::json::serialize(body));
    }
    static Answer patch(Client& client, const std::string& path, const boost::json::value& body) {
        return client.request("PATCH", path, boost::json::serialize(body),
                              {{"Content-Type", "application/merge-patch+json"}});
    }

    TestServer server{{.engine = GetParam()}};
    const CompanyId company = given::company(*server.db);
    const CompanyId rival = given::company(*server.db, "rival");
    Client administrator = caller(company, accounts::Role::administrator);
};

}  // namespace callboard::test
