#include "reports/schedule.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <cctz/civil_time.h>
#include <cctz/time_zone.h>

namespace callboard::reports {
namespace {

using Milliseconds = std::chrono::milliseconds;
using Instant = std::chrono::time_point<std::chrono::system_clock, Milliseconds>;

constexpr std::string_view kUtc = "UTC";
constexpr int kDaysOfWeek = 7;

cctz::time_zone zone_named(const std::string& name) {
    cctz::time_zone zone = cctz::utc_time_zone();
    // A zone that is no longer in the time zone database is treated as UTC.
    if (name != kUtc) cctz::load_time_zone(name, &zone);
    return zone;
}

cctz::civil_second civil(Timestamp time, const cctz::time_zone& zone) {
    return cctz::convert(std::chrono::floor<std::chrono::seconds>(Instant{Milliseconds{time.ms}}), zone);
}

// Local times that are skipped or repeated by a clock change are converted with the offset before the change.
Timestamp instant_of(const cctz::civil_second& local, const cctz::time_zone& zone) {
    return {Milliseconds{zone.lookup(local).pre.time_since_epoch()}.count()};
}

cctz::civil_day last_day_of(const cctz::civil_month& month) {
    return cctz::civil_day{month + 1} - 1;
}

cctz::civil_day day_of(const cctz::civil_month& month, int day) {
    return std::min(cctz::civil_day{month} + (day - 1), last_day_of(month));
}

cctz::civil_day monday_of(cctz::civil_day day) {
    while (cctz::get_weekday(day) != cctz::weekday::monday) --day;
    return day;
}

// The days of the runs: the first one not before `from`, and the following ones.
class Days {
  public:
    Days(Frequency frequency, const cctz::civil_day& model, const cctz::civil_day& from)
        : frequency_(frequency), model_(model), month_(from), day_(from) {
        if (frequency == Frequency::annually) month_ = cctz::civil_month{from.year(), model.month()};
        if (is_by_month()) day_ = day_of(month_, model.day());
        while (day_ < from || !fits()) step();
    }

    const cctz::civil_day& day() const { return day_; }

    void step() {
        switch (frequency_) {
            case Frequency::annually: return set_month(month_ + 12);
            case Frequency::monthly: return set_month(month_ + 1);
            case Frequency::weekly: day_ += fits() ? kDaysOfWeek : 1; return;
            case Frequency::daily: ++day_; return;
        }
    }

  private:
    bool is_by_month() const { return frequency_ == Frequency::annually || frequency_ == Frequency::monthly; }
    bool fits() const {
        return frequency_ != Frequency::weekly || cctz::get_weekday(day_) == cctz::get_weekday(model_);
    }
    void set_month(const cctz::civil_month& month) {
        month_ = month;
        day_ = day_of(month, model_.day());
    }

    const Frequency frequency_;
    const cctz::civil_day model_;  // its weekday, day or month is that of all runs
    cctz::civil_month month_;
    cctz::civil_day day_;
};

cctz::civil_second before(const cctz::civil_second& local, const DatePeriod& period) {
    switch (period.unit) {
        case PeriodUnit::days: return local - period.period * 24 * 60 * 60;
        case PeriodUnit::weeks: return local - period.period * kDaysOfWeek * 24 * 60 * 60;
        case PeriodUnit::months:
        case PeriodUnit::years: break;
    }
    const std::int64_t months = period.unit == PeriodUnit::years ? period.period * 12 : period.period;
    const cctz::civil_day day = day_of(cctz::civil_month{local} - months, local.day());
    return cctz::civil_second{day} + (local - cctz::civil_second{cctz::civil_day{local}});
}

cctz::civil_second start_of_unit(const cctz::civil_second& local, PeriodUnit unit) {
    switch (unit) {
        case PeriodUnit::days: break;
        case PeriodUnit::weeks: return cctz::civil_second{monday_of(cctz::civil_day{local})};
        case PeriodUnit::months: return cctz::civil_second{cctz::civil_month{local}};
        case PeriodUnit::years: return cctz::civil_second{cctz::civil_year{local}};
    }
    return cctz::civil_second{cctz::civil_day{local}};
}

}  // namespace

// cctz also accepts file paths and caches every name ever requested, so names are checked first.
bool is_zone(std::string_view name) {
    if (name == kUtc) return true;
    if (name.empty() || name.front() < 'A' || name.front() > 'Z') return false;
    const auto may_stand = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '+' || c == '-' || c == '/';
    };
    if (!std::ranges::all_of(name, may_stand)) return false;
    std::error_code error;
    if (!std::filesystem::is_regular_file(std::filesystem::path{"/usr/share/zoneinfo"} / name, error))
        return false;
    cctz::time_zone zone;
    return cctz::load_time_zone(std::string{name}, &zone);
}

std::optional<Timestamp> next_run(const Schedule& schedule, Timestamp after) {
    const cctz::time_zone zone = zone_named(schedule.scheduling_time.zone.value_or(std::string{kUtc}));
    const Timestamp from = schedule.activity_period.from;
    const Timestamp earliest = std::max(from, after + Milliseconds{1});
    const TimeOfDay at = schedule.scheduling_time.from;

    // A skipped time of day runs later than scheduled, possibly on the next day, so the day before is checked
    // too.
    Days days{schedule.frequency, cctz::civil_day{civil(from, zone)},
              cctz::civil_day{civil(earliest, zone)} - 1};
    const auto run = [&] {
        const cctz::civil_day& day = days.day();
        return instant_of(cctz::civil_second{day.year(), day.month(), day.day(), at.hour, at.minute, 0},
                          zone);
    };
    while (run() < earliest) days.step();
    const auto& to = schedule.activity_period.to;
    return to && run() >= *to ? std::nullopt : std::optional{run()};
}

DateBetween between(const DatePeriod& period, Timestamp now) {
    const cctz::time_zone utc = cctz::utc_time_zone();
    const cctz::civil_second local = civil(now, utc);
    if (period.full_period.value_or(false)) {
        const cctz::civil_second end = start_of_unit(local, period.unit);
        return {.from = instant_of(before(end, period), utc), .to = instant_of(end, utc)};
    }
    const Milliseconds fraction = now - instant_of(local, utc);
    return {.from = instant_of(before(local, period), utc) + fraction,
            .to = now + Milliseconds{1}};  // includes the current millisecond
}

}  // namespace callboard::reports
