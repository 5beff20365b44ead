#include "jobs/publication.h"

#include <cstdlib>
#include <utility>

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/ad_store.h"
#include "jobs/job_store.h"
#include "jobs/posting_draft.h"
#include "jobs/publication_store.h"
#include "jobs/status.h"

namespace callboard::jobs {
namespace {

Posting posting_for(PublicationAudience audience) {
    return audience == PublicationAudience::colleagues ? Posting::internal : Posting::everyone;
}

std::string_view visibility_of(PublicationAudience audience) {
    return name_of(posting_for(audience));
}

store::PublicationState existing(db::Snapshot& snapshot, const JobId& job, const JobAdId& ad) {
    const auto found = store::publication_state(snapshot, job, ad);
    if (!found) throw not_found("JOBAD_NOT_FOUND");
    return *found;
}

bool is_shown(const store::PublicationState& state, PublicationAudience audience) {
    const auto& active = state.active;
    return active && active->audience == audience && active->revision == state.revision;
}

bool move(db::Tx& tx, const Job& job, const JobAdId& ad, const store::PublicationState& state, Posting to) {
    if (ad == job.default_ad) return store::move_posting(tx, job, to);
    return store::move_ad_posting(tx, job.id, ad, state.posting, to);
}

// Returns false if there was nothing to do, also if a concurrent transaction made the same change.
bool publish_one(db::Tx& tx, const Job& job, const JobAdId& ad, PublicationAudience audience) {
    const store::PublicationState state = existing(tx, job.id, ad);
    if (is_shown(state, audience)) return false;
    if (!move(tx, job, ad, state, posting_for(audience))) {
        if (is_shown(existing(tx, job.id, ad), audience)) return false;
        throw changed_meanwhile();
    }
    if (state.active && !store::end_publication(tx, job.id, ad, state.active->id)) throw changed_meanwhile();
    store::begin_publication(tx, job.id, ad, state.revision, audience);
    postings::release(tx, posting_draft(tx, job.id, ad).value(), release_for(audience, tx.now));
    if (ad == job.default_ad) store::write_posting_path(tx, job.id);
    events::append(tx, events::JobAdPostingsUpdated{.job_id = job.id, .job_ad_id = ad});
    return true;
}

void audit_publication(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const JobAdId& ad,
                       PublicationAudience audience) {
    events::audit(tx, actor,
                  {.name = "JOB_PUBLISHED",
                   .entity_type = "JOB",
                   .entity_id = job.text(),
                   .context = {{"jobAdId", ad.text()},
                               {"visibility", visibility_of(audience)},
                               {"aggregators",
                                audience == PublicationAudience::everyone_and_boards ? "true" : "false"}}});
}

void audit_unpublication(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const JobAdId& ad) {
    events::audit(tx, actor,
                  {.name = "JOB_UNPUBLISHED",
                   .entity_type = "JOB",
                   .entity_id = job.text(),
                   .context = {{"jobAdId", ad.text()}}});
}

void publish_default(db::Tx& tx, const accounts::Actor& actor, const Job& job, PublicationAudience audience) {
    if (!publish_one(tx, job, job.default_ad, audience)) return;
    if (job.status == Status::created) change_status(tx, actor, job, Status::sourcing);
    audit_publication(tx, actor, job.id, job.default_ad, audience);
}

// Unpublishing the default ad unpublishes all others.
void unpublish_all(db::Tx& tx, const accounts::Actor& actor, const Job& job) {
    if (job.posting == Posting::not_published) return;
    if (!store::move_posting(tx, job, Posting::not_published)) {
        if (store::find(tx, job.id)->posting == Posting::not_published) return;
        throw changed_meanwhile();
    }
    const std::vector<JobAdId> ads = store::published_ads(tx, job.id);
    store::end_publications(tx, job.id);
    if (ads.size() > 1) store::end_ad_postings(tx, job.id);
    postings::end_postings(tx, job.id);
    store::write_posting_path(tx, job.id);
    for (const JobAdId& ad : ads)
        events::append(tx, events::JobAdPostingsUpdated{.job_id = job.id, .job_ad_id = ad});
    audit_unpublication(tx, actor, job.id, job.default_ad);
}

void unpublish_one(db::Tx& tx, const accounts::Actor& actor, const Job& job, const JobAdId& ad) {
    const store::PublicationState state = existing(tx, job.id, ad);
    if (!state.active) return;
    if (!store::move_ad_posting(tx, job.id, ad, state.posting, Posting::not_published) ||
        !store::end_publication(tx, job.id, ad, state.active->id)) {
        if (!existing(tx, job.id, ad).active) return;
        throw changed_meanwhile();
    }
    store::touch_activity(tx, job.id);
    postings::end_posting(tx, job.id, ad);
    events::append(tx, events::JobAdPostingsUpdated{.job_id = job.id, .job_ad_id = ad});
    audit_unpublication(tx, actor, job.id, ad);
}

}  // namespace

void publish(db::Tx& tx, const accounts::Actor& actor, const JobId& id, PublicationAudience audience) {
    store::lock_row(tx, id);  // otherwise an unpublish and publish between the two reads would go unnoticed
    const Job job = visible(tx, actor, id, kUnauthorized);
    require_publishing(actor);
    publish_default(tx, actor, job, audience);
}

void unpublish(db::Tx& tx, const accounts::Actor& actor, const JobId& id) {
    store::lock_row(tx, id);
    const Job job = visible(tx, actor, id, kUnauthorized);
    require_publishing(actor);
    unpublish_all(tx, actor, job);
}

void publish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad,
                PublicationAudience audience) {
    store::lock_row(tx, id);  // the posting of the default ad must not change meanwhile
    const Job job = visible(tx, actor, id, kPostingsUnauthorized);
    require_publishing(actor);
    if (ad == job.default_ad) return publish_default(tx, actor, job, audience);
    existing(tx, id, ad);
    if (job.posting == Posting::not_published)
        throw forbidden("JOB_NOT_POSTED", "the default ad of the job must be published first");
    if (!publish_one(tx, job, ad, audience)) return;
    store::touch_activity(tx, id);
    audit_publication(tx, actor, id, ad, audience);
}

void unpublish_ad(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const JobAdId& ad) {
    const Job job = visible(tx, actor, id, kPostingsUnauthorized);
    require_publishing(actor);
    if (ad == job.default_ad) return unpublish_all(tx, actor, job);
    unpublish_one(tx, actor, job, ad);
}

postings::Release release_for(PublicationAudience audience, Timestamp at) {
    return {.visibility = audience == PublicationAudience::colleagues ? postings::Visibility::internal
                                                                      : postings::Visibility::everyone,
            .on_boards = audience == PublicationAudience::everyone_and_boards,
            .at = at};
}

std::vector<Publication> publications(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id,
                                      PublicationFilter filter) {
    const Job job = visible(snapshot, actor, id, kUnauthorized);
    return store::list_publications(snapshot, id, job.default_ad, filter);
}

std::vector<Publication> ad_publications(db::Snapshot& snapshot, const accounts::Actor& actor,
                                         const JobId& id, const JobAdId& ad, PublicationFilter filter) {
    visible(snapshot, actor, id, kPostingsForbidden);
    existing(snapshot, id, ad);
    return store::list_publications(snapshot, id, ad, filter);
}

}  // namespace callboard::jobs
