#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::jobs {

enum class PositionKind { fresh, replacement };

enum class PositionStatus { open, filled, cancelled };

// The input of a caller for a position.
struct PositionDraft {
    std::optional<std::string> number;  // the company's own number
    PositionKind kind{};
    std::optional<std::string> incumbent_name;
    Timestamp opens_at;
    Timestamp target_start_at;

    bool operator==(const PositionDraft&) const = default;
};

// One person to be hired for a job.
struct Position : PositionDraft {
    PositionId id;
    PositionStatus status = PositionStatus::open;
};

}  // namespace callboard::jobs

template <>
struct callboard::Names<callboard::jobs::PositionKind> {
    using enum callboard::jobs::PositionKind;
    static constexpr std::string_view kName = "PositionType";
    static constexpr std::array kList{std::pair{fresh, std::string_view{"NEW"}},
                                      std::pair{replacement, std::string_view{"REPLACEMENT"}}};
};

template <>
struct callboard::Names<callboard::jobs::PositionStatus> {
    using enum callboard::jobs::PositionStatus;
    static constexpr std::string_view kName = "PositionStatus";
    static constexpr std::array kList{std::pair{open, std::string_view{"OPEN"}},
                                      std::pair{filled, std::string_view{"FILLED"}},
                                      std::pair{cancelled, std::string_view{"CANCELLED"}}};
};
