#include "pages/identity/browser.h"

#include "accounts/credential.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "oauth/token.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kSession = "callboard_session";
constexpr std::string_view kVisitor = "callboard_visitor";

bool is_secure(const edge::WebCall& call) {
    return call.public_url().starts_with("https://");
}

// With the prefix __Host- browsers reject a cookie that is set by another host or an insecure page (RFC
// 6265bis).
std::string cookie_name(const edge::WebCall& call, std::string_view name) {
    return (is_secure(call) ? "__Host-" : "") + std::string{name};
}

void set_cookie(edge::WebReply& reply, const edge::WebCall& call, std::string_view name,
                std::string_view value, std::string_view age) {
    std::string cookie =
        cookie_name(call, name) + "=" + std::string{value} + "; Path=/; HttpOnly; SameSite=Lax";
    if (is_secure(call)) cookie += "; Secure";
    cookie += age;
    reply.headers.emplace_back("Set-Cookie", std::move(cookie));
}

}  // namespace

Sha256 Session::hash() const {
    return accounts::hash_of(secret.reveal());
}

std::string Session::form_token(std::string_view purpose) const {
    return pages::form_token(secret, purpose);
}

std::optional<Session> session_of(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view value = call.cookie(cookie_name(call, kSession));
    if (value.empty()) return std::nullopt;
    Secret secret{std::string{value}};
    auto who = accounts::store::find_session(snapshot, accounts::hash_of(secret.reveal()));
    if (!who) return std::nullopt;
    return Session{.who = std::move(*who), .secret = secret};
}

Secret visitor_of(const edge::WebCall& call) {
    const std::string_view value = call.cookie(cookie_name(call, kVisitor));
    return value.empty() ? oauth::new_secret(oauth::SecretKind::session) : Secret{std::string{value}};
}

std::string form_token(const Secret& cookie, std::string_view purpose) {
    return to_base64url(sha256("form\n" + std::string{cookie.reveal()} + "\n" + std::string{purpose}));
}

bool has_form_token(const edge::WebCall& call, const std::string& expected) {
    const std::string_view given = call.form ? call.form->text("token") : "";
    return equal_in_constant_time(given, expected);
}

void set_session(edge::WebReply& reply, const edge::WebCall& call, const Secret& session) {
    set_cookie(reply, call, kSession, session.reveal(), "");
}

void end_session(edge::WebReply& reply, const edge::WebCall& call) {
    set_cookie(reply, call, kSession, "", "; Max-Age=0");
}

void set_visitor(edge::WebReply& reply, const edge::WebCall& call, const Secret& visitor) {
    set_cookie(reply, call, kVisitor, visitor.reveal(), "");
}

}  // namespace callboard::pages
