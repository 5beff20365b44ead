#include "jobs/group_names.h"

#include <utility>

#include "accounts/access_group_store.h"
#include "jobs/job_content.h"

namespace callboard::jobs {

std::string with_group_names(db::Snapshot& snapshot, std::string details) {
    auto decoded = wire::decode<Details>(details);
    if (!decoded.access_groups) return details;
    for (GroupPart& each : *decoded.access_groups) {
        const auto id = AccessGroupId::parse(each.id);
        if (auto group = id ? accounts::store::find_group(snapshot, *id) : std::nullopt)
            each.name = std::move(group->name);
    }
    return wire::to_json(decoded);
}

}  // namespace callboard::jobs
