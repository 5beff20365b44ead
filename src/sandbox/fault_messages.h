// Messages of the injected faults.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "wire/shape.h"

namespace callboard::sandbox {

enum class FaultMethod { get, post, put, patch, del };

inline constexpr std::chrono::seconds kLongestDelay{600};

// In seconds: 1.5, or "1.5s".
struct Delay {
    std::chrono::milliseconds time{};
};

}  // namespace callboard::sandbox

template <>
struct callboard::Names<callboard::sandbox::FaultMethod> {
    using enum callboard::sandbox::FaultMethod;
    static constexpr std::string_view kName = "FaultMethod";
    static constexpr std::array kList{
        std::pair{get, std::string_view{"GET"}}, std::pair{post, std::string_view{"POST"}},
        std::pair{put, std::string_view{"PUT"}}, std::pair{patch, std::string_view{"PATCH"}},
        std::pair{del, std::string_view{"DELETE"}}};
};

template <>
struct callboard::wire::Codec<callboard::sandbox::Delay> {
    static std::optional<sandbox::Delay> read(const JsonValue& value, const Rule& rule, Reading& reading);
    static void write(JsonWriter& out, const sandbox::Delay& value) {
        out.number(static_cast<double>(value.time.count()) / 1000);
    }
    static void schema(JsonWriter& out, const Rule& rule, Schemas& schemas);
};

namespace callboard::sandbox {

struct FaultMatchMessage {
    FaultMethod method{};
    std::string path;

    static constexpr std::string_view kName = "FaultMatch";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("method", &FaultMatchMessage::method),
            wire::field(
                "path", &FaultMatchMessage::path,
                {.min_length = 1,
                 .max_length = 1024,
                 .one_line = true,
                 .about =
                     "The path of a request without its query, such as /candidates, or the path template of "
                     "an operation, such as /candidates/{candidateId}."}));
    }
};

struct FaultInput {
    FaultMatchMessage match;
    std::optional<std::int64_t> status;
    std::optional<Delay> delay;
    std::optional<bool> drop;
    std::optional<std::int64_t> times;

    static constexpr std::string_view kName = "FaultInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("match", &FaultInput::match),
            wire::field(
                "status", &FaultInput::status,
                {.min = 400, .max = 599, .about = "The status to return; the request is not executed."}),
            wire::field(
                "delay", &FaultInput::delay,
                {.about = "A delay in seconds, with fractions, up to 600. A string such as 1.5s is accepted, "
                          "too."}),
            wire::field("drop", &FaultInput::drop,
                        {.about = "Close the connection without a response; the request is not executed."}),
            wire::field(
                "times", &FaultInput::times,
                {.min = 1, .max = 1000, .about = "How many requests the fault applies to. Default: 1."}));
    }
};

struct FaultView {
    FaultMatchMessage match;
    std::optional<std::int64_t> status;
    std::optional<Delay> delay;
    std::optional<bool> drop;
    std::int64_t times = 0;

    static constexpr std::string_view kName = "Fault";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("match", &FaultView::match),
            wire::field("status", &FaultView::status, {.min = 400, .max = 599}),
            wire::field("delay", &FaultView::delay), wire::field("drop", &FaultView::drop),
            wire::field("times", &FaultView::times, {.about = "How many requests are left."}));
    }
};

struct FaultsView {
    std::vector<FaultView> faults;

    static constexpr std::string_view kName = "Faults";
    static constexpr auto shape() { return wire::fields(wire::field("faults", &FaultsView::faults)); }
};

}  // namespace callboard::sandbox
