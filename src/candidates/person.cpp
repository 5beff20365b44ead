#include "candidates/person.h"

#include <vector>

#include "candidates/application_store.h"
#include "candidates/candidate_store.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/job_store.h"

namespace callboard::candidates {
namespace {

template <class T>
void fill(T& blank, const T& value) {
    if (!blank) blank = value;
}

template <class T>
void fill(std::vector<T>& blank, const std::vector<T>& value) {
    if (blank.empty()) blank = value;
}

}  // namespace

Person find_or_create(db::Tx& tx, const Profile& profile, Employment employment,
                      FunctionRef<std::optional<CandidateId>()> find) {
    for (;;) {
        if (const auto known = find()) {
            // Deleted or renamed before the lock: search again.
            if (store::lock_row(tx, *known) && find() == known) return {*known, false};
            continue;
        }
        const auto id = tx.new_id<CandidateId>();
        if (store::insert(tx, id, profile, employment, store::Identity::owner)) return {id, true};
        // A separate record is created only with the owner's row locked, so that two requests of one user do
        // not create two.
        const auto owner = store::find_owner(tx, profile);
        if (!owner || !store::lock_row(tx, *owner) || store::find_owner(tx, profile) != owner || find())
            continue;
        store::insert(tx, id, profile, employment, store::Identity::separate);
        return {id, true};
    }
}

void record_creation(db::Tx& tx, const events::Author& author, const CandidateId& id) {
    events::append(tx, events::CandidateCreated{id});
    events::audit(tx, author,
                  {.name = "CANDIDATE_CREATED", .entity_type = "CANDIDATE", .entity_id = id.text()});
}

Profile filled(Profile profile, const Profile& given) {
    fill(profile.summary.location, given.summary.location);
    fill(profile.details.phone_number, given.details.phone_number);
    fill(profile.details.web, given.details.web);
    fill(profile.details.education, given.details.education);
    fill(profile.details.experience, given.details.experience);
    return profile;
}

bool add_application(db::Tx& tx, const events::Author& author, const Application& made, const Person& person,
                     const Profile& given) {
    if (!store::insert(tx, made)) return false;
    store::insert_status_change(tx, made);
    if (person.is_new) {
        store::add_to_search_index(tx, person.id, given);
    } else {
        store::touch(tx, person.id);
        store::add_to_search_index(tx, person.id, store::profile_of(store::find(tx, person.id).value()));
    }
    events::append(tx, events::ApplicationCreated{
                           .job_id = made.job, .candidate_id = person.id, .application_id = made.id});
    events::audit(tx, author,
                  {.name = "JOB_APPLICATION_CREATED",
                   .entity_type = "APPLICATION",
                   .entity_id = made.id.text(),
                   .context = {{"currentStatus", name_of(made.status)}}});
    jobs::store::touch_activity_of_applications(tx, made.job);
    return true;
}

}  // namespace callboard::candidates
