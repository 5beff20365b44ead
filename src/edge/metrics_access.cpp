#include "edge/metrics_access.h"

#include <string_view>

#include "base/constant_time.h"
#include "http/forwarded.h"
#include "http/header_text.h"

namespace callboard::edge {

MetricsDecision may_read_metrics(const MetricsAccess& access, const http::Request& request) {
    using enum MetricsDecision;
    if (request.administrative) return allowed;
    if (!access.token_hash) return access.local && !http::was_forwarded(request) ? allowed : not_served;
    const std::string_view authorization = request.header("Authorization");
    if (authorization.empty()) return no_token;
    constexpr std::string_view kBearer = "Bearer ";
    const bool bearer = http::same_name(authorization.substr(0, kBearer.size()), kBearer);
    if (!bearer || request.has_repeated("Authorization")) return wrong_token;
    const std::string_view token = http::trimmed(authorization.substr(kBearer.size()));
    return equal_in_constant_time(sha256(token), *access.token_hash) ? allowed : wrong_token;
}

}  // namespace callboard::edge
