#include "jobs/job_store.h"

#include <array>
#include <charconv>
#include <string>

namespace callboard::jobs::store {
namespace {

constexpr db::Sql kInsert{"job_insert", R"sql(
    INSERT INTO job (company_id, id, kind, title, ref_number, status, posting, department_id, industry, function,
                     experience_level, employment_type, eeo_category, country_code, region, region_code, city,
                     address, postal_code, latitude, longitude, place, target_hiring_at, pay_min, pay_max,
                     pay_currency, default_ad_id, creator_id, created_at, updated_at, last_activity_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
            $24, $25, $26, $27, $28, $29, $30, $31)
    ON CONFLICT (company_id, ref_number) DO NOTHING)sql"};

constexpr db::Sql kInsertAd{"job_ad_insert", R"sql(
    INSERT INTO job_ad (company_id, job_id, id, title, language, sections, posting, creator_id, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9))sql"};

constexpr db::Sql kInsertStatusChange{"job_status_change_insert", R"sql(
    INSERT INTO job_status_change (company_id, job_id, id, status, user_id, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kInsertTeamMember{"hiring_team_insert", R"sql(
    INSERT INTO hiring_team_member (company_id, job_id, user_id, role, added_at) VALUES ($1, $2, $3, $4, $5))sql"};

constexpr db::Sql kFind{"job_find", R"sql(
    SELECT j.id, j.kind, j.title, j.ref_number, j.status, j.posting, d.id, d.label, d.description, j.industry,
           j.function, j.experience_level, j.employment_type, j.eeo_category, j.country_code, j.city, j.region,
           j.region_code, j.address, j.postal_code, j.latitude, j.longitude, j.place, j.target_hiring_at, j.pay_min,
           j.pay_max, j.pay_currency, a.id, a.language, a.sections, u.id, u.first_name, u.last_name, j.created_at,
           j.updated_at, j.last_activity_at
    FROM job j
    JOIN job_ad a ON a.company_id = j.company_id AND a.job_id = j.id AND a.id = j.default_ad_id
    JOIN user_account u ON u.company_id = j.company_id AND u.id = j.creator_id
    LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id
    WHERE j.company_id = $1 AND j.id = $2)sql"};

constexpr db::Sql kIsOnTeam{"hiring_team_has", R"sql(
    SELECT count(*) FROM hiring_team_member WHERE company_id = $1 AND job_id = $2 AND user_id = $3)sql"};

constexpr db::Sql kMovePosting{"job_move_posting", R"sql(
    UPDATE job SET posting = $4, last_activity_at = $5 WHERE company_id = $1 AND id = $2 AND posting = $3)sql"};

constexpr db::Sql kMoveAdPosting{"job_ad_move_posting", R"sql(
    UPDATE job_ad SET posting = $4 WHERE company_id = $1 AND job_id = $2 AND id = $3)sql"};

constexpr db::Sql kMoveStatus{"job_move_status", R"sql(
    UPDATE job SET status = $4 WHERE company_id = $1 AND id = $2 AND status = $3)sql"};

constexpr std::string_view kSummaryColumns = R"sql(
    SELECT j.id, j.title, j.ref_number, j.status, j.posting, d.id, d.label, d.description, j.country_code, j.city,
           j.region, j.region_code, j.address, j.postal_code, j.latitude, j.longitude, j.place, a.language,
           j.created_at, j.updated_at, j.last_activity_at
    FROM job j
    JOIN job_ad a ON a.company_id = j.company_id AND a.job_id = j.id AND a.id = j.default_ad_id
    LEFT JOIN department d ON d.company_id = j.company_id AND d.id = j.department_id
    WHERE j.company_id = $1)sql";

constexpr db::ListSql kNewestFirst{"job_page_newest_first", kSummaryColumns,
                                   "ORDER BY j.created_at DESC, j.id DESC"};
constexpr db::ListSql kById{"job_page_by_id", kSummaryColumns, "ORDER BY j.id"};
constexpr db::ListSql kCount{"job_count", "SELECT count(*) FROM job j WHERE j.company_id = $1", ""};

constexpr std::string_view kOwn =
    "(j.creator_id = ? OR EXISTS (SELECT 1 FROM hiring_team_member t WHERE t.company_id = j.company_id AND"
    " t.job_id = j.id AND t.user_id = ?))";

// Amounts are kept as the shortest text that gives the same number again.
std::optional<std::string> amount_text(std::optional<double> amount) {
    if (!amount) return std::nullopt;
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), *amount);
    return std::string{text.data(), end};
}

std::optional<double> amount(const db::Row& row, int column) {
    if (row.is_null(column)) return std::nullopt;
    double value = 0;
    const std::string_view text = row.text(column);
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<configuration::Department> department_from(const db::Row& row, int first) {
    if (row.is_null(first)) return std::nullopt;
    return configuration::Department{.id = row.id<DepartmentId>(first),
                                     .label = row.string(first + 1),
                                     .description = row.optional_string(first + 2)};
}

Location location_from(const db::Row& row, int first) {
    return {.country_code = row.string(first),
            .city = row.string(first + 1),
            .region = row.optional_string(first + 2),
            .region_code = row.optional_string(first + 3),
            .address = row.optional_string(first + 4),
            .postal_code = row.optional_string(first + 5),
            .latitude = row.optional_string(first + 6),
            .longitude = row.optional_string(first + 7),
            .place = row.member<Place>(first + 8)};
}

Job job_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .kind = row.member<Kind>(1),
            .title = row.string(2),
            .ref_number = row.string(3),
            .status = row.member<Status>(4),
            .posting = row.member<Posting>(5),
            .department = department_from(row, 6),
            .industry = row.string(9),
            .function = row.string(10),
            .experience_level = row.string(11),
            .employment_type = row.optional_string(12),
            .eeo_category = row.optional_string(13),
            .location = location_from(row, 14),
            .target_hiring_at = row.optional_time(23),
            .pay = {.min = amount(row, 24), .max = amount(row, 25), .currency = row.optional_string(26)},
            .ad = {.id = row.id<JobAdId>(27), .language = row.string(28), .sections = row.string(29)},
            .creator = {.id = row.id<UserId>(30), .first_name = row.string(31), .last_name = row.string(32)},
            .created_at = row.time(33),
            .updated_at = row.time(34),
            .last_activity_at = row.time(35)};
}

