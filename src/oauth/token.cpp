#include "oauth/token.h"

#include <array>
#include <cstdlib>

#include "base/encoding.h"
#include "base/random.h"

namespace callboard::oauth {
namespace {

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

}  // namespace

Secret new_secret(SecretKind kind) {
    std::array<std::uint8_t, 32> bytes{};
    fill_random(bytes);
    return Secret{std::string{prefix_of(kind)} +
                  to_base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()})};
}

}  // namespace callboard::oauth
