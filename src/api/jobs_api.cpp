#include "api/jobs_api.h"

#include <utility>

#include "base/error.h"
#include "configuration/dictionary.h"
#include "jobs/access.h"
#include "jobs/creation.h"
#include "jobs/job_store.h"
#include "jobs/listing.h"
#include "jobs/publication.h"

namespace callboard::api {
namespace {

// --- from requests

std::optional<std::string> id_of(const std::optional<Reference>& reference) {
    if (!reference) return std::nullopt;
    return reference->id;
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
                      .location = input.location,
                      .target_hiring_date = input.target_hiring_date,
                      .compensation = input.compensation};
    if (const auto& ad = input.job_ad) {
        if (ad->language) draft.ad_language = ad->language->code;
        if (ad->sections) draft.ad_sections = *ad->sections;
    }
    return draft;
}

jobs::Audience audience(const PublicationInput& input) {
    const bool internal = input.visibility == Visibility::internal;
    return {.posting = internal ? jobs::Posting::internal : jobs::Posting::everyone,
            .aggregators = input.aggregators.value_or(true)};
}

// --- to views

LanguageView language(std::string code) {
    const configuration::Language* const known = configuration::find_language(code);
    if (!known) return {.code = std::move(code), .label = {}, .label_native = {}};
    return {.code = std::move(code), .label = known->label, .label_native = known->native_label};
}

JobView view(const JobId& id, jobs::JobRecord record, std::string url) {
    return {.id = id,
            .created_on = record.times.created_at,
            .updated_on = record.times.updated_at,
            .last_activity_on = record.times.last_activity_at,
            .status = record.status,
            .posting_status = record.posting,
            .summary = {std::move(record.summary)},
            .details = {std::move(record.details)},
            .creator = {.id = record.creator.id,
                        .first_name = std::move(record.creator.first_name),
                        .last_name = std::move(record.creator.last_name)},
            .job_ad = {.sections = {std::move(record.ad_sections)},
                       .language = language(std::move(record.ad_language))},
            .actions = {.details = {.url = std::move(url)}}};
}

JobSummaryView view(jobs::JobLine line, std::string url) {
    return {.id = line.id,
            .created_on = line.times.created_at,
            .updated_on = line.times.updated_at,
            .last_activity_on = line.times.last_activity_at,
            .status = line.status,
            .posting_status = line.posting,
            .summary = {std::move(line.summary)},
            .place = {std::move(line.place)},
            .language = language(std::move(line.ad_language)),
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
            .compensation = jobs::Compensation{.min = 18.5, .max = 24, .currency = "USD"},
            .job_ad = AdInput{
                .sections = jobs::AdSections{.job_description =
                                                 jobs::AdSection{.text = "<p>You cook on the line.</p>"}},
                .language = LanguageInput{.code = "en"}}};
}

edge::Reply<JobView> create_job(db::Tx& tx, const edge::Call<JobInput>& call) {
    const jobs::Job job = jobs::create(tx, call.actor(), draft(call.body));
    auto url = call.link(path_of(job.id));
    return {.view = view(job.id, jobs::store::find_record(tx, job.id).value(), url), .location = url};
}

JobView get_job(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId id = job_id(call.path);
    return view(id, jobs::visible_record(snapshot, call.actor(), id), call.link(path_of(id)));
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
