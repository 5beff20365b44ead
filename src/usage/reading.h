// What administrators see of the use of the API by their company.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "usage/usage.h"
#include "wire/shape.h"

namespace callboard::usage {

struct UsageRequest {
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;
    std::optional<std::string> application_id;
    std::optional<std::string> operation;

    static constexpr auto shape() {
        using Self = UsageRequest;
        return wire::fields(
            wire::field("from", &Self::from, {.about = "Default: 24 hours before `to`."}),
            wire::field("to", &Self::to, {.about = "Default: now. At most 31 days after `from`."}),
            wire::field("applicationId", &Self::application_id,
                        {.min_length = 1,
                         .max_length = 64,
                         .about = "Operations and series of this client only: an `id` of `applications`."}),
            wire::field("operation", &Self::operation,
                        {.min_length = 1,
                         .max_length = 64,
                         .about = "Series of this operation only: an `operation` of `operations`."}));
    }
};

struct OperationUsage {
    std::string operation;
    Counts counts;
};

struct Point {
    Timestamp time;
    Counts counts;
};

struct ClientTotal {
    std::string id;
    std::optional<std::string> name;
    std::int64_t calls = 0;
    std::int64_t refused = 0;
};

struct Usage {
    Timestamp from;
    Timestamp to;
    std::chrono::seconds interval{};         // of the data: kMinute or kHour
    std::vector<OperationUsage> operations;  // most calls first
    std::vector<Point> series;               // at most kMostPoints, at equal distances
    std::vector<ClientTotal> applications;   // of all clients, most calls first; at most kMostClients
};

inline constexpr std::int64_t kMostPoints = 200;
inline constexpr std::size_t kMostClients = 200;
inline constexpr std::chrono::hours kLongestByMinute{24};

Usage read_usage(db::Snapshot& snapshot, const accounts::Actor& actor, const UsageRequest& request);

}  // namespace callboard::usage
