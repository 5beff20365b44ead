#include "cli/demo/timeline.h"

#include <array>
#include <chrono>

#include "base/error.h"
#include "cli/demo/demo_store.h"

namespace callboard::cli::demo {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::array<hours, kMomentsPerDay> kHours{hours{9}, hours{13}, hours{17}};

// A deterministic delay that varies by moment, so that times look natural.
milliseconds delay(int moment) {
    return minutes{moment * 37 % 50} + seconds{moment * 23 % 60} + milliseconds{moment * 389 % 1000};
}

}  // namespace

Timestamp Timeline::time_of(int moment) const {
    const int days_ago = (moment + kMomentsPerDay - 1) / kMomentsPerDay;
    const int of_day = days_ago * kMomentsPerDay - moment;
    const Timestamp midnight{now_.ms - now_.ms % milliseconds{days{1}}.count()};
    return midnight - days{days_ago} + kHours.at(static_cast<std::size_t>(of_day)) + delay(moment);
}

void Timeline::run(const CompanyId& company) {
    for (const auto& [moment, actions] : moments_) {
        set_clock(time_of(moment));
        store_.db().write(company, [&](db::Tx& tx) {
            if (!store::step(tx))
                throw conflict("NOT_EMPTY",
                               "another 'callboard demo' has begun in this database; this one ends");
            for (const Action& action : actions) action(tx);
        });
    }
    set_clock(now_);
}

}  // namespace callboard::cli::demo
