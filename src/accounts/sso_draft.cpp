#include "accounts/sso_draft.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/encoding.h"
#include "base/error.h"

namespace callboard::accounts {
namespace {

constexpr std::size_t kLongestIssuer = 500;
constexpr std::size_t kLongestClientId = 255;
constexpr std::size_t kLongestSecret = 1'000;
constexpr std::size_t kLongestClaim = 100;
constexpr std::size_t kLongestRequiredClaim = 300;
constexpr std::size_t kLongestDomain = 253;
constexpr std::size_t kMostDomains = 100;

// All users, or all of an organisation, have the same value, or each token has another one.
constexpr std::array<std::string_view, 18> kNotIdentifying{
    "iss", "aud",     "azp",    "nonce", "exp", "iat", "nbf",    "auth_time", "acr",
    "amr", "at_hash", "c_hash", "jti",   "tid", "hd",  "locale", "zoneinfo",  "email_verified"};

void require(bool good, const char* message, const char* path) {
    if (!good) throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", message, path}};
}

bool is_visible_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

// OpenID Connect Discovery, section 2: https, without query and fragment. Whether the address may be called
// is decided by the guard of outgoing requests, each time.
bool is_issuer(std::string_view text) {
    constexpr std::string_view kScheme = "https://";
    return text.size() <= kLongestIssuer && text.starts_with(kScheme) && text.size() > kScheme.size() &&
           is_visible_ascii(text) && text.find_first_of("?#\\\"<>") == std::string_view::npos;
}

bool is_claim(std::string_view text) {
    return !text.empty() && text.size() <= kLongestClaim && is_visible_ascii(text);
}

bool is_domain(std::string_view text) {
    return text.size() <= kLongestDomain && text.contains('.') && !text.contains("..") &&
           !std::string_view{".-"}.contains(text.front()) && !std::string_view{".-"}.contains(text.back()) &&
           std::ranges::all_of(text, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
           });
}

bool is_required_claim(std::string_view text) {
    const auto equals = text.find('=');
    return equals != std::string_view::npos && equals + 1 < text.size() &&
           text.size() <= kLongestRequiredClaim && is_claim(text.substr(0, equals)) && is_utf8(text) &&
           !has_control_characters(text);
}

// Google vouches for the e-mail of anybody in the world: only the domain of the organisation, which the
// operator has listed, tells whose user it is.
void check_google(const SsoDraft& draft, std::span<const std::string> domains) {
    require(!domains.empty(),
            "at Google, users are told apart by the domains of the company: it has none, and the operator "
            "of the server sets them",
            "/issuer");
    if (!draft.required_claim) return;
    const std::string prefix = std::string{kGoogleDomainClaim} + "=";
    require(draft.required_claim->starts_with(prefix) &&
                std::ranges::find(domains, draft.required_claim->substr(prefix.size())) != domains.end(),
            "at Google, the required claim must be hd= with a domain of the company", "/requiredClaim");
}

}  // namespace

void check_sso_draft(const SsoDraft& draft, std::span<const std::string> domains) {
    require(is_issuer(draft.issuer),
            "the issuer must be a URL that starts with https://, without query or fragment", "/issuer");
    require(!draft.client_id.empty() && draft.client_id.size() <= kLongestClientId &&
                is_visible_ascii(draft.client_id),
            "the client id must have 1 to 255 visible ASCII characters", "/clientId");
    const std::string_view secret = draft.client_secret ? draft.client_secret->reveal() : "x";
    require(!secret.empty() && secret.size() <= kLongestSecret && is_utf8(secret) &&
                !has_control_characters(secret),
            "the client secret must have 1 to 1000 bytes, without control characters", "/clientSecret");
    require(is_claim(draft.claim), "the claim must have 1 to 100 visible ASCII characters", "/claim");
    require(std::ranges::find(kNotIdentifying, draft.claim) == kNotIdentifying.end(),
            "this claim does not identify a user: several users have the same value, or it changes",
            "/claim");
    require(!draft.required_claim || is_required_claim(*draft.required_claim),
            "the required claim must be NAME=VALUE, such as hd=example.com", "/requiredClaim");
    require(draft.created_role != Role::administrator,
            "users who are created at sign-on cannot be administrators", "/createUsersWithRole");
    require(domains.size() <= kMostDomains, "a company can have up to 100 domains", "/domains");
    for (const std::string& each : domains)
        require(!each.empty() && is_domain(each),
                "a domain must be one of e-mail addresses, such as example.com", "/domains");
    require(!draft.created_role || !domains.empty(),
            "users are created for e-mail domains that are listed: the company has none",
            "/createUsersWithRole");
    if (draft.issuer == kGoogle) check_google(draft, domains);
}

}  // namespace callboard::accounts
