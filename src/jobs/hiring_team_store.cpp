#include "jobs/hiring_team_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kInsert{"job_member_insert", R"sql(
    INSERT INTO job_member (company_id, job_id, user_id, role, added_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, job_id, user_id) DO UPDATE SET role = $4, added_at = $5 WHERE job_member.role IS NULL)sql"};

constexpr db::Sql kList{"job_member_list", R"sql(
    SELECT user_id, role FROM job_member
    WHERE company_id = $1 AND job_id = $2 AND role IS NOT NULL ORDER BY added_at, user_id)sql"};

constexpr db::Sql kIsOnTeam{"job_member_has", R"sql(
    SELECT count(*) FROM job_member
    WHERE company_id = $1 AND job_id = $2 AND user_id = $3 AND role IS NOT NULL)sql"};

constexpr db::Sql kCount{"job_member_count", R"sql(
    SELECT count(*) FROM job_member WHERE company_id = $1 AND job_id = $2 AND role IS NOT NULL AND added_at >= 0)sql"};

constexpr db::Sql kListOwn{"job_member_list_own", R"sql(
    SELECT job_id FROM job_member WHERE company_id = $1 AND user_id = $2 ORDER BY job_id LIMIT $3)sql"};

constexpr db::Sql kRemove{"job_member_remove", R"sql(
    DELETE FROM job_member WHERE company_id = $1 AND job_id = $2 AND user_id = $3)sql"};

constexpr db::Sql kKeepAsCreator{"job_member_keep_as_creator", R"sql(
    UPDATE job_member SET role = NULL WHERE company_id = $1 AND job_id = $2 AND user_id = $3)sql"};

TeamMember member_from(const db::Row& row) {
    return {.user = row.id<UserId>(0), .role = row.string(1)};
}

}  // namespace

bool insert_member(db::Tx& tx, const JobId& id, const TeamMember& member) {
    return tx.execute(kInsert, {id, member.user, member.role, tx.now}) == 1;
}

std::vector<TeamMember> list_team(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.all(kList, {id}, member_from);
}

bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user) {
    return snapshot.number(kIsOnTeam, {id, user}) > 0;
}

std::int64_t count_team(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.number(kCount, {id});
}

std::vector<JobId> list_own(db::Snapshot& snapshot, const UserId& user, std::int64_t most) {
    return snapshot.all(kListOwn, {user, most}, [](const db::Row& row) { return row.id<JobId>(0); });
}

void remove_member(db::Tx& tx, const JobId& id, const UserId& user) {
    tx.execute(kRemove, {id, user});
}

void keep_as_creator(db::Tx& tx, const JobId& id, const UserId& user) {
    tx.execute(kKeepAsCreator, {id, user});
}

}  // namespace callboard::jobs::store
