#include "api/jobs/ads.h"

#include "api/common/job_paths.h"
#include "api/jobs/language.h"
#include "jobs/ads.h"
#include "markup/html.h"
#include "postings/links.h"

namespace callboard::api {
namespace {

jobs::AdDraft draft(const JobAdInput& input) {
    return {.title = input.title,
            .language = input.language ? std::optional{input.language->code} : std::nullopt,
            .sections = input.job_ad.value_or(jobs::AdSections{}),
            .location = input.location};
}

// An ad that is not published is shown as visible to everyone.
jobs::Posting visibility(jobs::Posting posting) {
    return posting == jobs::Posting::not_published ? jobs::Posting::everyone : posting;
}

template <class Call>
JobAdView view(const Call& call, const JobId& job, jobs::Ad ad) {
    std::optional<wire::JsonOf<jobs::Location>> location;
    if (ad.location) location = wire::JsonOf<jobs::Location>{std::move(*ad.location)};
    const bool published = ad.posting != jobs::Posting::not_published;
    std::optional<std::string> apply_url;
    if (ad.posting_link) apply_url = call.link(postings::apply_path(*ad.posting_link));
    auto actions = call.link(path_of(job) + "/jobads/" + std::string{ad.id.text()} + "/postings");
    return {.id = ad.id,
            .title = std::move(ad.title),
            .language = language_view(std::move(ad.language)),
            .job_ad = {std::move(ad.sections)},
            .location = std::move(location),
            .created_on = ad.created_at,
            .updated_on = ad.updated_at,
            .posting_status = published ? AdPosting::published : AdPosting::not_published,
            .is_default = ad.is_default,
            .actions = {.postings = {.url = std::move(actions)}},
            .creator = {.id = ad.creator},
            .visibility = visibility(ad.posting),
            .apply_url = std::move(apply_url)};
}

}  // namespace

JobAdInput JobAdInput::example() {
    const auto text = markup::Html::sanitise("<p>Sie kochen.</p>");
    return {.title = "Koch für die Linie",
            .language = LanguageInput{.code = "de"},
            .job_ad = jobs::AdSections{.job_description = jobs::AdSection{.text = text}},
            .location = std::nullopt};
}

wire::ArrayOf<JobAdView> list_job_ads(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    wire::ArrayOf<JobAdView> list;
    for (auto& ad : jobs::ads(snapshot, call.actor(), job))
        list.items.push_back(view(call, job, std::move(ad)));
    return list;
}

JobAdView create_job_ad(db::Tx& tx, const edge::Call<JobAdInput>& call) {
    const JobId job = job_id(call.path);
    return view(call, job, jobs::add_ad(tx, call.actor(), job, draft(call.body)));
}

JobAdView get_job_ad(db::Snapshot& snapshot, const edge::Call<>& call) {
    const JobId job = job_id(call.path);
    return view(call, job, jobs::ad(snapshot, call.actor(), job, job_ad_id(call.path)));
}

JobAdView replace_job_ad(db::Tx& tx, const edge::Call<JobAdInput>& call) {
    const JobId job = job_id(call.path);
    return view(call, job, jobs::change_ad(tx, call.actor(), job, job_ad_id(call.path), draft(call.body)));
}

}  // namespace callboard::api
