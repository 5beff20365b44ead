// Where an application came from. A source has a type, a subtype and a value. Values are the same for every
// company, except for referrals, where they are the users of the company.
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

// The source of an application, as stored.
struct Source {
    std::string type;
    std::string sub_type;
    std::string id;     // of the value
    std::string label;  // at the time of the application

    bool operator==(const Source&) const = default;
};

struct SourceType {
    std::string_view id;
    std::string_view label;
    std::span<const std::string_view> sub_types;  // at least one

    bool has(std::string_view sub_type) const;
};

// A value that can be chosen as a source.
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

// Why choose_source() failed; `sub_type_required` if several subtypes have the value and none was given.
enum class SourceFault { unknown_type, sub_type_required, unknown };

std::variant<Source, SourceFault> choose_source(db::Snapshot& snapshot, std::string_view type,
                                                const std::optional<std::string>& sub_type,
                                                std::string_view id);

// The default source of applications that are created through the API.
Source api_source();

// The UUID for find_source(); absent for referrals.
std::optional<std::string> identifier_of(const Source& source);
std::optional<Source> find_source(std::string_view identifier);

}  // namespace callboard::configuration
