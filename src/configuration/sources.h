// Where an application came from. A source has a type, a subtype and a value. Types and subtypes are the same
// for every company, and values are its own; for referrals they are its users. A deleted source is archived:
// it is still found by its identifier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::configuration {

inline constexpr std::size_t kMostSources = 1'000;  // of a type
inline constexpr std::string_view kReferrals = "REFERRALS";

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
    std::optional<SourceIdentifier> identifier;  // referrals have none
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

// The sources that the server itself chooses: of applications that are created through the API, and of those
// on the career site. Companies cannot change them.
Source api_source();
Source career_site_source();

// The UUID for find_source(); absent for referrals.
std::optional<SourceIdentifier> identifier_of(db::Snapshot& snapshot, const Source& source);
std::optional<Source> find_source(db::Snapshot& snapshot, const SourceIdentifier& identifier);

}  // namespace callboard::configuration
