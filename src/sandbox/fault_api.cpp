#include "sandbox/fault_api.h"

#include <charconv>
#include <cmath>
#include <string>

#include "base/error.h"
#include "sandbox/fault_messages.h"

namespace callboard::wire {
namespace {

std::optional<double> seconds_in(const JsonValue& value) {
    if (value.kind() == JsonKind::number) return value.number();
    if (value.kind() != JsonKind::text || !value.text().ends_with('s')) return std::nullopt;
    const std::string_view digits = value.text().substr(0, value.text().size() - 1);
    const char* const end = digits.data() + digits.size();
    double seconds = 0;
    const auto [stop, error] = std::from_chars(digits.data(), end, seconds);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return seconds;
}

}  // namespace

std::optional<sandbox::Delay> Codec<sandbox::Delay>::read(const JsonValue& value, const Rule&,
                                                          Reading& reading) {
    const auto seconds = seconds_in(value);
    if (seconds && *seconds >= 0 && *seconds <= static_cast<double>(sandbox::kLongestDelay.count()))
        return sandbox::Delay{std::chrono::milliseconds{std::llround(*seconds * 1000)}};
    reading.fault("must be a number of seconds between 0 and " +
                  std::to_string(sandbox::kLongestDelay.count()) + R"(, such as 1.5 or "1.5s")");
    return std::nullopt;
}

void Codec<sandbox::Delay>::schema(JsonWriter& out, const Rule& rule, Schemas&) {
    out.open_object();
    out.member("type", "number");
    out.member("minimum", std::int64_t{0});
    out.member("maximum", std::int64_t{sandbox::kLongestDelay.count()});
    if (!rule.about.empty()) out.member("description", rule.about);
    out.close_object();
}

}  // namespace callboard::wire

namespace callboard::sandbox {
namespace {

[[noreturn]] void refuse(std::string message, std::string path) {
    throw Error{ErrorKind::unprocessable, Fault{"VALIDATION_ERROR", std::move(message), std::move(path)}};
}

edge::Faults& faults_of(const edge::WebCall& call) {
    if (!call.services.faults) throw not_found("RESOURCE_NOT_FOUND");
    return *call.services.faults;
}

edge::RequestedFault fault_of(const FaultInput& input) {
    const std::string& path = input.match.path;
    if (!path.starts_with('/') || path.contains('?'))
        refuse("must start with / and have no query", "/match/path");
    if (path == "/sandbox" || path.starts_with("/sandbox/"))
        refuse("faults cannot be injected into paths of the sandbox", "/match/path");
    const bool drops = input.drop.value_or(false);
    if (int{input.status.has_value()} + int{input.delay.has_value()} + int{drops} != 1)
        refuse("must have exactly one of status, delay and drop (true)", "");
    return {.match = {.method = std::string{name_of(input.match.method)}, .path = path},
            .status = input.status.transform([](std::int64_t status) { return static_cast<int>(status); }),
            .delay = input.delay.transform([](const Delay& delay) { return delay.time; }),
            .drop = drops,
            .times = static_cast<int>(input.times.value_or(1))};
}

FaultView view(const edge::RequestedFault& fault) {
    return {.match = {.method = named<FaultMethod>(fault.match.method).value(), .path = fault.match.path},
            .status = fault.status,
            .delay = fault.delay.transform([](std::chrono::milliseconds time) { return Delay{time}; }),
            .drop = fault.drop ? std::optional{true} : std::nullopt,
            .times = fault.times};
}

}  // namespace

edge::WebReply add_fault(db::Snapshot&, const edge::WebCall& call) {
    const edge::RequestedFault fault = fault_of(wire::decode<FaultInput>(call.request.body));
    if (!faults_of(call).add(call.budget, fault)) {
        throw conflict("TOO_MANY_FAULTS",
                       "too many faults: at most 20 per caller and 10,000 in all; DELETE /sandbox/faults "
                       "removes those of this caller");
    }
    return edge::json_reply(view(fault), 201);
}

edge::WebReply list_faults(db::Snapshot&, const edge::WebCall& call) {
    FaultsView all;
    for (const edge::RequestedFault& fault : faults_of(call).of(call.budget))
        all.faults.push_back(view(fault));
    return edge::json_reply(all);
}

edge::WebReply delete_faults(db::Snapshot&, const edge::WebCall& call) {
    faults_of(call).remove(call.budget);
    return {.status = 204, .content_type = "", .body = {}, .headers = {}};
}

}  // namespace callboard::sandbox
