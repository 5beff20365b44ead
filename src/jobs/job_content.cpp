#include "jobs/job_content.h"

#include <utility>

#include "configuration/dictionary.h"

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

void Location::note_unused(const Location& location, wire::Reading& reading) {
    const configuration::Country* const country = configuration::find_country(location.country_code);
    if (location.country && country && *location.country != country->name)
        reading.unused_member("country", "does not match countryCode");
}

AdSections stored_sections(std::string_view json) {
    auto stored = wire::decode<AdSectionsOf<std::string>>(json);
    return {.company_description = trusted(std::move(stored.company_description)),
            .job_description = trusted(std::move(stored.job_description)),
            .qualifications = trusted(std::move(stored.qualifications)),
            .additional_information = trusted(std::move(stored.additional_information)),
            .videos = std::move(stored.videos)};
}

}  // namespace callboard::jobs
