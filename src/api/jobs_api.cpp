#include "api/jobs_api.h"

#include <utility>

#include "base/error.h"
#include "configuration/dictionary.h"
#include "jobs/access.h"
#include "jobs/creation.h"
#include "jobs/listing.h"
#include "jobs/publication.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;

// --- from requests

std::optional<std::string> id_of(const std::optional<Reference>& reference) {
    if (!reference) return std::nullopt;
    return reference->id;
}

jobs::Location location(const LocationInput& input) {
    return {.country_code = input.country_code,
            .city = input.city,
            .region = input.region,
            .region_code = input.region_code,
            .address = input.address,
            .postal_code = input.postal_code,
            .latitude = input.latitude,
            .longitude = input.longitude,
            .place = input.remote.value_or(false) ? jobs::Place::remote : jobs::Place::on_site};
}

jobs::Draft draft(const JobInput& input) {
    jobs::Draft draft{.kind = input.is_template.value_or(false) ? jobs::Kind::blueprint : jobs::Kind::job,
                      .title = input.title,
                      .ref_number = input.ref_number,
                      .department = id_of(input.department),
                      .industry = input.industry.id,
                      .function = input.function.id,
                      .experience_level = input.experience_level.id,
                      .employment_type = id_of(input.type_of_employment),
                      .eeo_category = id_of(input.eeo_category),
                      .location = location(input.location),
                      .target_hiring_at = input.target_hiring_date};
    if (const auto& pay = input.compensation)
        draft.pay = {.min = pay->min, .max = pay->max, .currency = pay->currency};
    if (const auto& ad = input.job_ad) {
        if (ad->language) draft.ad_language = ad->language->code;
        draft.ad_sections.clear();
        wire::encode(draft.ad_sections, ad->sections.value_or(AdSections{}));
    }
    return draft;
}

jobs::Audience audience(const PublicationInput& input) {
    const jobs::Posting posting = input.visibility.value_or(jobs::Posting::everyone);
    if (posting != jobs::Posting::everyone && posting != jobs::Posting::internal) {
        throw Error{ErrorKind::unprocessable,
                    Fault{"VALIDATION_ERROR", "must be PUBLIC or INTERNAL", "/visibility"}};
    }
    return {.posting = posting, .aggregators = input.aggregators.value_or(true)};
}

// --- to views

Labelled labelled(Dictionary dictionary, std::string id) {
    const configuration::Term* const term = configuration::find_term(dictionary, id);
    std::string label{term ? term->label : id};
    return {.id = std::move(id), .label = std::move(label)};
}

std::optional<Labelled> labelled(Dictionary dictionary, std::optional<std::string> id) {
    if (!id) return std::nullopt;
    return labelled(dictionary, std::move(*id));
}

std::optional<DepartmentPart> view(std::optional<configuration::Department> department) {
    if (!department) return std::nullopt;
    return DepartmentPart{.id = department->id,
                          .label = std::move(department->label),
                          .description = std::move(department->description)};
}

LocationView view(jobs::Location at) {
    return {.country_code = std::move(at.country_code),
            .city = std::move(at.city),
            .region = std::move(at.region),
            .region_code = std::move(at.region_code),
            .address = std::move(at.address),
            .postal_code = std::move(at.postal_code),
            .latitude = std::move(at.latitude),
            .longitude = std::move(at.longitude),
            .remote = at.place == jobs::Place::remote};
}

LanguageView language(std::string code) {
    const configuration::Language* const known = configuration::find_language(code);
    if (!known) return {.code = std::move(code), .label = {}, .label_native = {}};
    return {.code = std::move(code),
            .label = std::string{known->label},
            .label_native = std::string{known->native_label}};
}

std::optional<Compensation> view(jobs::Pay pay) {
    if (!pay.min && !pay.max && !pay.currency) return std::nullopt;
    return Compensation{.min = pay.min, .max = pay.max, .currency = std::move(pay.currency)};
}

