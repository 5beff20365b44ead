#include "candidates/application_store.h"

#include <cstdint>
#include <limits>

#include "jobs/job_list_store.h"

namespace callboard::candidates::store {
namespace {

// Every change of an application gets the next change number of its candidate.
constexpr db::Sql kInsert{"job_application_insert", R"sql(
    INSERT INTO job_application (company_id, candidate_id, job_id, id, status, source_type, source_sub_type, source_id,
                                 source_label, created_at, change_number, listed_at, moved_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
            (SELECT coalesce(max(change_number), 0) + 1 FROM job_application WHERE company_id = $1 AND candidate_id = $2),
            $10, $10)
    ON CONFLICT (company_id, candidate_id, job_id) DO NOTHING)sql"};

constexpr db::Sql kUpdate{"job_application_update", R"sql(
    UPDATE job_application SET status = $4, sub_status = $5, reason_id = $6, starts_at = $7, source_type = $8,
                               source_sub_type = $9, source_id = $10, source_label = $11, onboarding = $12,
                               listed_at = $13,
                               moved_at = CASE WHEN status <> $4 OR coalesce(sub_status, '') <> coalesce($5, '') THEN $13
                                               ELSE moved_at END,
                               change_number = (SELECT max(a.change_number) + 1 FROM job_application a
                                                WHERE a.company_id = $1 AND a.candidate_id = $2)
    WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kFind{"job_application_find", R"sql(
    SELECT a.id, a.candidate_id, a.job_id, a.status, a.sub_status, a.reason_id, a.starts_at, a.source_type, a.source_sub_type,
           a.source_id, a.source_label, a.onboarding, a.created_at, a.change_number
    FROM job_application a WHERE a.company_id = $1 AND a.candidate_id = $2 AND a.job_id = $3)sql"};

constexpr db::Sql kFindById{"job_application_find_by_id", R"sql(
    SELECT a.id, a.candidate_id, a.job_id, a.status, a.sub_status, a.reason_id, a.starts_at, a.source_type, a.source_sub_type,
           a.source_id, a.source_label, a.onboarding, a.created_at, a.change_number
    FROM job_application a WHERE a.company_id = $1 AND a.id = $2)sql"};

// Ordered by an expression: for a plain ORDER BY id SQLite would scan all applications of the company.
constexpr db::Sql kAssignmentsOfOne{"job_application_assignments_of_one", R"sql(
    SELECT a.id, a.candidate_id, a.job_id, a.status, a.sub_status, a.reason_id, a.starts_at, a.source_type, a.source_sub_type,
           a.source_id, a.source_label, a.onboarding, a.created_at, a.change_number, d.title
    FROM job_application a
    JOIN job j ON j.company_id = a.company_id AND j.id = a.job_id
    JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = j.default_ad_id
    WHERE a.company_id = $1 AND a.candidate_id = $2 ORDER BY (a.id || ''))sql"};

// The title is a subquery: for a join of jobs with their ads PostgreSQL estimates one row, begins with it and
// searches the candidates once for every job.
constexpr db::ListSql kAssignments{
    "job_application_assignments",
    "a.id, a.candidate_id, a.job_id, a.status, a.sub_status, a.reason_id, a.starts_at, a.source_type, "
    "a.source_sub_type, a.source_id, a.source_label, a.onboarding, a.created_at, a.change_number, "
    "(SELECT d.title FROM job j JOIN job_ad d ON d.company_id = j.company_id AND d.job_id = j.id AND d.id = "
    "j.default_ad_id WHERE j.company_id = a.company_id AND j.id = a.job_id)",
    "FROM job_application a WHERE a.company_id = $1", ""};
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

constexpr db::Sql kRemove{"job_application_remove", R"sql(
    DELETE FROM job_application WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kInsertChange{"job_application_status_change_insert", R"sql(
    INSERT INTO job_application_status_change (company_id, candidate_id, job_id, id, status, sub_status, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7))sql"};

constexpr db::Sql kListChanges{"job_application_status_change_list", R"sql(
    SELECT status, sub_status, changed_at FROM job_application_status_change
    WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3 ORDER BY id)sql"};

constexpr db::Sql kListProperties{"candidate_property_value_list", R"sql(
    SELECT property_id, value FROM candidate_property_value
    WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kPutProperty{"candidate_property_value_put", R"sql(
    INSERT INTO candidate_property_value (company_id, candidate_id, job_id, property_id, value)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (company_id, candidate_id, job_id, property_id) DO UPDATE SET value = $5)sql"};

constexpr db::Sql kRemoveProperty{"candidate_property_value_remove", R"sql(
    DELETE FROM candidate_property_value
    WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3 AND property_id = $4)sql"};

constexpr db::Sql kRemoveProperties{"candidate_property_value_remove_all", R"sql(
    DELETE FROM candidate_property_value WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kFindAnswers{"screening_answers_find", R"sql(
    SELECT answers FROM screening_answers WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kPutAnswers{"screening_answers_put", R"sql(
    INSERT INTO screening_answers (company_id, candidate_id, job_id, answers) VALUES ($1, $2, $3, $4)
    ON CONFLICT (company_id, candidate_id, job_id) DO UPDATE SET answers = $4)sql"};

constexpr db::Sql kRemoveAnswerValues{"screening_answer_value_remove", R"sql(
    DELETE FROM screening_answer_value WHERE company_id = $1 AND candidate_id = $2 AND job_id = $3)sql"};

constexpr db::Sql kInsertAnswerValue{"screening_answer_value_insert", R"sql(
    INSERT INTO screening_answer_value (company_id, candidate_id, job_id, category, field_id, value_id)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (company_id, candidate_id, job_id, category, field_id, value_id) DO NOTHING)sql"};

Application application_from(const db::Row& row) {
    Application application{.id = row.id<JobApplicationId>(0),
                            .candidate = row.id<CandidateId>(1),
                            .job = row.id<JobId>(2),
                            .status = row.member<Status>(3),
                            .sub_status = row.optional_string(4),
                            .reason = row.optional_string(5),
                            .starts_at = row.optional_time(6),
                            .source = {.type = row.string(7),
                                       .sub_type = row.string(8),
                                       .id = row.string(9),
                                       .label = row.string(10)},
                            .onboarding = std::nullopt,
                            .created_at = row.time(12),
                            .change_number = row.integer(13)};
    if (!row.is_null(11)) application.onboarding = row.member<Onboarding>(11);
    return application;
}

Assignment assignment_from(const db::Row& row) {
    return {application_from(row), row.string(14)};
}

// An absent job is stored as an empty string.
std::string_view key_of(const std::optional<JobId>& job) {
    return job ? job->text() : std::string_view{};
}

}  // namespace

bool insert(db::Tx& tx, const Application& application) {
    const configuration::Source& source = application.source;
    return tx.execute(kInsert, {application.candidate, application.job, application.id, application.status,
                                source.type, source.sub_type, source.id, source.label, tx.now}) == 1;
}

std::optional<Application> find(db::Snapshot& snapshot, const CandidateId& candidate, const JobId& job) {
    return snapshot.first(kFind, {candidate, job}, application_from);
}

std::optional<Application> find(db::Snapshot& snapshot, const JobApplicationId& id) {
    return snapshot.first(kFindById, {id}, application_from);
}

std::vector<Assignment> list_assignments(db::Snapshot& snapshot, const CandidateId& candidate) {
    return snapshot.all(kAssignmentsOfOne, {candidate}, assignment_from);
}

std::vector<Assignment> list_assignments(db::Snapshot& snapshot, const std::vector<CandidateId>& candidates,
                                         FunctionRef<bool(db::ListQuery&, std::string_view)> narrow) {
    if (candidates.empty()) return {};
    db::ListQuery list{kAssignments};
    list.where_any("a.candidate_id", candidates);
    if (!narrow(list, "a.job_id")) return {};
    list.page(kNoLimit);
    return snapshot.all(list, assignment_from);
}

void update(db::Tx& tx, const Application& application) {
    const configuration::Source& source = application.source;
    tx.execute(kUpdate, {application.candidate, application.job, application.status, application.sub_status,
                         application.reason, application.starts_at, source.type, source.sub_type, source.id,
                         source.label, application.onboarding, tx.now});
}

void remove(db::Tx& tx, const Application& application) {
    tx.execute(kRemove, {application.candidate, application.job});
    tx.execute(kRemoveProperties, {application.candidate, application.job});
}

void insert_status_change(db::Tx& tx, const Application& application) {
    const auto change = tx.new_id<StatusChangeId>();
    tx.enqueue(kInsertChange, {application.candidate, application.job, change, application.status,
                               application.sub_status, tx.now});
}

std::vector<StatusChange> list_status_changes(db::Snapshot& snapshot, const Application& application) {
    return snapshot.all(kListChanges, {application.candidate, application.job}, [](const db::Row& row) {
        return StatusChange{
            .status = row.member<Status>(0), .sub_status = row.optional_string(1), .at = row.time(2)};
    });
}

std::vector<StoredValue> list_properties(db::Snapshot& snapshot, const CandidateId& candidate,
                                         const std::optional<JobId>& job) {
    return snapshot.all(kListProperties, {candidate, key_of(job)},
                        [](const db::Row& row) { return StoredValue{row.string(0), row.string(1)}; });
}

void put_property(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job,
                  std::string_view property, std::string_view value) {
    tx.enqueue(kPutProperty, {candidate, key_of(job), property, value});
}

void remove_property(db::Tx& tx, const CandidateId& candidate, const std::optional<JobId>& job,
                     std::string_view property) {
    tx.enqueue(kRemoveProperty, {candidate, key_of(job), property});
}

// Names of tables are those of no list: x, y.
std::string has_open_or_no_application(std::string_view candidate) {
    return std::string{
        "(NOT EXISTS (SELECT 1 FROM job_application x WHERE x.company_id = $1 AND x.candidate_id = "}
        .append(candidate)
        .append(") OR EXISTS (SELECT 1 FROM job_application y WHERE y.company_id = $1 AND y.candidate_id = ")
        .append(candidate)
        .append(" AND ")
        .append(jobs::store::open_to("y.job_id"))
        .append("))");
}

std::string has_own_application(std::string_view candidate) {
    return std::string{candidate}
        .append(" IN (SELECT y.candidate_id FROM job_application y WHERE y.company_id = $1 AND ")
        .append(jobs::store::own_of("y.job_id"))
        .append(")");
}

std::optional<std::string> find_answers(db::Snapshot& snapshot, const CandidateId& candidate,
                                        const JobId& job) {
    return snapshot.first(kFindAnswers, {candidate, job}, [](const db::Row& row) { return row.string(0); });
}

void put_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, std::string_view answers,
                 const std::vector<AnswerKey>& keys) {
    tx.enqueue(kRemoveAnswerValues, {candidate, job});
    insert_answers(tx, candidate, job, answers, keys);
}

void insert_answers(db::Tx& tx, const CandidateId& candidate, const JobId& job, std::string_view answers,
                    const std::vector<AnswerKey>& keys) {
    tx.enqueue(kPutAnswers, {candidate, job, answers});
    for (const AnswerKey& key : keys)
        tx.enqueue(kInsertAnswerValue, {candidate, job, key.category, key.field, key.value});
}

}  // namespace callboard::candidates::store
