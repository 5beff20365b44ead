#include "sandbox/clock_api.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/error.h"
#include "sandbox/clock_messages.h"
#include "sandbox/deployment_store.h"

namespace callboard::sandbox {
namespace {

constexpr std::int64_t kFarthestMs = std::int64_t{10} * 365 * 86'400'000;

std::optional<std::int64_t> milliseconds_of(char unit) {
    switch (unit) {
        case 's': return 1000;
        case 'm': return 60'000;
        case 'h': return 3'600'000;
        case 'd': return 86'400'000;
        default: return std::nullopt;
    }
}

std::int64_t duration_ms(const std::string& text) {
    const auto unit = text.empty() ? std::nullopt : milliseconds_of(text.back());
    const char* const end = text.data() + text.size() - (unit ? 1 : 0);
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    const bool good =
        unit && error == std::errc{} && stop == end && number >= 0 && number <= kFarthestMs / *unit;
    if (!good) {
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must be a number with a unit s, m, h or d, up to ten years",
                          "/advance"}};
    }
    return number * *unit;
}

// Advancing a stopped clock moves the time at which it is stopped; when released it continues from there.
ClockSetting moved(ClockSetting clock, const ClockInput& input, Timestamp now, std::int64_t system_ms) {
    const std::int64_t more = input.advance ? duration_ms(*input.advance) : 0;
    if (clock.frozen_at) clock.frozen_at->ms += more;
    clock.offset_ms += clock.frozen_at ? 0 : more;
    if (!input.freeze) return clock;
    if (*input.freeze && !clock.frozen_at) clock.frozen_at = Timestamp{now.ms + more};
    if (!*input.freeze && clock.frozen_at) {
        clock.offset_ms = clock.frozen_at->ms - system_ms;
        clock.frozen_at.reset();
    }
    return clock;
}

}  // namespace

edge::WebReply read_clock(db::Snapshot& snapshot, const edge::WebCall&) {
    const auto deployment = store::find_deployment(snapshot);
    const bool frozen = deployment && deployment->clock.frozen_at;
    return edge::json_reply(ClockView{.now = snapshot.now, .frozen = frozen});
}

edge::WebReply move_clock(db::Tx& tx, const edge::WebCall& call) {
    const auto input = wire::decode<ClockInput>(call.request.body);
    const auto deployment = store::find_deployment(tx);
    if (!deployment || deployment->kind != Kind::sandbox || !call.services.sandbox_clock)
        throw not_found("RESOURCE_NOT_FOUND");
    const std::int64_t system_ms = SystemClock{}.now().ms;
    const ClockSetting clock = moved(deployment->clock, input, tx.now, system_ms);
    store::set_clock(tx, clock);
    const Timestamp now = clock.frozen_at.value_or(Timestamp{system_ms + clock.offset_ms});
    edge::WebReply reply = edge::json_reply(ClockView{.now = now, .frozen = clock.frozen_at.has_value()});
    reply.sandbox_clock = clock;
    return reply;
}

}  // namespace callboard::sandbox
