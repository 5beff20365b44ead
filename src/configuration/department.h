#pragma once

#include <optional>
#include <string>

#include "base/clock.h"
#include "base/id.h"

namespace callboard::configuration {

struct Department {
    DepartmentId id;
    std::string label;  // unique in its company, ignoring case
    std::optional<std::string> description;

    bool operator==(const Department&) const = default;
};

}  // namespace callboard::configuration
