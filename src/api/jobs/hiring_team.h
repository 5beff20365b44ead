#pragma once

#include <string>
#include <vector>

#include "api/common/actions.h"
#include "db/db.h"
#include "edge/call.h"
#include "wire/shape.h"

namespace callboard::api {

struct TeamMemberInput {
    std::string id;
    std::string role;

    static constexpr std::string_view kName = "HiringTeamMemberInput";
    static constexpr auto shape() {
        return wire::fields(
            wire::field("id", &TeamMemberInput::id,
                        {.min_length = 1, .max_length = 256, .about = "The id of a user."}),
            wire::field(
                "role", &TeamMemberInput::role,
                {.min_length = 1,
                 .max_length = 256,
                 .about = "HIRING_MANAGER, INTERVIEW_TEAM, RECRUITER, EXECUTIVE, COORDINATOR, or a custom "
                          "role of the company."}));
    }
    static TeamMemberInput example() { return {.id = "65a0f3c2b1d4e5f60718293a", .role = "HIRING_MANAGER"}; }
};

struct TeamMemberView {
    UserId id;
    std::string role;
    DetailsAction actions;

    static constexpr std::string_view kName = "HiringTeamMember";
    static constexpr auto shape() {
        using Self = TeamMemberView;
        return wire::fields(wire::field("id", &Self::id), wire::field("role", &Self::role),
                            wire::field("actions", &Self::actions));
    }
};

struct HiringTeam {
    std::int64_t total_found = 0;
    std::vector<TeamMemberView> content;

    static constexpr std::string_view kName = "HiringTeam";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &HiringTeam::total_found),
                            wire::field("content", &HiringTeam::content));
    }
};

HiringTeam get_hiring_team(db::Snapshot& snapshot, const edge::Call<>& call);
TeamMemberView add_team_member(db::Tx& tx, const edge::Call<TeamMemberInput>& call);
wire::Nothing remove_team_member(db::Tx& tx, const edge::Call<>& call);

}  // namespace callboard::api
