#include "api/jobs/hiring_team.h"

#include "api/common/job_paths.h"
#include "base/error.h"
#include "jobs/hiring_team.h"

namespace callboard::api {
namespace {

template <class Call>
TeamMemberView view(const Call& call, const jobs::TeamMember& member) {
    return {.id = member.user,
            .role = member.role,
            .actions = {.details = {.url = call.link(path_of_user(member.user))}}};
}

}  // namespace

HiringTeam get_hiring_team(db::Snapshot& snapshot, const edge::Call<>& call) {
    HiringTeam team;
    for (const auto& member : jobs::hiring_team(snapshot, call.actor(), job_id(call.path)))
        team.content.push_back(view(call, member));
    team.total_found = std::ssize(team.content);
    return team;
}

TeamMemberView add_team_member(db::Tx& tx, const edge::Call<TeamMemberInput>& call) {
    const JobId id = job_id(call.path);
    // A malformed id is treated like an unknown one, so that access to the job is checked first.
    const UserId unknown = UserId::from_trusted("000000000000000000000000");
    const jobs::TeamMember member{.user = UserId::parse(call.body.id).value_or(unknown),
                                  .role = call.body.role};
    jobs::join_team(tx, call.actor(), id, member);
    return view(call, member);
}

wire::Nothing remove_team_member(db::Tx& tx, const edge::Call<>& call) {
    const JobId id = job_id(call.path);
    const auto user = call.path.id<UserId>("userId", "HIRING_TEAM_MEMBER_NOT_FOUND");
    jobs::leave_team(tx, call.actor(), id, user);
    return {};
}

}  // namespace callboard::api
