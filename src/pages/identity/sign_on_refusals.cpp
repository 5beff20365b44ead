#include "pages/identity/sign_on_refusals.h"

#include <cstdlib>

#include "edge/services.h"
#include "pages/identity/layout.h"

namespace callboard::pages {
namespace {

struct RefusalText {
    std::string_view reason;  // for the log
    std::string_view text;
};

constexpr std::string_view kUnknown = "There is no account for you here yet.";

RefusalText text_of(accounts::SignOnRefusal why) {
    using enum accounts::SignOnRefusal;
    switch (why) {
        case unknown_user: return {"no user has this identity", kUnknown};
        case inactive: return {"the user is not active", "Your account is not active."};
        case password_only:
            return {"the login mode of the user is the password",
                    "Your account is one that signs in with a password."};
        case other_identifier:
            return {"the user has another SSO identifier",
                    "Your account belongs to another identity of the sign-on service."};
        case needs_identifier:
            return {"an administrator, or a user with a second factor, has no SSO identifier: set it first",
                    "Your account is not connected to the sign-on service yet."};
        // As for an unknown user: what other companies have is not told.
        case email_elsewhere: return {"a user of another company has this e-mail", kUnknown};
        case provider_changed:
            return {"the provider of the company was changed meanwhile",
                    "The sign-on service of your company was changed while you signed on."};
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

}  // namespace

void log_refusal(const edge::WebCall& call, const accounts::Company& company, std::string_view reason) {
    call.services.log.write(
        telemetry::Level::warn, "sign_on_refused",
        {{"company", company.id.text()}, {"request", call.request.id}, {"reason", reason}});
}

namespace {

edge::WebReply busy(const edge::WebCall& call, const accounts::Company& company, std::string_view reason) {
    log_refusal(call, company, reason);
    edge::WebReply reply =
        explain(503, "Please try again", "Too many people of your company are signing on right now.",
                "Begin again in a few seconds at /identity/sso/" + company.identifier + ".");
    reply.headers.emplace_back("Retry-After", "5");
    return reply;
}

}  // namespace

edge::WebReply no_sign_on() {
    return explain(404, "There is no single sign-on here",
                   "This address belongs to no company with single sign-on.",
                   "Sign in with your password, or ask your administrator for the link of your company.");
}

edge::WebReply provider_failed(const edge::WebCall& call, const accounts::Company& company,
                               const sso::Failure& failure) {
    if (failure.is_busy) return busy(call, company, failure.reason);
    log_refusal(call, company, failure.reason);
    return explain(502, "Single sign-on does not work right now",
                   "The sign-on service of your company did not answer as it should.",
                   "Try again in a minute. If it does not help, tell your administrator when it happened.");
}

edge::WebReply stale_attempt(const edge::WebCall& call, const accounts::Company& company,
                             std::string_view reason) {
    log_refusal(call, company, reason);
    return explain(
        400, "This sign-on is no longer valid",
        "It was finished before, has taken longer than ten minutes, or was begun in another browser.",
        "Begin again at /identity/sso/" + company.identifier + ".");
}

edge::WebReply provider_declined(const edge::WebCall& call, const accounts::Company& company,
                                 const sso::Failure& failure) {
    if (failure.is_busy) return busy(call, company, failure.reason);
    log_refusal(call, company, failure.reason);
    return explain(403, "You were not signed on",
                   "The sign-on service of your company did not confirm who you are.",
                   "Try again, or ask your administrator.");
}

edge::WebReply user_refused(const edge::WebCall& call, const accounts::Company& company,
                            accounts::SignOnRefusal why) {
    const auto [reason, text] = text_of(why);
    log_refusal(call, company, reason);
    return explain(403, "You cannot sign on", text, "Ask an administrator of your company.");
}

}  // namespace callboard::pages
