// Where an application came from. A source is a value of a type and of one of its subtypes. Values are the
// same for every company, except referrals: there the company's users are the values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "db/db.h"

namespace callboard::configuration {

// As an application keeps it.
struct Source {
    std::string type;
    std::string sub_type;
    std::string id;     // of the value
    std::string label;  // as it was when it was chosen

    bool operator==(const Source&) const = default;
};

struct SourceType {
    std::string_view id;
    std::string_view label;
    std::span<const std::string_view> sub_types;  // one at least

    bool has(std::string_view sub_type) const;
};

// What can be chosen.
struct SourceValue {
    std::string id;  // unique in its subtype
    std::string label;
    std::string sub_type;
    std::optional<std::string> identifier;  // a UUID; referrals have none
};

std::span<const SourceType> source_types();
const SourceType* find_source_type(std::string_view id);

struct SourcePage {
    std::int64_t total;
    std::vector<SourceValue> values;
};

// Values of the type, or of one of its subtypes.
SourcePage source_values(db::Snapshot& snapshot, const SourceType& type,
                         const std::optional<std::string>& sub_type, std::int64_t limit, std::int64_t offset);

// What is wrong with a choice; `sub_type_required` when several subtypes have the value and none was named.
enum class SourceFault { unknown_type, sub_type_required, unknown };

std::variant<Source, SourceFault> choose_source(db::Snapshot& snapshot, std::string_view type,
                                                const std::optional<std::string>& sub_type,
                                                std::string_view id);

// What an application has when its maker names none.
Source api_source();

// The UUID that find_source() takes; absent for referrals.
std::optional<std::string> identifier_of(const Source& source);
std::optional<Source> find_source(std::string_view identifier);

}  // namespace callboard::configuration
