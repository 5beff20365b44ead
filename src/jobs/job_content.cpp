#include "jobs/job_content.h"

#include <utility>

#include <fmt/format.h>

namespace callboard::jobs {
namespace {

using StoredSection = AdSectionOf<std::string>;

std::optional<AdSection> trusted(std::optional<StoredSection> stored) {
    if (!stored) return std::nullopt;
    AdSection section{.title = std::move(stored->title), .text = std::nullopt};
    if (stored->text) section.text = markup::Html::from_trusted(std::move(*stored->text));
    return section;
}

}  // namespace

AdSections stored_sections(std::string_view json) {
    auto stored = wire::decode<AdSectionsOf<std::string>>(json);
    return {.company_description = trusted(std::move(stored.company_description)),
            .job_description = trusted(std::move(stored.job_description)),
            .qualifications = trusted(std::move(stored.qualifications)),
            .additional_information = trusted(std::move(stored.additional_information)),
            .videos = std::move(stored.videos)};
}

}  // namespace callboard::jobs

namespace callboard::wire {

std::optional<jobs::Coordinate> Codec<jobs::Coordinate>::read(const JsonValue& value, const Rule& rule,
                                                              Reading& reading) {
    if (value.kind() == JsonKind::number) return jobs::Coordinate{fmt::format("{}", value.number())};
    auto text = Codec<std::string>::read(value, {.max_length = 32, .about = rule.about}, reading);
    if (!text) return std::nullopt;
    return jobs::Coordinate{std::move(*text)};
}

}  // namespace callboard::wire
