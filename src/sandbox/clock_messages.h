// Messages of the sandbox clock.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "wire/shape.h"

namespace callboard::sandbox {

struct ClockInput {
    std::optional<std::string> advance;
    std::optional<bool> freeze;

    static constexpr std::string_view kName = "ClockInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field(
                "advance", &ClockInput::advance,
                {.about = "How far to advance the clock: a number with a unit (s, m, h or d), such as 28d."}),
            wire::field("freeze", &ClockInput::freeze, {.about = "Whether to stop the clock."}));
    }
};

struct ClockView {
    Timestamp now;
    bool frozen = false;

    static constexpr std::string_view kName = "Clock";
    static constexpr auto shape() {
        return wire::fields(wire::field("now", &ClockView::now), wire::field("frozen", &ClockView::frozen));
    }
};

}  // namespace callboard::sandbox
