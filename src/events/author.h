// Who made a change and from which address, for the audit record.
#pragma once

#include <optional>
#include <string_view>

#include "base/id.h"
#include "base/network.h"

namespace callboard::events {

// Must not outlive its request: it holds views.
struct Author {
    std::optional<UserId> user;        // absent: the operator at the command line, or the server
    std::optional<IpAddress> address;  // of the client
    std::string_view request_id;
    std::optional<CandidateId> candidate = std::nullopt;  // who used a link of a mail; has no user
};

}  // namespace callboard::events