JobSummary summary_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .title = row.string(1),
            .ref_number = row.string(2),
            .status = row.member<Status>(3),
            .posting = row.member<Posting>(4),
            .department = department_from(row, 5),
            .location = location_from(row, 8),
            .language = row.string(17),
            .created_at = row.time(18),
            .updated_at = row.time(19),
            .last_activity_at = row.time(20)};
}

void narrow(db::ListQuery& list, const Selection& selection) {
    if (selection.only_of) list.where_matching(kOwn, *selection.only_of);
}

}  // namespace

bool insert(db::Tx& tx, const Job& job) {
    const Location& at = job.location;
    const auto pay_min = amount_text(job.pay.min);
    const auto pay_max = amount_text(job.pay.max);
    const auto department = job.department ? std::optional{job.department->id} : std::nullopt;
    return tx.execute(kInsert, {job.id,
                                job.kind,
                                job.title,
                                job.ref_number,
                                job.status,
                                job.posting,
                                department,
                                job.industry,
                                job.function,
                                job.experience_level,
                                job.employment_type,
                                job.eeo_category,
                                at.country_code,
                                at.region,
                                at.region_code,
                                at.city,
                                at.address,
                                at.postal_code,
                                at.latitude,
                                at.longitude,
                                at.place,
                                job.target_hiring_at,
                                pay_min,
                                pay_max,
                                job.pay.currency,
                                job.ad.id,
                                job.creator.id,
                                job.created_at,
                                job.updated_at,
                                job.last_activity_at}) == 1;
}

void insert_default_ad(db::Tx& tx, const Job& job) {
    tx.enqueue(kInsertAd, {job.id, job.ad.id, job.title, job.ad.language, job.ad.sections, job.posting,
                           job.creator.id, job.created_at});
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

bool is_on_team(db::Snapshot& snapshot, const JobId& id, const UserId& user) {
    return snapshot.number(kIsOnTeam, {id, user}) > 0;
}

bool move_posting(db::Tx& tx, const Job& job, Posting to) {
    if (tx.execute(kMovePosting, {job.id, job.posting, to, tx.now}) != 1) return false;
    tx.enqueue(kMoveAdPosting, {job.id, job.ad.id, to});
    return true;
}

bool move_status(db::Tx& tx, const JobId& id, Status from, Status to) {
    return tx.execute(kMoveStatus, {id, from, to}) == 1;
}

std::vector<JobSummary> page(db::Snapshot& snapshot, const Selection& selection) {
    const bool by_id = selection.order == Order::by_id;
    db::ListQuery list{by_id ? kById : kNewestFirst};
    narrow(list, selection);
    if (selection.after_id && by_id) list.where("j.id >", *selection.after_id);
    if (selection.after_id && selection.after_time) {
        list.where("(j.created_at, j.id) <", *selection.after_time, *selection.after_id);
    }
    list.page(selection.limit, selection.offset);
    return snapshot.all(list, summary_from);
}

std::int64_t count(db::Snapshot& snapshot, const Selection& selection) {
    db::ListQuery list{kCount};
    narrow(list, selection);
    return snapshot.number(list);
}

}  // namespace callboard::jobs::store
