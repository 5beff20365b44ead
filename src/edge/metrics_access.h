// Access control for the metrics, which reveal much about a server and its load.
#pragma once

#include <optional>

#include "base/digest.h"
#include "http/message.h"

namespace callboard::edge {

struct MetricsAccess {
    bool local = false;                // loopback interface only, without proxy and operator port
    std::optional<Sha256> token_hash;  // of the bearer token for readers
};

enum class MetricsDecision { allowed, not_served, no_token, wrong_token };

// Always allowed on the operator port. Elsewhere the token decides; without a configured token, only a local
// server serves metrics, and not to forwarded requests, because anybody may be behind the proxy.
MetricsDecision may_read_metrics(const MetricsAccess& access, const http::Request& request);

}  // namespace callboard::edge
