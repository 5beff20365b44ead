// Who did something, and from where; the audit log keeps it.
#pragma once

#include <optional>
#include <string_view>

#include "base/id.h"
#include "base/network.h"

namespace callboard::events {

// Lives no longer than the request it speaks of.
struct Author {
    std::optional<UserId> user;        // nobody: the operator at the command line, or the server itself
    std::optional<IpAddress> address;  // of the client
    std::string_view request_id;
};

}  // namespace callboard::events
