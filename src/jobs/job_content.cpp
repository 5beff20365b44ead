#include "jobs/job_content.h"

#include <fmt/format.h>

namespace callboard::wire {

std::optional<jobs::Coordinate> Codec<jobs::Coordinate>::read(const JsonValue& value, const Rule& rule,
                                                              Reading& reading) {
    if (value.kind() == JsonKind::number) return jobs::Coordinate{fmt::format("{}", value.number())};
    auto text = Codec<std::string>::read(value, {.max_length = 32, .about = rule.about}, reading);
    if (!text) return std::nullopt;
    return jobs::Coordinate{std::move(*text)};
}

}  // namespace callboard::wire
