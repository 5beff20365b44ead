#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::configuration {

inline constexpr std::int64_t kMostDepartments = 5'000;  // of a company

struct Department {
    DepartmentId id;
    std::string label;  // unique in its company, ignoring case
    std::optional<std::string> description;

    bool operator==(const Department&) const = default;
};

}  // namespace callboard::configuration
