// The order of the values of a property, as an administrator arranges them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace callboard::configuration {

struct ValuePlace {
    std::string id;
    std::int64_t place = 0;

    bool operator==(const ValuePlace&) const = default;
};

// The values whose place changes, with their new one; the places that are in use stay the same. `now` is
// ordered by place. Throws CONFLICT unless `wanted` has the id of every value, once each: somebody may have
// added a value that the caller has not seen.
std::vector<ValuePlace> moved_values(const std::vector<ValuePlace>& now,
                                     const std::vector<std::string>& wanted);

}  // namespace callboard::configuration
