// Who reads an event stream, and which events they may see.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/role.h"
#include "base/clock.h"
#include "base/id.h"
#include "candidates/audience.h"
#include "db/db.h"
#include "events/event_store.h"
#include "jobs/audience.h"
#include "oauth/scope.h"

namespace callboard::streams {

struct Viewer {
    UserId user;
    accounts::Role role{};
    oauth::ScopeSet scopes;
    std::optional<Timestamp> expires_at;  // of the credential

    bool sees_everything() const { return accounts::rights_of(role).sees == accounts::Jobs::all; }
};

// The scope that is needed for events of this name; nothing: nobody receives them.
std::optional<oauth::Scope> scope_of(std::string_view event_name);

// What decides who may see an event.
struct Subject {
    std::optional<oauth::Scope> scope;  // nothing: nobody sees it
    std::optional<JobId> job;
    std::optional<CandidateId> candidate;
};
Subject subject_of(const events::StoredEvent& event);

// The users who may see the job and the candidate of an event. Events about something else are for
// administrators. Valid as long as the audiences of the jobs.
class Audience {
  public:
    Audience(db::Snapshot& snapshot, jobs::Audiences& jobs, const Subject& subject);

    bool includes(const Viewer& viewer) const;

  private:
    const jobs::Audience* job_ = nullptr;
    std::optional<candidates::Audience> candidate_;
};

}  // namespace callboard::streams
