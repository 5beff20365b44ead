#include "candidates/registration.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/error.h"
#include "candidates/access.h"
#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "candidates/change.h"
#include "candidates/status.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"

namespace callboard::candidates {
namespace {

struct Person {
    CandidateId id;
    bool is_new;
};

Employment employment_of(const Draft& draft) {
    return draft.internal ? Employment::internal : Employment::external;
}

std::optional<CandidateId> visible_person(db::Tx& tx, const accounts::Actor& actor, const Profile& profile) {
    for (const CandidateId& each : store::find_person(tx, profile))
        if (sees_candidate(tx, actor, each)) return each;
    return std::nullopt;
}

// Finds the visible record of the person or creates one; concurrent calls wait for each other by the unique
// key and row locks. Records that the actor may not see must not be disclosed in any way.
Person find_or_create(db::Tx& tx, const accounts::Actor& actor, const Draft& draft) {
    for (;;) {
        if (const auto known = visible_person(tx, actor, draft.profile)) {
            // Deleted or renamed before the lock: search again.
            if (store::lock_row(tx, *known) && visible_person(tx, actor, draft.profile) == known)
                return {*known, false};
            continue;
        }
        const auto id = tx.new_id<CandidateId>();
        if (store::insert(tx, id, draft.profile, employment_of(draft), store::Identity::owner))
            return {id, true};
        // A separate record is created only with the owner's row locked, so that two requests of one user do
        // not create two.
        const auto owner = store::find_owner(tx, draft.profile);
        if (!owner || !store::lock_row(tx, *owner) || store::find_owner(tx, draft.profile) != owner ||
            visible_person(tx, actor, draft.profile))
            continue;
        store::insert(tx, id, draft.profile, employment_of(draft), store::Identity::separate);
        return {id, true};
    }
}

void record_creation(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id) {
    events::append(tx, events::CandidateCreated{id});
    events::audit(tx, actor,
                  {.name = "CANDIDATE_CREATED", .entity_type = "CANDIDATE", .entity_id = id.text()});
}

template <class T>
void fill(T& blank, const T& value) {
    if (!blank) blank = value;
}

template <class T>
void fill(std::vector<T>& blank, const std::vector<T>& value) {
    if (blank.empty()) blank = value;
}

Profile filled(Profile profile, const Profile& given) {
    fill(profile.summary.location, given.summary.location);
    fill(profile.details.phone_number, given.details.phone_number);
    fill(profile.details.web, given.details.web);
    fill(profile.details.education, given.details.education);
    fill(profile.details.experience, given.details.experience);
    profile.summary.tags = merged_tags(std::move(profile.summary.tags), given.summary.tags);
    return profile;
}

void fill_blanks(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, const Draft& draft) {
    const Candidate before = store::find(tx, id).value();
    const auto employment = draft.internal ? Employment::internal : before.employment;
    save_if_changed(tx, actor, before, filled(store::profile_of(before), draft.profile), employment);
}

Person registered(db::Tx& tx, const accounts::Actor& actor, const Draft& draft) {
    const Person person = find_or_create(tx, actor, draft);
    if (person.is_new) {
        record_creation(tx, actor, person.id);
    } else {
        fill_blanks(tx, actor, person.id, draft);
    }
    return person;
}

void add_application(db::Tx& tx, const accounts::Actor& actor, const Application& made,
                     const Person& person) {
    if (!store::insert(tx, made)) return;
    store::insert_status_change(tx, made);
    if (!person.is_new) store::touch(tx, person.id);
    store::add_to_search_index(tx, person.id, store::profile_of(store::find(tx, person.id).value()));
    events::append(tx, events::ApplicationCreated{
                           .job_id = made.job, .candidate_id = person.id, .application_id = made.id});
    events::audit(tx, actor,
                  {.name = "JOB_APPLICATION_CREATED",
                   .entity_type = "APPLICATION",
                   .entity_id = made.id.text(),
                   .context = {{"currentStatus", name_of(made.status)}}});
    jobs::store::touch_activity_of_applications(tx, made.job);
    advance_job(tx, actor, made);
}

}  // namespace

CandidateId register_in_pool(db::Tx& tx, const accounts::Actor& actor, const Draft& draft) {
    require_changing(actor);
    require_pool(actor);
    if (draft.source) chosen(tx, *draft.source, SourceCodes::of_creation);  // validated, not stored
    return registered(tx, actor, draft).id;
}

CandidateId register_for_job(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const Draft& draft) {
    jobs::visible(tx, actor, job, jobs::kDenied);
    require_changing(actor);
    auto source =
        draft.source ? chosen(tx, *draft.source, SourceCodes::of_creation) : configuration::api_source();
    const Person person = registered(tx, actor, draft);
    add_application(tx, actor,
                    {.id = tx.new_id<JobApplicationId>(),
                     .candidate = person.id,
                     .job = job,
                     .status = draft.status,
                     .source = std::move(source)},
                    person);
    return person.id;
}

}  // namespace callboard::candidates
