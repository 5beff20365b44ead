// Who may read the metrics. They tell much about a server and its load, and are not for everybody.
#pragma once

#include <optional>

#include "base/digest.h"
#include "http/message.h"

namespace callboard::edge {

struct MetricsAccess {
    bool local = false;                // the server can be reached from its own machine only
    std::optional<Sha256> token_hash;  // of the token that readers have to send
};

enum class MetricsDecision { allowed, not_served, no_token, wrong_token };

// At the address for operators everybody may. Elsewhere the token decides, if there is one; without one, only
// a local server has metrics, and not for what a proxy forwards: behind it, anybody may be.
MetricsDecision may_read_metrics(const MetricsAccess& access, const http::Request& request);

}  // namespace callboard::edge
