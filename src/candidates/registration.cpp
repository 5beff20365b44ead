#include "candidates/registration.h"

#include <utility>

#include "candidates/access.h"
#include "candidates/candidate_store.h"
#include "candidates/change.h"
#include "candidates/person.h"
#include "candidates/status.h"
#include "jobs/access.h"

namespace callboard::candidates {
namespace {

Employment employment_of(const Draft& draft) {
    return draft.internal ? Employment::internal : Employment::external;
}

std::optional<CandidateId> visible_person(db::Tx& tx, const accounts::Actor& actor, const Profile& profile) {
    for (const CandidateId& each : store::find_person(tx, profile))
        if (sees_candidate(tx, actor, each)) return each;
    return std::nullopt;
}

void fill_blanks(db::Tx& tx, const accounts::Actor& actor, const CandidateId& id, const Draft& draft) {
    const Candidate before = store::find(tx, id).value();
    const auto employment = draft.internal ? Employment::internal : before.employment;
    Profile after = filled(store::profile_of(before), draft.profile);
    after.summary.tags = merged_tags(std::move(after.summary.tags), draft.profile.summary.tags);
    save_details_if_changed(tx, actor, before, after, employment);
}

Person registered(db::Tx& tx, const accounts::Actor& actor, const Draft& draft) {
    const Person person = find_or_create(tx, draft.profile, employment_of(draft),
                                         [&] { return visible_person(tx, actor, draft.profile); });
    if (person.is_new) {
        record_creation(tx, actor, person.id);
    } else {
        fill_blanks(tx, actor, person.id, draft);
    }
    return person;
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
    const Application made{.id = tx.new_id<JobApplicationId>(),
                           .candidate = person.id,
                           .job = job,
                           .status = draft.status,
                           .source = std::move(source)};
    if (add_application(tx, actor, made, person, draft.profile)) advance_job(tx, actor, made);
    return person.id;
}

}  // namespace callboard::candidates
