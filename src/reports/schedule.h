// When a report runs by itself.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "reports/report.h"

namespace callboard::reports {

bool is_zone(std::string_view name);  // a time zone by its IANA name

// The first run after this moment; nothing when there is none any more. Days are those of the schedule's
// zone; a month that is too short for the day runs on its last.
std::optional<Timestamp> next_run(const Schedule& schedule, Timestamp after);

// What a period means at this moment, in UTC.
DateBetween between(const DatePeriod& period, Timestamp now);

}  // namespace callboard::reports
