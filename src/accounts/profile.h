// The attributes of a user that are not queried: stored as JSON in the format of the API.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "wire/coordinate.h"
#include "wire/shape.h"

namespace callboard::accounts {

enum class SsoLoginMode { sso, password };

struct UserLanguage {
    std::string code;

    static constexpr std::string_view kName = "UserLanguage";
    static constexpr auto shape() {
        return wire::fields(wire::field("code", &UserLanguage::code, {.min_length = 1, .max_length = 16}));
    }
    bool operator==(const UserLanguage&) const = default;
};

struct UserLocation {
    std::optional<std::string> country;  // its name; output only, not stored
    std::string country_code;
    std::string city;
    std::optional<std::string> region;
    std::optional<std::string> region_code;
    std::optional<std::string> address;
    std::optional<std::string> postal_code;
    std::optional<wire::Coordinate> latitude;
    std::optional<wire::Coordinate> longitude;

    static constexpr std::string_view kName = "UserLocation";
    static constexpr auto shape() {
        using Self = UserLocation;
        return wire::fields(wire::field("country", &Self::country,
                                        {.about = "The name of the country; derived from countryCode."}),
                            wire::field("countryCode", &Self::country_code, {.min_length = 1}),
                            wire::field("city", &Self::city, {.min_length = 1, .max_length = 128}),
                            wire::field("region", &Self::region, {.max_length = 256}),
                            wire::field("regionCode", &Self::region_code, {.max_length = 256}),
                            wire::field("address", &Self::address, {.max_length = 2000}),
                            wire::field("postalCode", &Self::postal_code, {.max_length = 32}),
                            wire::field("latitude", &Self::latitude),
                            wire::field("longitude", &Self::longitude));
    }
    bool operator==(const UserLocation&) const = default;
};

struct Profile {
    std::optional<std::string> external_data;
    std::optional<std::string> sso_identifier;
    std::optional<SsoLoginMode> sso_login_mode;
    std::optional<UserLanguage> language;
    std::optional<UserLocation> location;

    static constexpr auto shape() {
        using Self = Profile;
        return wire::fields(wire::field("externalData", &Self::external_data),
                            wire::field("ssoIdentifier", &Self::sso_identifier),
                            wire::field("ssoLoginMode", &Self::sso_login_mode),
                            wire::field("language", &Self::language),
                            wire::field("location", &Self::location));
    }
    bool operator==(const Profile&) const = default;
};

// Languages of the user interface.
inline constexpr auto kUserLanguages = std::to_array<std::string_view>(
    {"bg", "cs", "da", "de", "el", "en", "es", "es-MX", "fi", "fr",    "fr-CA", "hr",
     "hu", "id", "it", "ja", "ka", "lt", "nl", "no",    "pl", "pt",    "pt-BR", "ro",
     "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk",    "vi", "zh-CN", "zh-TW"});

}  // namespace callboard::accounts

template <>
struct callboard::Names<callboard::accounts::SsoLoginMode> {
    using enum callboard::accounts::SsoLoginMode;
    static constexpr std::string_view kName = "SsoLoginMode";
    static constexpr std::array kList{std::pair{sso, std::string_view{"SSO"}},
                                      std::pair{password, std::string_view{"PASSWORD"}}};
};
