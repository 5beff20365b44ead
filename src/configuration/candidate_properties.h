// Custom fields of candidates and applications. Ids and keys must never change: values are stored under them.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "configuration/dictionary.h"

namespace callboard::configuration {

enum class PropertyType {
    boolean,
    country,
    currency,
    date,
    number,
    percent,
    region,
    single_select,
    text,
    user
};

// The forms that show the property.
enum class PropertyContext { profile, offer_form, hire_form, offer_approval_form };

struct CandidateProperty {
    std::string_view id;   // a UUID
    std::string_view key;  // accepted wherever an id is
    std::string_view label;
    PropertyType type;
    bool full_access_only;
    std::span<const PropertyContext> contexts;
    std::span<const Term> values;  // only for a single select
};

std::span<const CandidateProperty> candidate_properties();
const CandidateProperty* find_candidate_property(std::string_view id_or_key);

// Null if the property has no such value.
const Term* find_value(const CandidateProperty& property, std::string_view id);

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::PropertyType> {
    using enum callboard::configuration::PropertyType;
    static constexpr std::string_view kName = "CandidatePropertyType";
    static constexpr std::array kList{std::pair{boolean, std::string_view{"BOOLEAN"}},
                                      std::pair{country, std::string_view{"COUNTRY"}},
                                      std::pair{currency, std::string_view{"CURRENCY"}},
                                      std::pair{date, std::string_view{"DATE"}},
                                      std::pair{number, std::string_view{"NUMBER"}},
                                      std::pair{percent, std::string_view{"PERCENT"}},
                                      std::pair{region, std::string_view{"REGION"}},
                                      std::pair{single_select, std::string_view{"SINGLE_SELECT"}},
                                      std::pair{text, std::string_view{"TEXT"}},
                                      std::pair{user, std::string_view{"USER"}}};
};

template <>
struct callboard::Names<callboard::configuration::PropertyContext> {
    using enum callboard::configuration::PropertyContext;
    static constexpr std::string_view kName = "CandidatePropertyContext";
    static constexpr std::array kList{
        std::pair{profile, std::string_view{"PROFILE"}},
        std::pair{offer_form, std::string_view{"OFFER_FORM"}},
        std::pair{hire_form, std::string_view{"HIRE_FORM"}},
        std::pair{offer_approval_form, std::string_view{"OFFER_APPROVAL_FORM"}}};
};
