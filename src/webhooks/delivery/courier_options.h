// The settings of the courier.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace callboard::webhooks {

struct CourierOptions {
    std::string public_url;                            // of links
    std::string node;                                  // identifies the leases of this server
    std::chrono::milliseconds attempt_timeout{5'000};  // for the whole attempt
    std::chrono::milliseconds lease_duration{30'000};
    std::size_t most_in_flight = 512;
    // For deliveries that are not announced: retries, and those of other servers and commands.
    std::chrono::milliseconds poll_interval{250};
    bool shares_database = false;  // with other servers: PostgreSQL
};

}  // namespace callboard::webhooks
