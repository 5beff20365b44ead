// Custom fields of candidates and applications. Values are stored under the ids, which never change. A
// deleted property is archived: values stay stored, but are not shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::configuration {

inline constexpr std::size_t kMostCandidateProperties = 200;
inline constexpr std::size_t kMostStoredProperties = 1'000;  // with archived ones
inline constexpr std::size_t kMostPropertyChoices = 1'000;   // of one property
inline constexpr std::size_t kMostSelectedChoices = 250;     // of one property, by one candidate

enum class PropertyType {
    boolean,
    country,
    currency,
    date,
    multi_select,
    number,
    percent,
    region,
    single_select,
    text,
    user
};

// Whether its values are chosen from a list.
constexpr bool has_choices(PropertyType type) {
    return type == PropertyType::single_select || type == PropertyType::multi_select;
}

// The forms that show the property.
enum class PropertyContext { profile, offer_form, hire_form, offer_approval_form };

enum class PropertyAudience { all, full_access };

// How the values of a text look.
enum class TextFormat { email, pattern };

struct CandidatePropertyDraft {
    std::string label;  // unique in its company, ignoring case
    PropertyAudience audience{};
    std::vector<PropertyContext> contexts;
    std::optional<TextFormat> text_format = {};  // only of a text; absent: every text
    std::optional<std::string> pattern = {};     // of that format (text_pattern.h)

    bool operator==(const CandidatePropertyDraft&) const = default;
};

struct CandidateProperty : CandidatePropertyDraft {
    CandidatePropertyId id;
    std::string key;  // accepted wherever an id is
    PropertyType type{};
    std::int64_t version = 1;
};

// A value that a select can have.
struct PropertyChoice {
    std::string id;  // unique in its property
    std::string label;
    bool is_library = false;  // cannot be changed
};

// Without archived ones, oldest first.
std::vector<CandidateProperty> candidate_properties(db::Snapshot& snapshot);
std::optional<CandidateProperty> find_candidate_property(db::Snapshot& snapshot, std::string_view id_or_key);

// Nothing if the property has no such value that can be chosen.
std::optional<PropertyChoice> find_value(db::Snapshot& snapshot, const CandidateProperty& property,
                                         std::string_view id);
// Which of the ids are values that can be chosen, in any order.
std::vector<std::string> known_values(db::Snapshot& snapshot, const CandidateProperty& property,
                                      const std::vector<std::string>& ids);
// The chosen values with these ids, in their order; archived ones, too, but none that never were.
std::vector<PropertyChoice> chosen_values(db::Snapshot& snapshot, const CandidateProperty& property,
                                          const std::vector<std::string>& ids);

}  // namespace callboard::configuration

template <>
struct callboard::Names<callboard::configuration::PropertyType> {
    using enum callboard::configuration::PropertyType;
    static constexpr std::string_view kName = "CandidatePropertyType";
    static constexpr std::array kList{std::pair{boolean, std::string_view{"BOOLEAN"}},
                                      std::pair{country, std::string_view{"COUNTRY"}},
                                      std::pair{currency, std::string_view{"CURRENCY"}},
                                      std::pair{date, std::string_view{"DATE"}},
                                      std::pair{multi_select, std::string_view{"MULTI_SELECT"}},
                                      std::pair{number, std::string_view{"NUMBER"}},
                                      std::pair{percent, std::string_view{"PERCENT"}},
                                      std::pair{region, std::string_view{"REGION"}},
                                      std::pair{single_select, std::string_view{"SINGLE_SELECT"}},
                                      std::pair{text, std::string_view{"TEXT"}},
                                      std::pair{user, std::string_view{"USER"}}};
};

template <>
struct callboard::Names<callboard::configuration::PropertyAudience> {
    using enum callboard::configuration::PropertyAudience;
    static constexpr std::string_view kName = "CandidatePropertyAudience";
    static constexpr std::array kList{std::pair{all, std::string_view{"ALL"}},
                                      std::pair{full_access, std::string_view{"FULL_ACCESS"}}};
};

template <>
struct callboard::Names<callboard::configuration::TextFormat> {
    using enum callboard::configuration::TextFormat;
    static constexpr std::string_view kName = "CandidateTextFormat";
    static constexpr std::array kList{std::pair{email, std::string_view{"EMAIL"}},
                                      std::pair{pattern, std::string_view{"PATTERN"}}};
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
