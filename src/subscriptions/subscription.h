// A webhook subscription: which events are sent to which callback URL.
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

// The user who created the subscription, or took it over after the owner lost access. It is active only while
// the owner has access (ending.h).
struct Owner {
    UserId user;
    std::optional<ApplicationId> application;  // acted on behalf of the user
    std::optional<CredentialId> credential;    // API key or client credentials last used to change it
};
inline constexpr std::int64_t kMostSubscriptions = 20;  // per user, and per application of a user
inline constexpr std::int64_t kMostLiveKeys = 16;       // per subscription

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
    std::optional<Timestamp> suspended_at;   // time of automatic deactivation
    std::optional<Timestamp> owner_lost_at;  // since when the owner has no access
};

}  // namespace callboard::subscriptions

template <>
struct callboard::Names<callboard::subscriptions::SubscriptionStatus> {
    using enum callboard::subscriptions::SubscriptionStatus;
    static constexpr std::string_view kName = "SubscriptionStatus";
    static constexpr std::array kList{std::pair{inactive, std::string_view{"inactive"}},
                                      std::pair{active, std::string_view{"active"}}};
};
