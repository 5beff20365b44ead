#include "candidates/applying.h"

#include <algorithm>
#include <utility>

#include "candidates/application_store.h"
#include "candidates/audience.h"
#include "candidates/candidate_store.h"
#include "candidates/change.h"
#include "candidates/links.h"
#include "candidates/person.h"

namespace callboard::candidates {
namespace {

std::optional<CandidateId> usable_record(db::Tx& tx, const JobId& job, const Profile& profile) {
    const auto records = store::find_person(tx, profile);
    if (records.empty()) return std::nullopt;
    const auto applied = std::ranges::find_if(
        records, [&](const CandidateId& each) { return store::find(tx, each, job).has_value(); });
    if (applied != records.end()) return *applied;
    jobs::Audiences jobs{tx};
    const auto shared = std::ranges::find_if(records, [&](const CandidateId& each) {
        return Audience{tx, jobs, each}.includes_all_of(tx, jobs, job);
    });
    return shared != records.end() ? std::optional{*shared} : std::nullopt;
}

events::Author author_of(const events::Author& author, const CandidateId& candidate) {
    return author.user ? author : as_candidate(author, candidate);
}

}  // namespace

Applied apply_for_job(db::Tx& tx, const events::Author& author, const JobId& job, const Draft& draft) {
    auto source =
        draft.source ? chosen(tx, *draft.source, SourceCodes::of_creation) : configuration::api_source();
    const auto employment = draft.internal ? Employment::internal : Employment::external;
    const Person person =
        find_or_create(tx, draft.profile, employment, [&] { return usable_record(tx, job, draft.profile); });
    const auto earlier = person.is_new ? std::nullopt : store::find(tx, person.id, job);
    if (earlier) return {.candidate = person.id, .application = earlier->id, .is_new = false};
    const events::Author by = author_of(author, person.id);
    if (person.is_new) {
        record_creation(tx, by, person.id);
    } else {
        const Candidate before = store::find(tx, person.id).value();
        save_details_if_changed(tx, by, before, filled(store::profile_of(before), draft.profile),
                                before.employment);
    }
    const Application made{.id = tx.new_id<JobApplicationId>(),
                           .candidate = person.id,
                           .job = job,
                           .status = Status::fresh,
                           .source = std::move(source)};
    add_application(tx, by, made, person, draft.profile);
    return {.candidate = person.id, .application = made.id, .is_new = true};
}

}  // namespace callboard::candidates
