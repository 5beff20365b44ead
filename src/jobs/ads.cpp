#include "jobs/ads.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/in_quotes.h"
#include "configuration/dictionary.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/ad_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

constexpr std::int64_t kMostAds = 100;

Ad existing(db::Snapshot& snapshot, const JobId& job, const JobAdId& id) {
    auto found = store::find_ad(snapshot, job, id);
    if (!found) throw not_found("JOBAD_NOT_FOUND");
    return std::move(*found);
}

void check(const AdDraft& draft) {
    check_videos(draft.sections, "/jobAd");
    std::vector<Fault> faults;
    if (draft.language && !configuration::find_language(*draft.language))
        faults.push_back({"PROPERTY_INVALID", "language " + in_quotes(*draft.language) + " does not exist",
                          "/language/code"});
    if (draft.location && !configuration::find_country(draft.location->country_code))
        faults.push_back({"PROPERTY_INVALID",
                          "country " + in_quotes(draft.location->country_code) + " does not exist",
                          "/location/countryCode"});
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};
}

bool same(const Ad& ad, const AdDraft& draft) {
    const auto place = draft.location ? std::optional{wire::to_json(*draft.location)} : std::nullopt;
    return ad.title == draft.title && ad.language == draft.language.value_or(ad.language) &&
           ad.sections == wire::to_json(draft.sections) && ad.location == place;
}

std::string audit_json(const Ad& ad) {
    return jobs::audit_json(ad.id, ad.title, ad.language);
}

}  // namespace

std::vector<Ad> ads(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job) {
    visible(snapshot, actor, job, kAbsent);
    return store::list_ads(snapshot, job);
}

Ad ad(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job, const JobAdId& id) {
    visible(snapshot, actor, job, kAbsent);
    return existing(snapshot, job, id);
}

Ad add_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const AdDraft& draft) {
    lock_job(tx, actor, job, kAbsent);
    check(draft);
    if (store::count_ads(tx, job) >= kMostAds)
        throw invalid_request("JOB_AD_LIMIT_REACHED",
                              "a job can have at most " + std::to_string(kMostAds) + " ads");
    const auto id = tx.new_id<JobAdId>();
    store::insert_ad(tx, job,
                     {.id = id,
                      .title = draft.title,
                      .creator = actor.id(),
                      .language = draft.language.value_or("en"),
                      .sections = draft.sections,
                      .location = draft.location});
    store::touch_activity(tx, job);
    Ad made = existing(tx, job, id);
    events::append(tx, events::JobAdCreated{.job_id = job, .job_ad_id = id});
    const std::string current = audit_json(made);
    events::audit(tx, actor,
                  {.name = "JOB_AD_CREATED",
                   .entity_type = "JOB_AD",
                   .entity_id = id.text(),
                   .context = {{"jobId", job.text()}, {"jobAd", events::AuditValue::json(current)}}});
    return made;
}

Ad change_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const JobAdId& id,
             const AdDraft& draft) {
    lock_job(tx, actor, job, kAbsent);
    check(draft);
    Ad before = existing(tx, job, id);
    if (same(before, draft)) return before;
    if (before.is_default) {
        store::update_default_ad(tx, job, id, draft);
        store::update_ad_text(tx, job, draft.language.value_or(before.language), draft.sections);
    } else {
        store::update_ad(tx, job, id, draft);
        store::touch_activity(tx, job);
    }
    Ad after = existing(tx, job, id);
    events::append(tx, events::JobAdUpdated{.job_id = job, .job_ad_id = id});
    const std::string previous = audit_json(before);
    const std::string current = audit_json(after);
    events::audit(tx, actor,
                  {.name = "JOB_AD_UPDATED",
                   .entity_type = "JOB_AD",
                   .entity_id = id.text(),
                   .context = {{"jobId", job.text()},
                               {"previous", events::AuditValue::json(previous)},
                               {"current", events::AuditValue::json(current)}}});
    return after;
}

}  // namespace callboard::jobs
