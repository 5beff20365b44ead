#include "jobs/change.h"

#include <string>
#include <utility>

#include "accounts/company_store.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/ad_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

struct Difference {
    bool fields;    // of the job itself
    bool ad_title;  // the default ad has the title of its job
    bool ad_text;

    bool ad() const { return ad_title || ad_text; }
};

Difference difference(const Content& before, const Content& after) {
    return {.fields = wire::to_json(before.summary) != wire::to_json(after.summary) ||
                      wire::to_json(before.details) != wire::to_json(after.details),
            .ad_title = before.summary.title != after.summary.title,
            .ad_text = before.ad_language != after.ad_language ||
                       wire::to_json(before.ad_sections) != wire::to_json(after.ad_sections)};
}

Content edited(db::Tx& tx, const accounts::Actor& actor, const Job& job, const Content& before,
               FunctionRef<Draft(const Draft&)> edit) {
    const Draft current = draft_of(before);
    Draft draft = replacement(edit(current), current);
    require_templates(actor, job.kind);
    require_templates(actor, draft.kind.value());
    return content_of(tx, actor, std::move(draft),
                      {.groups = before.details.access_groups.value_or(std::vector<GroupPart>{}),
                       .properties = before.summary.properties.value_or(std::vector<PropertyPart>{}),
                       .employment_type = current.employment_type,
                       .country_code = current.location.country_code});
}

void record_job_update(db::Tx& tx, const accounts::Actor& actor, const JobId& id) {
    events::append(tx, events::JobUpdated{id});
    events::audit(tx, actor, {.name = "JOB_UPDATED", .entity_type = "JOB", .entity_id = id.text()});
}

void record_ad_update(db::Tx& tx, const accounts::Actor& actor, const Job& job, const Content& before,
                      const Content& after) {
    const std::string previous = audit_json(job.default_ad, before.summary.title, before.ad_language);
    const std::string current = audit_json(job.default_ad, after.summary.title, after.ad_language);
    events::append(tx, events::JobAdUpdated{.job_id = job.id, .job_ad_id = job.default_ad});
    events::audit(tx, actor,
                  {.name = "JOB_AD_UPDATED",
                   .entity_type = "JOB_AD",
                   .entity_id = job.default_ad.text(),
                   .context = {{"jobId", job.id.text()},
                               {"previous", events::AuditValue::json(previous)},
                               {"current", events::AuditValue::json(current)}}});
}

// Serialized by a lock, so that two jobs cannot get the same reference number at once.
void require_free_ref_number(db::Tx& tx, const JobId& id, const std::string& before,
                             const std::string& after) {
    if (before == after) return;
    accounts::store::lock_company(tx);
    if (store::is_ref_number_taken(tx, after, id)) throw ref_number_taken();
}

}  // namespace

void change(db::Tx& tx, const accounts::Actor& actor, const JobId& id,
            FunctionRef<Draft(const Draft&)> edit) {
    const Job job = lock_job(tx, actor, id, kUnauthorized);
    const Content before = store::find_content(tx, id).value();
    const Content after = edited(tx, actor, job, before, edit);
    const Difference differs = difference(before, after);
    if (!differs.fields && !differs.ad()) return;
    require_free_ref_number(tx, id, before.summary.ref_number, after.summary.ref_number);

    store::update(tx, job, after);
    if (differs.ad_title) store::rename_ad(tx, id, job.default_ad, after.summary.title);
    if (differs.ad_text) store::touch_ad(tx, id, job.default_ad);
    if (differs.fields) {
        store::outdate_postings(tx, id);
        record_job_update(tx, actor, id);
    }
    if (differs.ad()) record_ad_update(tx, actor, job, before, after);
}

Error ref_number_taken() {
    return conflict("REF_NUMBER_ALREADY_EXISTS", "a job with this reference number already exists");
}

}  // namespace callboard::jobs
