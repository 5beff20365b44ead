#include "jobs/job_store.h"

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kInsert{"job_insert", R"sql(
    INSERT INTO job (company_id, id, kind, ref_number, status, posting, department_id, default_ad_id, creator_id,
                     created_at, updated_at, last_activity_at, summary, place, details, ad_language, ad_sections)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11, $12, $13, $14, $15)
    ON CONFLICT (company_id, ref_number) DO NOTHING)sql"};

constexpr db::Sql kInsertAd{"job_ad_insert", R"sql(
    INSERT INTO job_ad (company_id, job_id, id, title, posting, creator_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7))sql"};

constexpr db::Sql kInsertStatusChange{"job_status_change_insert", R"sql(
    INSERT INTO job_status_change (company_id, job_id, id, status, user_id, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kInsertTeamMember{"hiring_team_insert", R"sql(
    INSERT INTO hiring_team_member (company_id, job_id, user_id, role, added_at) VALUES ($1, $2, $3, $4, $5))sql"};

constexpr db::Sql kFind{"job_find", R"sql(
    SELECT id, kind, status, posting, default_ad_id, creator_id FROM job WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindRecord{"job_find_record", R"sql(
    SELECT j.creator_id, j.status, j.posting, j.created_at, j.updated_at, j.last_activity_at, j.summary, j.details,
           j.ad_language, j.ad_sections, u.first_name, u.last_name
    FROM job j JOIN user_account u ON u.company_id = j.company_id AND u.id = j.creator_id
    WHERE j.company_id = $1 AND j.id = $2)sql"};

constexpr db::Sql kIsOnTeam{"hiring_team_has", R"sql(
    SELECT count(*) FROM hiring_team_member WHERE company_id = $1 AND job_id = $2 AND user_id = $3)sql"};

constexpr db::Sql kMovePosting{"job_move_posting", R"sql(
    UPDATE job SET posting = $4, last_activity_at = $5 WHERE company_id = $1 AND id = $2 AND posting = $3)sql"};

constexpr db::Sql kMoveAdPosting{"job_ad_move_posting", R"sql(
    UPDATE job_ad SET posting = $4 WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kMoveStatus{"job_move_status", R"sql(
    UPDATE job SET status = $4 WHERE company_id = $1 AND id = $2 AND status = $3)sql"};

constexpr std::string_view kLines = R"sql(
    SELECT j.id, j.status, j.posting, j.created_at, j.updated_at, j.last_activity_at, j.summary, j.place, j.ad_language
    FROM job j WHERE j.company_id = $1)sql";

constexpr db::ListSql kNewestFirst{"job_page_newest_first", kLines, "ORDER BY j.created_at DESC, j.id DESC"};
constexpr db::ListSql kById{"job_page_by_id", kLines, "ORDER BY j.id"};
constexpr db::ListSql kCount{"job_count", "SELECT count(*) FROM job j WHERE j.company_id = $1", ""};

constexpr std::string_view kOwn =
    "(j.creator_id = ? OR EXISTS (SELECT 1 FROM hiring_team_member t WHERE t.company_id = j.company_id AND"
    " t.job_id = j.id AND t.user_id = ?))";

Job job_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .kind = row.member<Kind>(1),
            .status = row.member<Status>(2),
            .posting = row.member<Posting>(3),
            .default_ad = row.id<JobAdId>(4),
            .creator = row.id<UserId>(5)};
}

Times times_from(const db::Row& row, int first) {
    return {.created_at = row.time(first),
            .updated_at = row.time(first + 1),
            .last_activity_at = row.time(first + 2)};
}

JobRecord record_from(const db::Row& row) {
    return {.creator = {.id = row.id<UserId>(0), .first_name = row.string(10), .last_name = row.string(11)},
            .status = row.member<Status>(1),
            .posting = row.member<Posting>(2),
            .times = times_from(row, 3),
            .summary = row.string(6),
            .details = row.string(7),
            .ad_language = row.string(8),
            .ad_sections = row.string(9)};
}

JobLine line_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .status = row.member<Status>(1),
            .posting = row.member<Posting>(2),
            .times = times_from(row, 3),
            .summary = row.string(6),
            .place = row.string(7),
            .ad_language = row.string(8)};
}

void narrow(db::ListQuery& list, const Selection& selection) {
    if (selection.only_of) list.where_matching(kOwn, *selection.only_of);
}

template <wire::Message T>
std::string json(const T& message) {
    std::string text;
    wire::encode(text, message);
    return text;
}

Place without_coordinates(Location location) {
    location.latitude.reset();
    location.longitude.reset();
    return {std::move(location)};
}

}  // namespace

bool insert(db::Tx& tx, const Job& job, const Content& content) {
    const auto& department = content.summary.department;
    const auto department_id = department ? std::optional{department->id} : std::nullopt;
    const std::string summary = json(content.summary);
    const std::string place = json(without_coordinates(content.details.location));
    const std::string details = json(content.details);
    const std::string sections = json(content.ad_sections);
    return tx.execute(kInsert, {job.id, job.kind, content.summary.ref_number, job.status, job.posting,
                                department_id, job.default_ad, job.creator, tx.now, summary, place, details,
                                content.ad_language, sections}) == 1;
}

void insert_default_ad(db::Tx& tx, const Job& job, std::string_view title) {
    tx.enqueue(kInsertAd, {job.id, job.default_ad, title, job.posting, job.creator, tx.now});
}

void insert_status_change(db::Tx& tx, const JobId& id, Status status, const UserId& by) {
    const auto change = tx.new_id<StatusChangeId>();
    tx.enqueue(kInsertStatusChange, {id, change, status, by, tx.now});
}

void insert_team_member(db::Tx& tx, const JobId& id, const UserId& member, std::string_view role) {
    tx.enqueue(kInsertTeamMember, {id, member, role, tx.now});
}

std::optional<Job> find(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFind, {id}, job_from);
}

std::optional<JobRecord> find_record(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFindRecord, {id}, record_from);
}

bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user) {
    return snapshot.number(kIsOnTeam, {id, user}) > 0;
}

bool move_posting(db::Tx& tx, const Job& job, Posting to) {
    if (tx.execute(kMovePosting, {job.id, job.posting, to, tx.now}) != 1) return false;
    tx.enqueue(kMoveAdPosting, {job.id, job.default_ad, to});
    return true;
}

bool move_status(db::Tx& tx, const Job& job, Status to) {
    return tx.execute(kMoveStatus, {job.id, job.status, to}) == 1;
}

std::vector<JobLine> page(db::Snapshot& snapshot, const Selection& selection) {
    const bool by_id = selection.order == Order::by_id;
    db::ListQuery list{by_id ? kById : kNewestFirst};
    narrow(list, selection);
    if (selection.after_id && by_id) list.where("j.id >", *selection.after_id);
    if (selection.after_id && selection.after_time) {
        list.where("(j.created_at, j.id) <", *selection.after_time, *selection.after_id);
    }
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, line_from);
}

std::int64_t count(db::Snapshot& snapshot, const Selection& selection) {
    db::ListQuery list{kCount};
    narrow(list, selection);
    return snapshot.number(list);
}

}  // namespace callboard::jobs::store
