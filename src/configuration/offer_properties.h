// The predefined properties of offers. None is required, and an offer can have others, too.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::configuration {

enum class OfferPropertyType {
    boolean,
    country,
    currency,
    date,
    number,
    percent,
    region,
    text,
    user,
    select
};

struct OfferProperty {
    std::string_view key;  // unique across all categories, because offers store no category
    std::string_view label;
    bool required;
    OfferPropertyType type;
};

struct OfferPropertyCategory {
    std::string_view id;
    std::span<const OfferProperty> properties;
};

std::span<const OfferPropertyCategory> offer_properties();

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::OfferPropertyType> {
    using enum callboard::configuration::OfferPropertyType;
    static constexpr std::string_view kName = "OfferPropertyType";
    static constexpr std::array kList{
        std::pair{boolean, std::string_view{"BOOLEAN"}},   std::pair{country, std::string_view{"COUNTRY"}},
        std::pair{currency, std::string_view{"CURRENCY"}}, std::pair{date, std::string_view{"DATE"}},
        std::pair{number, std::string_view{"NUMBER"}},     std::pair{percent, std::string_view{"PERCENT"}},
        std::pair{region, std::string_view{"REGION"}},     std::pair{text, std::string_view{"TEXT"}},
        std::pair{user, std::string_view{"USER"}},         std::pair{select, std::string_view{"SELECT"}}};
};
