// OAuth with the real program: applications by the command line, users in a browser, tokens over HTTP.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "support/browser.h"
#include "support/program.h"
#include "support/tenant.h"
#include "wire/form.h"

namespace callboard::test {

inline const std::string kTokenPath = "/identity/oauth/token";

inline Outcome command_at(const Arguments& where, Arguments arguments) {
    arguments.insert(arguments.end(), where.begin(), where.end());
    arguments.emplace_back("--json");
    return run(arguments, kTenantPassword + "\n");
}

struct ProgramApplication {
    std::string client_id;
    std::string client_secret;
    std::string redirect_uri = "https://app.example/callback";

    Fields credentials() const { return {{"client_id", client_id}, {"client_secret", client_secret}}; }
    std::string request(const std::string& scope, const std::string& more = "") const {
        return "/identity/oauth/allow?client_id=" + client_id +
               "&redirect_uri=" + percent_encode(redirect_uri) + "&scope=" + percent_encode(scope) + more;
    }
};

inline ProgramApplication add_application(const Arguments& where,
                                          const std::string& scopes = "users_read jobs_read") {
    const ProgramApplication wanted;
    const Outcome made = command_at(where, {"app", "register", "--name", "Robot", "--redirect-uri",
                                            wanted.redirect_uri, "--scope", scopes});
    if (made.code != 0) throw std::runtime_error("app register: " + made.err);
    return {.client_id = made.text("client_id"), .client_secret = made.text("client_secret")};
}

inline std::string code_in(const Answer& answer) {
    const std::string location = answer.header("location");
    const auto query = std::min(location.find('?'), location.size() - 1) + 1;
    const auto form = wire::Form::parse(std::string_view{location}.substr(query));
    if (!form || !form->get("iss")) throw std::runtime_error("no code: " + location + answer.body);
    return std::string{form->text("code")};
}

// Requests a new code in the browser with a session; consents the first time.
inline std::string new_code(Browser& browser, const ProgramApplication& application,
                            const std::string& scope = "users_read") {
    const std::string address = application.request(scope);
    const Answer asked = browser.get(address);
    if (asked.status != 200) return code_in(asked);
    return code_in(browser.post(
        address, {{"decision", "authorize"}, {"token", token_of(asked, "/identity/oauth/allow")}}));
}

inline Fields code_fields(const ProgramApplication& application, const std::string& code) {
    Fields fields = application.credentials();
    fields.insert(fields.end(), {{"grant_type", "authorization_code"}, {"code", code}});
    return fields;
}
inline Fields refresh_fields(const ProgramApplication& application, const std::string& token) {
    Fields fields = application.credentials();
    fields.insert(fields.end(), {{"grant_type", "refresh_token"}, {"refresh_token", token}});
    return fields;
}

inline std::string member(const Answer& answer, const std::string& key) {
    return std::string{answer.json().at(key).as_string()};
}

}  // namespace callboard::test
