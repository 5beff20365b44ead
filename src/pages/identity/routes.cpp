// Route table rows of the start page, and of sign-in, consent and account pages.
#include "pages/routes.h"

#include "edge/web.h"
#include "pages/identity/account_pages.h"
#include "pages/identity/consent_page.h"
#include "pages/identity/home_page.h"
#include "pages/identity/password_link_pages.h"
#include "pages/identity/second_factor_page.h"
#include "pages/identity/security_page.h"
#include "pages/identity/sign_in_page.h"
#include "pages/identity/sign_on_pages.h"
#include "pages/identity/sign_on_return.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kSignOnCallback = "/identity/sso/{companyIdentifier}/callback";
constexpr std::string_view kSignOnEnd = "/identity/sso/{companyIdentifier}/end";

}  // namespace

std::vector<edge::Route> identity_routes() {
    using edge::anybody;
    using edge::web;
    using enum http::Method;
    constexpr auto pass = edge::with_password;
    constexpr auto wait = edge::with_waiting;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(home ({get,   "/",                                  "startPage",                   "Get the start page",                                   anybody(),                                  {throttle::Policy::pages},      200, {}}).at_public_name());
    add(web  ({get,   "/identity/sign-in",                  "signInPage",                  "Get the sign-in page",                                 anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        sign_in_page).at_public_name());
    add(pass ({post,  "/identity/sign-in",                  "signIn",                      "Sign in with e-mail address and password",             anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        sign_in));
    add(web  ({post,  "/identity/sign-out",                 "signOut",                     "Sign out",                                             anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        sign_out));
    add(web  ({get,   "/identity/connections",              "showConnections",             "List the connected applications of the user",          anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        connected_applications));
    add(web  ({post,  "/identity/connections",              "disconnect",                  "Disconnect an application",                            anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        disconnect_application));
    add(web  ({get,   "/identity/password",                 "passwordPage",                "Get the password page",                                anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        password_page));
    add(pass ({post,  "/identity/password",                 "changePassword",              "Change the password",                                  anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        change_password));
    add(web  ({get,   "/identity/second-factor",            "secondFactorPage",            "Get the page for the second step of sign-in",          anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        second_factor_page));
    add(pass ({post,  "/identity/second-factor",            "secondFactor",                "Take the second step of sign-in",                      anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        second_factor));
    add(web  ({get,   "/identity/security",                 "securityPage",                "Get the page with second factor and sessions",         anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        security_page));
    add(pass ({post,  "/identity/security",                 "changeSecurity",              "Change the second factor, or end sessions",            anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        change_security));
    add(web  ({get,   "/identity/forgot-password",          "forgotPasswordPage",          "Get the page for a lost password",                     anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        forgot_password_page));
    add(pass ({post,  "/identity/forgot-password",          "forgotPassword",              "Request a mail with a link for a new password",        anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        forgot_password));
    add(web  ({get,   edge::kNewPasswordPath,               "newPasswordPage",             "Get the page that a mailed link leads to",             anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        new_password_page));
    add(pass ({post,  edge::kNewPasswordPath,               "setNewPassword",              "Set a password by a mailed link",                      anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        set_new_password));
    add(web  ({get,   "/identity/oauth/allow",              "askForConsent",               "Request authorization (RFC 6749, 3.1)",                anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        ask_for_consent).with_query(describe_authorization_request));
    add(web  ({post,  "/identity/oauth/allow",              "decide",                      "Submit the user's authorization decision",             anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        submit_decision).with_query(describe_authorization_request));
    add(web  ({get,   "/identity/sso",                      "signOnPage",                  "Get the page that leads to single sign-on",            anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        sign_on_page));
    add(web  ({post,  "/identity/sso",                      "findSignOn",                  "Find the single sign-on of an e-mail address",         anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        find_sign_on));
    add(wait ({get,   "/identity/sso/{companyIdentifier}",  "beginSignOn",                 "Begin single sign-on at the provider of a company",    anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        begin_sign_on));
    add(wait ({post,  "/identity/sso/{companyIdentifier}",  "confirmSignOn",               "Confirm that single sign-on is wanted",                anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        confirm_sign_on));
    add(wait ({get,   kSignOnCallback,                      "finishSignOn",                "Return from the provider of a company",                anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        finish_sign_on));
    add(wait ({get,   kSignOnEnd,                           "endSignOn",                   "Sign out at the provider of a company",                anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        end_sign_on));
    // clang-format on
    return table;
}

}  // namespace callboard::pages
