#include "jobs/audience_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kMembers{"job_audience_members", R"sql(
    SELECT user_id FROM job_member WHERE company_id = $1 AND job_id = $2)sql"};

// A group without members is a row without a user.
constexpr db::Sql kGroupMembers{"job_audience_group_members", R"sql(
    SELECT u.user_id FROM job_access_group g
    LEFT JOIN access_group_member u ON u.company_id = g.company_id AND u.access_group_id = g.access_group_id
    WHERE g.company_id = $1 AND g.job_id = $2)sql"};

constexpr db::Sql kViewers{"job_audience_viewers", R"sql(
    SELECT u.id, u.role FROM user_account u
    WHERE u.company_id = $1 AND u.id IN (
        SELECT m.user_id FROM job_member m WHERE m.company_id = $1 AND m.job_id = $2
        UNION
        SELECT a.user_id FROM job_access_group g
        JOIN access_group_member a ON a.company_id = g.company_id AND a.access_group_id = g.access_group_id
        WHERE g.company_id = $1 AND g.job_id = $2))sql"};

constexpr db::Sql kHasRow{"job_audience_has_row", R"sql(
    SELECT count(*) FROM job WHERE company_id = $1 AND id = $2)sql"};

}  // namespace

std::vector<UserId> list_member_ids(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kMembers, {job}, [](const db::Row& row) { return row.id<UserId>(0); });
}

std::optional<std::vector<UserId>> list_group_member_ids(db::Snapshot& snapshot, const JobId& job) {
    const auto rows =
        snapshot.all(kGroupMembers, {job}, [](const db::Row& row) { return row.optional_string(0); });
    if (rows.empty()) return std::nullopt;
    std::vector<UserId> members;
    for (const auto& user : rows)
        if (user) members.push_back(UserId::from_trusted(*user));
    return members;
}

std::vector<Viewer> list_viewers(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.all(kViewers, {job}, [](const db::Row& row) {
        return Viewer{.user = row.id<UserId>(0), .role = row.member<accounts::Role>(1)};
    });
}

bool has_row(db::Snapshot& snapshot, const JobId& job) {
    return snapshot.number(kHasRow, {job}) > 0;
}

}  // namespace callboard::jobs::store
