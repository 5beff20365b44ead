#include "edge/token_limit.h"

#include <array>
#include <string>

#include "oauth/client_authentication.h"
#include "oauth/oauth_error.h"

namespace callboard::edge {
namespace {

constexpr std::array<std::string_view, 1> kFields{"client_id"};
constexpr oauth::OAuthErrorAnswer kTooMany{oauth::Reason::temporarily_unavailable,
                                           "too many token requests: see Retry-After"};

}  // namespace

std::optional<WebReply> limit_token_requests(const WebCall& call) {
    const auto fields = call.fields(kFields);
    const auto client = oauth::client_id_in({.authorization = call.request.header("Authorization"),
                                             .id = fields ? fields->get("client_id") : std::nullopt,
                                             .secret = std::nullopt});
    const auto wait = call.services.address_limits.token_request(client.value_or(""), call.request.client);
    if (!wait) return std::nullopt;
    WebReply reply = json_reply(kTooMany, 429);
    reply.headers.emplace_back("Pragma", "no-cache");
    reply.headers.emplace_back("Retry-After", std::to_string(wait->count()));
    return reply;
}

}  // namespace callboard::edge
