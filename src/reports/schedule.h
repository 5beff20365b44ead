// Scheduled runs of reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "reports/report.h"

namespace callboard::reports {

bool is_zone(std::string_view name);  // an IANA time zone name

// The first run after the given time; nothing if there is none. Days are those of the schedule's zone; in
// shorter months it runs on the last day.
std::optional<Timestamp> next_run(const Schedule& schedule, Timestamp after);

// The range of a period at the given time, in UTC.
DateBetween between(const DatePeriod& period, Timestamp now);

}  // namespace callboard::reports
