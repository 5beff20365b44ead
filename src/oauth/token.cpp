#include "oauth/token.h"

#include <cstdlib>

#include "base/random.h"

namespace callboard::oauth {
namespace {

constexpr std::size_t kIdLength = 36;

std::string_view prefix_of(SecretKind kind) {
    switch (kind) {
        case SecretKind::code: return "cbc_";
        case SecretKind::access_token: return "cba_";
        case SecretKind::refresh_token: return "cbr_";
        case SecretKind::client_secret: return "cbs_";
        case SecretKind::session: return "cbw_";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

Secret new_token(SecretKind kind, const TokenId& id) {
    return Secret{std::string{prefix_of(kind)}.append(id.text()).append(random_secret())};
}

std::optional<TokenId> id_in(std::string_view text, SecretKind kind) {
    const std::string_view prefix = prefix_of(kind);
    if (!text.starts_with(prefix)) return std::nullopt;
    return TokenId::parse(text.substr(prefix.size(), kIdLength));
}

}  // namespace

Secret new_secret(SecretKind kind) {
    return Secret{std::string{prefix_of(kind)} + random_secret()};
}

bool looks_like(std::string_view text, SecretKind kind) {
    return text.starts_with(prefix_of(kind));
}

Secret new_access_token(const TokenId& id) {
    return new_token(SecretKind::access_token, id);
}

Secret new_refresh_token(const TokenId& id) {
    return new_token(SecretKind::refresh_token, id);
}

std::optional<TokenKey> read_token(std::string_view text) {
    for (const auto kind : {SecretKind::access_token, SecretKind::refresh_token})
        if (const auto id = id_in(text, kind)) return TokenKey{.kind = kind, .id = *id, .hash = sha256(text)};
    return std::nullopt;
}

std::optional<TokenKey> read_access_token(std::string_view text, const Sha256& hash) {
    const auto id = id_in(text, SecretKind::access_token);
    if (!id) return std::nullopt;
    return TokenKey{.kind = SecretKind::access_token, .id = *id, .hash = hash};
}

}  // namespace callboard::oauth
