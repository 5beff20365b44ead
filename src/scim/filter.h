// Filters of lists (RFC 7644, section 3.4.2.2), and the paths of patches (section 3.5.2), which contain them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"

namespace callboard::scim {

// Bounds of what clients send: the parser and all functions below recurse no deeper.
inline constexpr std::size_t kLongestFilter = 2'000;  // bytes
inline constexpr std::size_t kDeepestFilter = 10;     // brackets
inline constexpr std::size_t kMostComparisons = 50;
inline constexpr std::size_t kMostComparisonsOfScan = 10;  // with all users or groups of a company

// `name.givenName` has the name "name" and the part "givenname". In lower case, because attribute names are
// case-insensitive, and without the URN of the schemas of users and groups. An attribute of another schema
// keeps its URN.
struct Attribute {
    std::string name;
    std::string part;  // empty: the whole attribute
    bool operator==(const Attribute&) const = default;
};

enum class Operator { equal, not_equal, contains, starts_with, ends_with, present };

struct Comparison {
    Attribute attribute;
    Operator op{};
    std::optional<std::string> value;  // without quotes; nothing: null
    std::string folded;                // the value, for attributes that are not case-exact
};

struct Filter {
    enum class Kind { comparison, all, any, none };
    Kind kind{};
    Comparison comparison;      // only for Kind::comparison
    std::vector<Filter> parts;  // of all other kinds
};

// Throws invalidFilter with the reason and the place. `emails[type eq "work"].value eq "x"` becomes a
// conjunction of comparisons of emails.type and emails.value.
Filter parse_filter(std::string_view text);

struct Path {
    Attribute attribute;
    std::optional<Filter> selection;  // `value eq "x"` of members[value eq "x"]
};

// Throws invalidPath.
Path parse_path(std::string_view text);

// Nothing if it is no path.
std::optional<Path> find_path(std::string_view text);

std::size_t count_comparisons(const Filter& filter);

// Throws invalidFilter for more comparisons than may be made where no index helps.
void require_few_comparisons_of_scan(const Filter& filter);

// The values of an attribute; several of a multi-valued one. true and false are texts.
struct Values {
    std::vector<std::string> texts;
    bool case_exact = false;
    bool is_folded = false;  // the texts are folded already
};
using ValuesOf = FunctionRef<Values(const Attribute&)>;

// Asks for the values of an attribute once, however often the filter compares it.
bool matches(const Filter& filter, ValuesOf values_of);

// The text that the attribute must equal for the filter to match, if there is one: such a list can use an
// index.
std::optional<std::string> required_value(const Filter& filter, const Attribute& attribute);

}  // namespace callboard::scim
