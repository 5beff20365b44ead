#include "streams/viewer.h"

#include <array>
#include <utility>

#include "events/catalogue.h"

namespace callboard::streams {
namespace {

using enum oauth::Scope;

// By the operations that return what the events are about.
constexpr std::array kScopes{
    std::pair{std::string_view{"job."}, jobs_read},
    std::pair{std::string_view{"position."}, jobs_read},
    std::pair{std::string_view{"application."}, candidates_read},
    std::pair{std::string_view{"candidate."}, candidates_read},
    std::pair{std::string_view{"offer."}, candidates_offers_read},
    std::pair{std::string_view{"review."}, reviews_read},
    std::pair{std::string_view{"interview."}, interviews_read},
    std::pair{std::string_view{"onboarding."}, onboarding_processes_read},
};

// A field of a payload: always an id, so it has no escapes.
std::string_view field_in(std::string_view payload, std::string_view name) {
    const std::string key = "\"" + std::string{name} + "\":\"";
    const auto found = payload.find(key);
    if (found == std::string_view::npos) return {};
    const std::string_view rest = payload.substr(found + key.size());
    return rest.substr(0, rest.find('"'));
}

// Sent to test a webhook, and about nothing.
bool is_sample(const events::StoredEvent& event) {
    const events::EventKind* const kind = events::find_kind(event.name);
    return kind && event.payload == events::sample_payload(*kind);
}

}  // namespace

std::optional<oauth::Scope> scope_of(std::string_view event_name) {
    for (const auto& [prefix, scope] : kScopes)
        if (event_name.starts_with(prefix)) return scope;
    return std::nullopt;
}

Subject subject_of(const events::StoredEvent& event) {
    Subject subject{.scope = is_sample(event) ? std::nullopt : scope_of(event.name),
                    .job = JobId::parse(field_in(event.payload, "job_id")),
                    .candidate = CandidateId::parse(field_in(event.payload, "candidate_id"))};
    const std::string_view id = field_in(event.payload, "id");
    if (!subject.job && event.name.starts_with("job.")) subject.job = JobId::parse(id);
    if (!subject.candidate && event.name.starts_with("candidate."))
        subject.candidate = CandidateId::parse(id);
    return subject;
}

Audience::Audience(db::Snapshot& snapshot, jobs::Audiences& jobs, const Subject& subject) {
    if (subject.job) job_ = &jobs.of(*subject.job);
    if (subject.candidate) candidate_.emplace(snapshot, jobs, *subject.candidate);
}

bool Audience::includes(const Viewer& viewer) const {
    if (viewer.sees_everything()) return true;
    if (!job_ && !candidate_) return false;
    return (!job_ || job_->includes(viewer.role, viewer.user)) &&
           (!candidate_ || candidate_->includes(viewer.role, viewer.user));
}

}  // namespace callboard::streams
