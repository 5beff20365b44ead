// The rows of the pages for people.
#include "pages/routes.h"

#include "edge/documented_errors.h"
#include "edge/static_file.h"
#include "edge/web.h"
#include "pages/assets.h"
#include "pages/guides.h"
#include "pages/identity/account_pages.h"
#include "pages/identity/consent_page.h"
#include "pages/identity/sign_in_page.h"
#include "pages/reference_page.h"
#include "pages/start_page.h"

namespace callboard::pages {

std::vector<edge::Route> page_routes() {
    using edge::anybody;
    using edge::page;
    using edge::web;
    using enum http::Method;
    using enum throttle::Policy;
    constexpr auto file = edge::static_file;
    constexpr auto pass = edge::with_password;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(page ({get,   "/",                                  "startPage",                   "What this server is, for people",                      anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        start_page));
    add(file ({get,   "/assets/{file}",                     "asset",                       "Get a file that the pages are made of",                anybody(),                                  {static_files},                 200, {{404, "RESOURCE_NOT_FOUND"}}},{"text/css", "text/javascript", "image/svg+xml", "application/json"}, asset));
    add(file ({get,   "/docs",                              "reference",                   "Read the API reference and try calls",                 anybody(),                                  {throttle::Policy::pages},      200, {}},                   {"text/html"},      reference_page).with_script());
    add(file ({get,   "/docs/{guide}",                      "guide",                       "Read a guide",                                         anybody(),                                  {throttle::Policy::pages},      200, {{404, "RESOURCE_NOT_FOUND"}}},{"text/html"},      guide_page).with_script());

    add(web  ({get,   "/identity/sign-in",                  "signInPage",                  "Where people sign in",                                 anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        sign_in_page));
    add(pass ({post,  "/identity/sign-in",                  "signIn",                      "Sign in with e-mail and password",                     anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        sign_in));
    add(web  ({post,  "/identity/sign-out",                 "signOut",                     "Sign out",                                             anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        sign_out));
    add(web  ({get,   "/identity/applications",             "showConnections",             "What a user has allowed",                              anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        connected_applications));
    add(web  ({post,  "/identity/applications",             "disconnect",                  "Take it back",                                         anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        disconnect_application));
    add(web  ({get,   "/identity/password",                 "passwordPage",                "Where people change their password",                   anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        password_page));
    add(pass ({post,  "/identity/password",                 "changePassword",              "Change the password",                                  anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        change_password));
    add(web  ({get,   "/identity/oauth/allow",              "askForConsent",               "Asks the user for consent (RFC 6749, 3.1)",            anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        ask_for_consent).asked_with(describe_authorization_request));
    add(web  ({post,  "/identity/oauth/allow",              "decide",                      "The decision",                                         anybody(),                                  {throttle::Policy::pages},      303, {}},                   "text/html",        take_decision).asked_with(describe_authorization_request));
    // clang-format on
    return table;
}

}  // namespace callboard::pages
