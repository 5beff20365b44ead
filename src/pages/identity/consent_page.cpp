#include "pages/identity/consent_page.h"

#include <array>
#include <string>
#include <string_view>

#include "oauth/authorization_flow.h"
#include "pages/identity/browser.h"
#include "pages/identity/layout.h"
#include "pages/identity/scope_list.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

using oauth::AuthorizationRequest;

// The form token is bound to the whole query, so that it confirms exactly the request that was displayed.
std::string purpose_of(const edge::WebCall& call) {
    return "consent " + std::string{call.request.query};
}

std::string host_of(std::string_view uri) {
    const auto start = uri.find("://") + 3;
    return std::string{uri.substr(start, uri.find_first_of("/?", start) - start)};
}

edge::WebReply consent_page(const AuthorizationRequest& request, const Session& session,
                            const edge::WebCall& call) {
    const auto& who = session.who;
    return identity_page("Authorize " + request.application.name,
                         fill(web_file("identity/consent.html"),
                              {{"application", request.application.name},
                               {"person", who.first_name + " " + who.last_name},
                               {"email", who.email},
                               {"company", who.company_name},
                               {"scopes", scope_list(request.scopes)},
                               {"action", "/identity/oauth/allow?" + std::string{call.request.query}},
                               {"token", session.form_token(purpose_of(call))},
                               {"destination", host_of(request.redirect_uri)}}),
                         account_links(session));
}

edge::WebReply bad_request_page(const oauth::NoTrustedRedirect& problem) {
    return explain(
        400, "This link does not work", problem.explanation,
        "The application that sent you here is not configured correctly; please contact its operator.");
}

oauth::Grant grant_of(const AuthorizationRequest& request, const Session& session) {
    return {.company = session.who.company, .user = session.who.user, .application = request.application.id};
}

// Answers requests that need no decision of the user; calls `decide` for the others.
template <class Decide>
edge::WebReply with_valid_request(db::Tx& tx, const edge::WebCall& call, Decide decide) {
    if (!call.query)
        return bad_request_page(oauth::NoTrustedRedirect{"The URL has an invalid percent-encoding."});
    const auto session = session_of(tx, call);
    const auto company = session.transform([](const Session& signed_in) { return signed_in.who.company; });
    const auto checked = oauth::check_authorization_request(tx, *call.query, call.public_url(), company);
    if (const auto* const problem = std::get_if<oauth::NoTrustedRedirect>(&checked))
        return bad_request_page(*problem);
    if (const auto* const refused = std::get_if<oauth::ClientRedirect>(&checked))
        return edge::redirect(refused->location);
    const auto& request = std::get<AuthorizationRequest>(checked);
    call.failure_reply = [request, issuer = std::string{call.public_url()}](ErrorKind kind) {
        return edge::redirect(oauth::fail(request, kind, issuer).location);
    };
    if (!session) return send_to_sign_in(call);
    return decide(request, *session);
}

}  // namespace

edge::WebReply ask_for_consent(db::Tx& tx, const edge::WebCall& call) {
    return with_valid_request(tx, call, [&](const AuthorizationRequest& request, const Session& session) {
        const oauth::Grant grant = grant_of(request, session);
        if (oauth::is_allowed_already(tx, request, grant))
            return edge::redirect(oauth::authorize(tx, request, grant, call.public_url()).location);
        return consent_page(request, session, call);
    });
}

edge::WebReply submit_decision(db::Tx& tx, const edge::WebCall& call) {
    return with_valid_request(tx, call, [&](const AuthorizationRequest& request, const Session& session) {
        if (!has_form_token(call, session.form_token(purpose_of(call)))) return form_is_stale();
        const oauth::Grant grant = grant_of(request, session);
        events::Author author = call.author();
        author.user = grant.user;
        const bool authorized = call.form->text("decision") == "authorize";
        return edge::redirect(authorized
                                  ? oauth::authorize(tx, request, grant, call.public_url()).location
                                  : oauth::decline(tx, request, grant, author, call.public_url()).location);
    });
}

void describe_authorization_request(wire::JsonWriter& out, wire::Schemas&) {
    struct Parameter {
        std::string_view name;
        bool required;
        std::string_view schema;
        std::string_view about;
    };
    constexpr std::string_view kText = R"({"type":"string"})";
    static constexpr auto kParameters = std::to_array<Parameter>({
        {"client_id", true, kText, "The client id of the application."},
        {"redirect_uri", true, R"({"type":"string","format":"uri"})",
         "Where the user is redirected to: exactly a registered URI."},
        {"scope", true, kText, "The requested scopes, separated by spaces."},
        {"response_type", false, R"({"type":"string","const":"code"})", "Only code is supported."},
        {"state", false, kText, "Returned unchanged; protects against cross-site request forgery."},
        {"code_challenge", false, R"({"type":"string","minLength":43,"maxLength":43})",
         "PKCE (RFC 7636): the SHA-256 of the code verifier, in base64url."},
        {"code_challenge_method", false, R"({"type":"string","const":"S256"})", "With code_challenge."},
    });
    for (const auto& [name, required, schema, about] : kParameters) {
        out.open_object();
        out.member("name", name);
        out.member("in", "query");
        out.member("description", about);
        out.key("required");
        out.boolean(required);
        out.key("schema");
        out.raw(schema);
        out.close_object();
    }
}

}  // namespace callboard::pages
