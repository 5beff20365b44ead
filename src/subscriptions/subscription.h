// Who wants to be told of what, and where.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::subscriptions {

enum class SubscriptionStatus { inactive, active };

// Who made it, or took it over from an owner who had lost access: it is active only as long as the owner has
// access (ending.h).
struct Owner {
    UserId user;
    std::optional<ApplicationId> application;  // that acted for the user
    std::optional<CredentialId> credential;    // API key or client credentials that were used for it last
};
inline constexpr std::int64_t kMostSubscriptions = 20;  // of one user, and of one application for a user
inline constexpr std::int64_t kMostLiveKeys = 16;       // of one subscription

struct Subscription {
    SubscriptionId id;
    Owner owner;
    std::string callback_url;
    std::vector<std::string> events;
    std::optional<std::string> alerting_email;
    std::optional<std::string> sealed_auth;
    SubscriptionStatus status{};
    std::int64_t version = 0;
    Timestamp created_at;
    Timestamp updated_at;
    std::optional<Timestamp> activated_at;
    std::optional<Timestamp> suspended_at;   // since then inactive by our doing
    std::optional<Timestamp> owner_lost_at;  // since then the owner may not have it any more
};

}  // namespace callboard::subscriptions

template <>
struct callboard::Names<callboard::subscriptions::SubscriptionStatus> {
    using enum callboard::subscriptions::SubscriptionStatus;
    static constexpr std::string_view kName = "SubscriptionStatus";
    static constexpr std::array kList{std::pair{inactive, std::string_view{"inactive"}},
                                      std::pair{active, std::string_view{"active"}}};
};