JobView view(jobs::Job job, const std::string& url) {
    return {.id = job.id,
            .title = std::move(job.title),
            .ref_number = std::move(job.ref_number),
            .created_on = job.created_at,
            .updated_on = job.updated_at,
            .last_activity_on = job.last_activity_at,
            .department = view(std::move(job.department)),
            .location = view(std::move(job.location)),
            .status = job.status,
            .posting_status = job.posting,
            .target_hiring_date = job.target_hiring_at,
            .industry = labelled(Dictionary::industries, std::move(job.industry)),
            .function = labelled(Dictionary::functions, std::move(job.function)),
            .experience_level = labelled(Dictionary::experience_levels, std::move(job.experience_level)),
            .type_of_employment = labelled(Dictionary::employment_types, std::move(job.employment_type)),
            .eeo_category = labelled(Dictionary::eeo_categories, std::move(job.eeo_category)),
            .is_template = job.kind == jobs::Kind::blueprint,
            .creator = {.id = job.creator.id,
                        .first_name = std::move(job.creator.first_name),
                        .last_name = std::move(job.creator.last_name)},
            .compensation = view(std::move(job.pay)),
            .job_ad = {.sections = {std::move(job.ad.sections)},
                       .language = language(std::move(job.ad.language))},
            .actions = {.details = {.url = url}}};
}

JobSummaryView view(jobs::JobSummary job, std::string url) {
    return {.id = job.id,
            .title = std::move(job.title),
            .ref_number = std::move(job.ref_number),
            .created_on = job.created_at,
            .updated_on = job.updated_at,
            .last_activity_on = job.last_activity_at,
            .department = view(std::move(job.department)),
            .location = view(std::move(job.location)),
            .status = job.status,
            .posting_status = job.posting,
            .language = language(std::move(job.language)),
            .actions = {.details = {.url = std::move(url)}}};
}

std::string path_of(const JobId& id) {
    return "/jobs/" + std::string{id.text()};
}

std::string next_page(const JobListQuery& query, const std::string& cursor) {
    return "/jobs?limit=" + std::to_string(query.limit) + "&sort=" + std::string{name_of(query.sort)} +
           "&pageId=" + cursor;
}

JobId job_id(const edge::PathParams& path) {
    return path.id<JobId>("jobId", "JOB_NOT_FOUND");
}

}  // namespace

JobInput JobInput::example() {
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
            .compensation = Compensation{.min = 18.5, .max = 24, .currency = "USD"},
            .job_ad = AdInput{
                .sections = AdSections{.job_description = AdSection{.text = "<p>You cook on the line.</p>"}},
                .language = LanguageInput{.code = "en"}}};
}

edge::Reply<JobView> create_job(db::Tx& tx, const edge::Call<JobInput>& call) {
    auto job = jobs::create(tx, call.actor(), draft(call.body));
    auto url = call.link(path_of(job.id));
    return {.view = view(std::move(job), url), .location = url};
}

JobView get_job(db::Snapshot& snapshot, const edge::Call<>& call) {
    auto job = jobs::visible(snapshot, call.actor(), job_id(call.path));
    const auto url = call.link(path_of(job.id));
    return view(std::move(job), url);
}

edge::Reply<JobList> list_jobs(db::Snapshot& snapshot, const edge::Call<wire::Nothing, JobListQuery>& call) {
    const JobListQuery& query = call.query;
    auto page = jobs::list(snapshot, call.actor(),
                           {.order = query.sort == JobOrder::job_id ? jobs::store::Order::by_id
                                                                    : jobs::store::Order::newest_first,
                            .cursor = query.page_id,
                            .offset = query.offset,
                            .limit = query.limit});
    JobList list{.limit = query.limit,
                 .offset = query.offset,
                 .next_page_id = {page.next},
                 .total_found = page.total,
                 .content = {}};
    for (auto& job : page.jobs) {
        auto url = call.link(path_of(job.id));
        list.content.push_back(view(std::move(job), std::move(url)));
    }
    std::optional<std::string> next;
    if (page.next) next = call.link(next_page(query, *page.next));
    return {.view = std::move(list), .location = std::nullopt, .next_page = std::move(next)};
}

wire::Nothing publish_job(db::Tx& tx, const edge::Call<PublicationInput>& call) {
    jobs::publish(tx, call.actor(), job_id(call.path), audience(call.body));
    return {};
}

wire::Nothing unpublish_job(db::Tx& tx, const edge::Call<>& call) {
    jobs::unpublish(tx, call.actor(), job_id(call.path));
    return {};
}

}  // namespace callboard::api
