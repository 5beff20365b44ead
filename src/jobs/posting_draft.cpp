#include "jobs/posting_draft.h"

#include <string>
#include <string_view>
#include <utility>

#include "configuration/dictionary.h"
#include "jobs/job_content.h"
#include "jobs/job_properties.h"
#include "jobs/posting_source_store.h"

namespace callboard::jobs {
namespace {

std::string lower(std::string_view code) {
    const configuration::Country* const country = configuration::find_country(code);
    return std::string{country ? country->code : code};
}

// "Atlanta, GA, United States"
std::string full_location(const Location& location) {
    std::string text = location.city;
    const auto add = [&](std::string_view part) {
        if (!part.empty()) text.append(", ").append(part);
    };
    add(location.region.value_or(location.region_code.value_or("")));
    const configuration::Country* const country = configuration::find_country(location.country_code);
    add(country ? country->name : std::string_view{location.country_code});
    return text;
}

postings::PostingLocation shown(const Location& location) {
    return {.city = location.city,
            .region = location.region ? location.region : location.region_code,
            .country = lower(location.country_code),
            .address = location.address,
            .postal_code = location.postal_code,
            .latitude = location.latitude,
            .longitude = location.longitude,
            .remote = location.remote.value_or(false),
            .hybrid = location.hybrid.value_or(false),
            .hybrid_description = location.hybrid_description,
            .full_location = full_location(location)};
}

postings::PostingTerm shown(const LabelledTerm& term) {
    return {.id = term.id, .label = term.label};
}

std::optional<postings::PostingTerm> shown(const std::optional<LabelledTerm>& term) {
    return term ? std::optional{shown(*term)} : std::nullopt;
}

std::optional<postings::PostingDepartment> shown(const std::optional<DepartmentPart>& department) {
    if (!department) return std::nullopt;
    return postings::PostingDepartment{
        .id = department->id, .label = department->label, .description = department->description};
}

std::vector<postings::PostingField> fields_of(db::Snapshot& snapshot, const JobId& job,
                                              std::string_view language) {
    std::vector<postings::PostingField> fields;
    for (PropertyPart& each : posted_properties(snapshot, job, language))
        fields.push_back({.field_id = std::move(each.id),
                          .field_label = std::move(each.label),
                          .value_id = std::move(each.value.id),
                          .value_label = std::move(each.value.label)});
    return fields;
}

}  // namespace

std::optional<postings::PostingDraft> posting_draft(db::Snapshot& snapshot, const JobId& job,
                                                    const JobAdId& ad) {
    auto source = store::posting_source(snapshot, job, ad);
    if (!source) return std::nullopt;
    const auto summary = wire::decode<Summary>(source->summary);
    const auto details = wire::decode<Details>(source->details);
    const Location place = source->place ? wire::decode<Location>(*source->place) : details.location;
    return postings::PostingDraft{
        .job = job,
        .ad = ad,
        .is_default_ad = source->is_default,
        .title = std::move(source->title),
        .language = source->language,
        .region_code = place.region_code,
        .content = {.ref_number = summary.ref_number,
                    .location = shown(place),
                    .industry = shown(details.industry),
                    .department = shown(summary.department),
                    .function = shown(details.function),
                    .type_of_employment = shown(details.type_of_employment),
                    .experience_level = shown(details.experience_level),
                    .custom_field = summary.properties ? fields_of(snapshot, job, source->language)
                                                       : std::vector<postings::PostingField>{},
                    .creator = {.name = source->creator_first_name + " " + source->creator_last_name}},
        .sections = std::move(source->sections)};
}

}  // namespace callboard::jobs
