#include "pages/identity/browser.h"

#include "accounts/credential.h"
#include "base/constant_time.h"
#include "base/encoding.h"
#include "edge/cookies.h"
#include "edge/services.h"
#include "oauth/token.h"
#include "sso/attempt.h"
#include "wire/shape.h"

namespace callboard::pages {
namespace {

constexpr std::string_view kVisitor = "callboard_visitor";
constexpr std::string_view kAttempt = "callboard_sso_";
constexpr std::size_t kAttemptName = 16;  // characters of the hash of a state: enough to tell tabs apart
constexpr std::string_view kPending = "callboard_pending";
constexpr std::chrono::minutes kPendingLife{10};
constexpr std::string_view kPlaceOfPending = "cookie/pending";

struct PendingText {
    std::string expires;
    std::string company;
    std::string user;
    std::string email;
    std::string mark;

    static constexpr auto shape() {
        return wire::fields(
            wire::field("expires", &PendingText::expires), wire::field("company", &PendingText::company),
            wire::field("user", &PendingText::user), wire::field("email", &PendingText::email),
            wire::field("mark", &PendingText::mark));
    }
};

std::string cookie_name(const edge::WebCall& call, std::string_view name) {
    return edge::cookie_name(call.public_url(), name);
}

void set_cookie(edge::WebReply& reply, const edge::WebCall& call, std::string_view name,
                std::string_view value, std::string_view age) {
    std::string cookie =
        cookie_name(call, name) + "=" + std::string{value} + "; Path=/; HttpOnly; SameSite=Lax";
    if (edge::is_secure(call.public_url())) cookie += "; Secure";
    cookie += age;
    reply.headers.emplace_back("Set-Cookie", std::move(cookie));
}

std::string attempt_name(const Sha256& state) {
    return std::string{kAttempt} + to_hex(state).substr(0, kAttemptName);
}

}  // namespace

Sha256 Session::hash() const {
    return accounts::hash_of(secret.reveal());
}

std::string Session::form_token(std::string_view purpose) const {
    return pages::form_token(secret, purpose);
}

std::optional<Session> session_of(db::Snapshot& snapshot, const edge::WebCall& call) {
    const std::string_view value = edge::session_in(call.request, call.public_url());
    if (value.empty()) return std::nullopt;
    Secret secret{std::string{value}};
    auto who = accounts::store::find_session(snapshot, accounts::hash_of(secret.reveal()));
    if (!who) return std::nullopt;
    return Session{.who = std::move(*who), .secret = secret};
}

events::Author author_of(const edge::WebCall& call, const UserId& user) {
    events::Author author = call.author();
    author.user = user;
    return author;
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
    set_cookie(reply, call, edge::kSessionCookie, session.reveal(), "");
}

void end_session(edge::WebReply& reply, const edge::WebCall& call) {
    set_cookie(reply, call, edge::kSessionCookie, "", "; Max-Age=0");
}

void set_visitor(edge::WebReply& reply, const edge::WebCall& call, const Secret& visitor) {
    set_cookie(reply, call, kVisitor, visitor.reveal(), "");
}

std::optional<Secret> attempt_cookie(const edge::WebCall& call, const Sha256& state) {
    const std::string_view value = call.cookie(cookie_name(call, attempt_name(state)));
    if (value.empty()) return std::nullopt;
    return Secret{std::string{value}};
}

void set_attempt(edge::WebReply& reply, const edge::WebCall& call, const Sha256& state,
                 const Secret& secret) {
    const std::chrono::seconds life = sso::kAttemptLife;
    set_cookie(reply, call, attempt_name(state), secret.reveal(),
               "; Max-Age=" + std::to_string(life.count()));
}

void end_attempt(edge::WebReply& reply, const edge::WebCall& call, const Sha256& state) {
    set_cookie(reply, call, attempt_name(state), "", "; Max-Age=0");
}

accounts::store::SessionOrigin origin_of(const edge::WebCall& call, accounts::Authentication authentication) {
    constexpr std::size_t kLongest = 300;
    const std::string agent = readable(call.request.header("User-Agent"));
    return {.address = call.request.client.text(),
            .user_agent = std::string{first_characters(agent, kLongest)},
            .authentication = authentication};
}

std::optional<PendingSignIn> pending_of(const edge::WebCall& call) {
    const std::string_view value = call.cookie(cookie_name(call, kPending));
    const auto opened = value.empty() ? std::nullopt : call.services.seal.open(value, kPlaceOfPending);
    if (!opened) return std::nullopt;
    const auto text = wire::decode<PendingText>(*opened);
    const auto expires = parse_iso(text.expires);
    if (!expires || *expires <= call.services.clock.now()) return std::nullopt;
    return PendingSignIn{.account = {.company = CompanyId::from_trusted(text.company),
                                     .user = UserId::from_trusted(text.user)},
                         .email = text.email,
                         .password_mark = text.mark};
}

void set_pending(edge::WebReply& reply, const edge::WebCall& call, const PendingSignIn& pending) {
    const std::string text =
        wire::to_json(PendingText{.expires = to_iso(call.services.clock.now() + kPendingLife),
                                  .company = std::string{pending.account.company.text()},
                                  .user = std::string{pending.account.user.text()},
                                  .email = pending.email,
                                  .mark = pending.password_mark});
    set_cookie(reply, call, kPending, call.services.seal.close(text, kPlaceOfPending), "");
}

void end_pending(edge::WebReply& reply, const edge::WebCall& call) {
    set_cookie(reply, call, kPending, "", "; Max-Age=0");
}

}  // namespace callboard::pages
