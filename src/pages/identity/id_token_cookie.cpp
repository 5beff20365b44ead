#include "pages/identity/id_token_cookie.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "edge/cookies.h"
#include "edge/services.h"

namespace callboard::pages {
namespace {

constexpr std::size_t kLongestValue = 3800;  // browsers keep cookies of 4096 bytes, with their name

// The prefix __Host- would demand that the browser sends it everywhere.
std::string name_of_cookie(const edge::WebCall& call) {
    return std::string{edge::is_secure(call.public_url()) ? "__Secure-" : ""} + "callboard_id_token";
}

std::string place_of(const SignOnSite& site) {
    return "cookie/id_token/" + std::string{site.company.id.text()} + "\n" + site.connection.client_id +
           "\n" + site.connection.issuer;
}

void set_cookie(edge::WebReply& reply, const edge::WebCall& call, const SignOnSite& site,
                const std::string& value) {
    std::string cookie = name_of_cookie(call) + "=" + value + "; Path=" + sign_on_end(site.company) +
                         "; HttpOnly; SameSite=Lax";
    if (edge::is_secure(call.public_url())) cookie += "; Secure";
    if (value.empty()) cookie += "; Max-Age=0";
    reply.headers.emplace_back("Set-Cookie", std::move(cookie));
}

}  // namespace

void set_id_token(edge::WebReply& reply, const edge::WebCall& call, const SignOnSite& site,
                  const Secret& token) {
    const std::string sealed = call.services.seal.close(token.reveal(), place_of(site));
    set_cookie(reply, call, site, sealed.size() <= kLongestValue ? sealed : "");
}

void end_id_token(edge::WebReply& reply, const edge::WebCall& call, const SignOnSite& site) {
    set_cookie(reply, call, site, "");
}

std::optional<Secret> id_token_of(const edge::WebCall& call, const SignOnSite& site) {
    const std::string_view value = call.cookie(name_of_cookie(call));
    auto token = value.empty() ? std::nullopt : call.services.seal.open(value, place_of(site));
    if (!token) return std::nullopt;
    return Secret{std::move(*token)};
}

}  // namespace callboard::pages
