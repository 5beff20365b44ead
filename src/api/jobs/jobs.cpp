#include "api/jobs/jobs.h"

#include <utility>

#include "api/common/job_paths.h"
#include "api/jobs/language.h"
#include "jobs/access.h"
#include "jobs/change.h"
#include "jobs/creation.h"
#include "jobs/job_properties.h"
#include "jobs/job_store.h"
#include "jobs/listing.h"
#include "jobs/property_labels.h"
#include "markup/html.h"
#include "postings/links.h"

namespace callboard::api {
namespace {

// --- from requests, and back to the input that a patch is applied to

std::optional<std::string> id_of(const std::optional<Reference>& reference) {
    if (!reference) return std::nullopt;
    return reference->id;
}

std::optional<Reference> reference_to(std::optional<std::string> id) {
    if (!id) return std::nullopt;
    return Reference{.id = std::move(*id)};
}

std::optional<std::vector<std::string>> ids_of(const std::optional<std::vector<Reference>>& references) {
    if (!references) return std::nullopt;
    std::vector<std::string> ids;
    for (const Reference& reference : *references) ids.push_back(reference.id);
    return ids;
}

std::vector<jobs::PropertyChoice> choices_of(const std::optional<std::vector<PropertyInput>>& properties) {
    std::vector<jobs::PropertyChoice> choices;
    if (!properties) return choices;
    for (const auto& [id, value] : *properties)
        choices.push_back({.property = id, .value = value.id, .text = value.label});
    return choices;
}

std::vector<PropertyInput> inputs_of(std::vector<jobs::PropertyChoice> choices) {
    std::vector<PropertyInput> inputs;
    for (auto& [property, value, text] : choices)
        inputs.push_back(
            {.id = std::move(property), .value = {.id = std::move(value), .label = std::move(text)}});
    return inputs;
}

jobs::Draft draft(const JobInput& input) {
    jobs::Draft draft{.title = input.title,
                      .ref_number = input.ref_number,
                      .department = id_of(input.department),
                      .industry = input.industry.id,
                      .function = input.function.id,
                      .experience_level = input.experience_level.id,
                      .employment_type = id_of(input.type_of_employment),
                      .eeo_category = id_of(input.eeo_category),
                      .location = input.location,
                      .target_hiring_date = input.target_hiring_date,
                      .compensation = input.compensation,
                      .access_groups = ids_of(input.access_groups),
                      .properties = choices_of(input.properties)};
    if (input.is_template) draft.kind = *input.is_template ? jobs::Kind::blueprint : jobs::Kind::job;
    if (const auto& ad = input.job_ad) {
        if (ad->language) draft.ad_language = ad->language->code;
        if (ad->sections) draft.ad_sections = *ad->sections;
    }
    return draft;
}

JobInput input_of(jobs::Draft draft) {
    std::vector<Reference> groups;
    for (std::string& id : draft.access_groups.value()) groups.push_back({.id = std::move(id)});
    return {.title = std::move(draft.title),
            .ref_number = std::move(draft.ref_number),
            .target_hiring_date = draft.target_hiring_date,
            .department = reference_to(std::move(draft.department)),
            .industry = {.id = std::move(draft.industry)},
            .function = {.id = std::move(draft.function)},
            .experience_level = {.id = std::move(draft.experience_level)},
            .type_of_employment = reference_to(std::move(draft.employment_type)),
            .eeo_category = reference_to(std::move(draft.eeo_category)),
            .location = std::move(draft.location),
            .is_template = draft.kind == jobs::Kind::blueprint,
            .compensation = std::move(draft.compensation),
            .job_ad = AdInput{.sections = std::move(draft.ad_sections),
                              .language = LanguageInput{.code = std::move(draft.ad_language).value()}},
            .properties = inputs_of(std::move(draft.properties)),
            .access_groups = std::move(groups)};
}

// --- to views

// To the languages that the caller prefers.
template <class Call>
void translate_labels(db::Snapshot& snapshot, const Call& call, const JobId& id, jobs::JobRecord& record) {
    record.details = in_language(std::move(record.details), call.language);
    record.summary =
        jobs::with_translated_properties(snapshot, id, std::move(record.summary), call.label_language);
}

std::optional<Action> apply_on_web(const std::optional<std::string>& link, std::string_view origin) {
    if (!link) return std::nullopt;
    return Action{.url = postings::apply_path(*link).insert(0, origin)};
}

JobView view(const JobId& id, jobs::JobRecord&& record, std::string_view origin) {
    return {.id = id,
            .created_on = record.times.created_at,
            .updated_on = record.times.updated_at,
            .last_activity_on = record.times.last_activity_at,
            .status = record.status,
            .posting_status = record.posting,
            .summary = {std::move(record.summary)},
            .details = {std::move(record.details)},
            .creator = {std::move(record.creator)},
            .job_ad = {.sections = {std::move(record.ad_sections)},
                       .language = language_view(std::move(record.ad_language))},
            .actions = {.details = {origin, id},
                        .hiring_team = {origin, id, "/hiring-team"},
                        .publications = {origin, id, "/publication"},
                        .positions = {origin, id, "/positions"},
                        .apply_on_web = apply_on_web(record.posting_link, origin)}};
}

JobSummaryView view(jobs::JobLine line, std::string_view origin) {
    return {.id = line.id,
            .created_on = line.times.created_at,
            .updated_on = line.times.updated_at,
            .last_activity_on = line.times.last_activity_at,
            .status = line.status,
            .posting_status = line.posting,
            .summary = {std::move(line.summary)},
            .place = {std::move(line.place)},
            .language = language_view(std::move(line.ad_language)),
            .actions = {.details = {origin, line.id}}};
}

template <class Call>
JobView translated_view(db::Snapshot& snapshot, const Call& call, const JobId& id, jobs::JobRecord&& record) {
    translate_labels(snapshot, call, id, record);
    return view(id, std::move(record), call.public_url);
}

template <class Call>
JobView stored_view(db::Snapshot& snapshot, const Call& call, const JobId& id) {
    return translated_view(snapshot, call, id, jobs::store::find_record(snapshot, id).value());
}

}  // namespace

JobInput JobInput::example() {
    const auto text = markup::Html::sanitise("<p>You cook on the line.</p>");
    return {.title = "Line Cook",
            .ref_number = "KITCHEN-7",
            .target_hiring_date = std::nullopt,
            .department = std::nullopt,
            .industry = {.id = "restaurants"},
            .function = {.id = "production"},
            .experience_level = {.id = "entry_level"},
            .type_of_employment = Reference{.id = "permanent"},
            .eeo_category = std::nullopt,
            .location = {.country_code = "us", .city = "Atlanta"},
            .is_template = std::nullopt,
            .compensation = jobs::Compensation{.min = 18.5, .max = 24, .currency = "USD"},
            .job_ad = AdInput{.sections = jobs::AdSections{.job_description = jobs::AdSection{.text = text}},
                              .language = LanguageInput{.code = "en"}},
            .properties = std::nullopt,
            .access_groups = std::nullopt};
}

wire::JsonPatch JobInput::patch_example() {
    using enum wire::PatchAction;
    return {{{.op = replace, .path = "/title", .from = "", .value = R"("Grill Cook")"},
             {.op = add,
              .path = "/compensation",
              .from = "",
              .value = R"({"min":19,"max":25,"currency":"USD"})"}}};
}

edge::Reply<JobView> create_job(db::Tx& tx, const edge::Call<JobInput>& call) {
    const jobs::Job job = jobs::create(tx, call.actor(), draft(call.body));
    jobs::note_unknown_properties(tx, choices_of(call.body.properties), call.unknown);
    return {.view = stored_view(tx, call, job.id), .location = call.link(path_of(job.id))};
}

JobView get_job(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId id = job_id(call.path);
    return translated_view(snapshot, call, id, jobs::visible_record(snapshot, call.actor(), id));
}

JobView replace_job(db::Tx& tx, const edge::Call<JobInput>& call) {
    const JobId id = job_id(call.path);
    jobs::change(tx, call.actor(), id, [&](const jobs::Draft&) { return draft(call.body); });
    jobs::note_unknown_properties(tx, choices_of(call.body.properties), call.unknown);
    return stored_view(tx, call, id);
}

JobView patch_job(db::Tx& tx, const edge::Call<JobPatch>& call) {
    const JobId id = job_id(call.path);
    jobs::change(tx, call.actor(), id, [&](const jobs::Draft& before) {
        JobInput input = wire::patched(input_of(before), call.body, call.unknown);
        if (!input.access_groups) input.access_groups.emplace();  // absent would mean unchanged
        jobs::note_unknown_properties(tx, choices_of(input.properties), call.unknown);
        return draft(input);
    });
    return stored_view(tx, call, id);
}

edge::Reply<JobList> list_jobs(db::Snapshot& snapshot,
                               const edge::Call<wire::Nothing, jobs::ListRequest>& call) {
    auto page = jobs::list(snapshot, call.actor(), call.query);
    auto next = call.next_page("/jobs", page.next);
    JobList list{.limit = call.query.limit,
                 .offset = call.query.offset,
                 .next_page_id = {std::move(page.next)},
                 .total_found = page.total,
                 .content = {}};
    list.content.reserve(page.jobs.size());
    jobs::translate_properties(snapshot, page.jobs, call.label_language);
    for (auto& job : page.jobs) list.content.push_back(view(std::move(job), call.public_url));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next)};
}

}  // namespace callboard::api
