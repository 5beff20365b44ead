#include "jobs/hiring_team.h"

#include <string_view>

#include "accounts/user_store.h"
#include "base/error.h"
#include "base/in_quotes.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/hiring_team_store.h"
#include "jobs/job_store.h"

namespace callboard::jobs {
namespace {

// Display name; a custom role is its own name.
std::string_view title_of(std::string_view role) {
    if (role == "HIRING_MANAGER") return "Hiring Manager";
    if (role == "INTERVIEW_TEAM") return "Interview Team";
    if (role == "RECRUITER") return "Recruiter";
    if (role == "EXECUTIVE") return "Executive";
    if (role == "COORDINATOR") return "Coordinator";
    return role;
}

void record_team_change(db::Tx& tx, const JobId& id) {
    store::touch_activity(tx, id);
    events::append(tx, events::JobHiringTeamUpdated{id});
}

}  // namespace

std::vector<TeamMember> hiring_team(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& id) {
    visible(snapshot, actor, id, kUnauthorized);
    return store::list_team(snapshot, id);
}

void join_team(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const TeamMember& member) {
    lock_job(tx, actor, id, kUnauthorized);
    if (!accounts::store::find_user(tx, member.user))
        throw invalid_request("USER_NOT_FOUND", "user " + in_quotes(member.user.text()) + " does not exist");
    if (!store::insert_member(tx, id, member))
        throw conflict("RESOURCE_ALREADY_EXIST", "the user is already on the hiring team");
    record_team_change(tx, id);
    events::audit(
        tx, actor,
        {.name = "HIRING_TEAM_MEMBER_ADDED",
         .entity_type = "JOB",
         .entity_id = id.text(),
         .context = {
             {"userId", member.user.text()}, {"roleId", member.role}, {"roleName", title_of(member.role)}}});
}

void leave_team(db::Tx& tx, const accounts::Actor& actor, const JobId& id, const UserId& user) {
    const Job job = lock_job(tx, actor, id, kUnauthorized);
    if (!store::is_on_team(tx, id, user)) throw not_found("HIRING_TEAM_MEMBER_NOT_FOUND");
    if (store::count_team(tx, id) == 1)
        throw invalid_request("INVALID_HIRING_TEAM_STATE", "a hiring team must have at least one member");
    if (user == job.creator) {
        store::keep_as_creator(tx, id, user);
    } else {
        store::remove_member(tx, id, user);
    }
    record_team_change(tx, id);
    events::audit(tx, actor,
                  {.name = "HIRING_TEAM_MEMBER_REMOVED",
                   .entity_type = "JOB",
                   .entity_id = id.text(),
                   .context = {{"userId", user.text()}}});
}

}  // namespace callboard::jobs
