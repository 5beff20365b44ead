#include "base/http_date.h"

#include <array>
#include <chrono>

namespace callboard {

std::string http_date(Timestamp time) {
    using namespace std::chrono;
    constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto second = floor<seconds>(sys_time<milliseconds>{milliseconds{time.ms}});
    const auto day = floor<days>(second);
    const year_month_day date{day};
    const hh_mm_ss clock{second - day};
    const auto two = [](auto number) {
        return std::string{static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
    };
    return std::string{kDays[weekday{day}.c_encoding()]} + ", " + two(static_cast<unsigned>(date.day())) +
           " " + kMonths[static_cast<unsigned>(date.month()) - 1] + " " +
           std::to_string(static_cast<int>(date.year())) + " " + two(clock.hours().count()) + ":" +
           two(clock.minutes().count()) + ":" + two(clock.seconds().count()) + " GMT";
}

}  // namespace callboard
