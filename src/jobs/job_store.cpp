#include "jobs/job_store.h"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/words.h"
#include "configuration/job_property_label_store.h"
#include "jobs/group_names.h"
#include "jobs/job_list_store.h"
#include "jobs/property_labels.h"

namespace callboard::jobs::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kApplicationActivityInterval = 1min;

constexpr db::Sql kInsert{"job_insert", R"sql(
    INSERT INTO job (company_id, id, kind, ref_number, status, posting, department_id, default_ad_id, creator_id,
                     created_at, updated_at, last_activity_at, summary, place, details, ad_language, ad_sections, city,
                     creator)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $11, $12, $13, $14, $15, $16, $17)
    ON CONFLICT (company_id, ref_number) DO NOTHING)sql"};

constexpr db::Sql kUpdate{"job_update", R"sql(
    UPDATE job SET kind = $3, ref_number = $4, department_id = $5, updated_at = $6, last_activity_at = $6, summary = $7,
                   place = $8, details = $9, ad_language = $10, ad_sections = $11, city = $12
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kUpdateAdText{"job_update_ad_text", R"sql(
    UPDATE job SET ad_language = $3, ad_sections = $4, updated_at = $5, last_activity_at = $5
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kLockRow{"job_take_turn", R"sql(
    UPDATE job SET kind = kind WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kTouch{"job_touch", R"sql(
    UPDATE job SET updated_at = $3, last_activity_at = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kTouchActivity{"job_touch_activity", R"sql(
    UPDATE job SET last_activity_at = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kTouchActivityIfOlder{"job_touch_activity_if_older", R"sql(
    UPDATE job SET last_activity_at = $3 WHERE company_id = $1 AND id = $2 AND last_activity_at <= $4)sql"};

constexpr db::Sql kFind{"job_find", R"sql(
    SELECT id, kind, status, posting, default_ad_id, creator_id FROM job WHERE company_id = $1 AND id = $2)sql"};

// With whether anything was renamed: a statement of its own would add 4 % to a whole read.
constexpr db::Sql kFindRecord{"job_find_record", R"sql(
    SELECT creator, status, posting, created_at, updated_at, last_activity_at, summary, details, ad_language,
           ad_sections, posting_path,
           CASE WHEN EXISTS (SELECT 1 FROM renaming r WHERE r.company_id = $1) THEN 1 ELSE 0 END
    FROM job WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindUser{"job_find_user", R"sql(
    SELECT id, first_name, last_name FROM user_account WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindCreator{"job_find_creator", R"sql(
    SELECT u.id, u.first_name, u.last_name
    FROM job j JOIN user_account u ON u.company_id = j.company_id AND u.id = j.creator_id
    WHERE j.company_id = $1 AND j.id = $2)sql"};

constexpr db::Sql kCreatorsAfter{"job_creators_after", R"sql(
    SELECT u.id, u.first_name, u.last_name, j.id, j.creator
    FROM job j JOIN user_account u ON u.company_id = j.company_id AND u.id = j.creator_id
    WHERE j.company_id = $1 AND j.id > $2 ORDER BY j.id LIMIT $3)sql"};

constexpr db::Sql kUpdateCreator{"job_update_creator", R"sql(
    UPDATE job SET creator = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindContent{"job_find_content", R"sql(
    SELECT summary, details, ad_language, ad_sections FROM job WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindDetails{"job_find_details", R"sql(
    SELECT details FROM job WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kUpdateDetails{"job_update_details", R"sql(
    UPDATE job SET details = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFindSummary{"job_find_summary", R"sql(
    SELECT summary FROM job WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kUpdateSummary{"job_update_summary", R"sql(
    UPDATE job SET summary = $3 WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kCountRefNumber{"job_count_ref_number", R"sql(
    SELECT count(*) FROM job WHERE company_id = $1 AND ref_number = $2 AND id <> $3)sql"};

constexpr db::Sql kIsOwn{"job_is_own", R"sql(
    SELECT count(*) FROM job_member WHERE company_id = $1 AND job_id = $2 AND user_id = $3)sql"};

// The condition of lists, applied to one job.
std::string is_open_to_text() {
    std::string text = "SELECT count(*) FROM job WHERE company_id = $1 AND id = $2 AND ";
    for (const char c : open_to("$2")) {
        if (c == '?') {
            text += "$3";
        } else {
            text += c;
        }
    }
    return text;
}

constexpr db::Sql kMovePosting{"job_move_posting", R"sql(
    UPDATE job SET posting = $4, last_activity_at = $5 WHERE company_id = $1 AND id = $2 AND posting = $3)sql"};

// As postings::link_of() makes it.
constexpr db::Sql kWritePostingPath{"job_write_posting_path", R"sql(
    UPDATE job SET posting_path = (SELECT c.identifier || '/' || p.id || CASE WHEN p.slug = '' THEN '' ELSE '-' || p.slug END
                                   FROM posting p JOIN company c ON c.id = p.company_id
                                   WHERE p.company_id = $1 AND p.job_id = $2 AND p.job_ad_id = job.default_ad_id
                                     AND p.state = 'ACTIVE')
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kMoveStatus{"job_move_status", R"sql(
    UPDATE job SET status = $4, last_activity_at = $5 WHERE company_id = $1 AND id = $2 AND status = $3)sql"};

constexpr db::Sql kInsertStatusChange{"job_status_change_insert", R"sql(
    INSERT INTO job_status_change (company_id, job_id, id, status, user_id, changed_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kListStatusChanges{"job_status_change_list", R"sql(
    SELECT status, user_id, changed_at FROM job_status_change WHERE company_id = $1 AND job_id = $2 ORDER BY id)sql"};

constexpr db::Sql kInsertWord{"job_word_insert", R"sql(
    INSERT INTO job_word (company_id, word, job_id) VALUES ($1, $2, $3))sql"};

constexpr db::Sql kDeleteWords{"job_word_delete", R"sql(
    DELETE FROM job_word WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kIdsAfter{"job_ids_after", R"sql(
    SELECT id FROM job WHERE company_id = $1 AND id > $2 ORDER BY id LIMIT $3)sql"};

constexpr db::Sql kInsertGroup{"job_access_group_insert", R"sql(
    INSERT INTO job_access_group (company_id, job_id, access_group_id) VALUES ($1, $2, $3))sql"};

constexpr db::Sql kDeleteGroups{"job_access_group_delete", R"sql(
    DELETE FROM job_access_group WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kIdsOfGroup{"job_access_group_job_ids", R"sql(
    SELECT job_id FROM job_access_group
    WHERE company_id = $1 AND access_group_id = $2 AND job_id > $3 ORDER BY job_id LIMIT $4)sql"};

constexpr db::Sql kInsertChoice{"job_property_choice_insert", R"sql(
    INSERT INTO job_property_choice (company_id, job_id, property_id, choice, value_id, text)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kDeleteChoices{"job_property_choice_delete", R"sql(
    DELETE FROM job_property_choice WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kIdsWithProperty{"job_property_choice_job_ids", R"sql(
    SELECT c.job_id FROM (SELECT job_id FROM job_property_choice
                          WHERE company_id = $1 AND property_id = $2 AND job_id > $3 ORDER BY job_id LIMIT $4) c
    UNION
    SELECT f.job_id FROM (SELECT DISTINCT job_id FROM posting_field
                          WHERE company_id = $1 AND field_id = $2 AND job_id > $3 ORDER BY job_id LIMIT $4) f
    ORDER BY 1 LIMIT $4)sql"};

constexpr db::Sql kFindNote{"job_note_find", R"sql(
    SELECT content FROM job_note WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kPutNote{"job_note_put", R"sql(
    INSERT INTO job_note (company_id, job_id, content) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, job_id) DO UPDATE SET content = $3)sql"};

Job job_from(const db::Row& row) {
    return {.id = row.id<JobId>(0),
            .kind = row.member<Kind>(1),
            .status = row.member<Status>(2),
            .posting = row.member<Posting>(3),
            .default_ad = row.id<JobAdId>(4),
            .creator = row.id<UserId>(5)};
}

// As stored.
std::string creator_from(const db::Row& row) {
    return wire::to_json(
        Creator{.id = row.id<UserId>(0), .first_name = row.string(1), .last_name = row.string(2)});
}

JobRecord record_from(const db::Row& row) {
    return {.creator = row.string(0),
            .status = row.member<Status>(1),
            .posting = row.member<Posting>(2),
            .times = {.created_at = row.time(3), .updated_at = row.time(4), .last_activity_at = row.time(5)},
            .summary = row.string(6),
            .details = row.string(7),
            .ad_language = row.string(8),
            .ad_sections = row.string(9),
            .posting_link = row.optional_string(10)};
}

Content content_from(const db::Row& row) {
    return {.summary = wire::decode<Summary>(row.text(0)),
            .details = wire::decode<Details>(row.text(1)),
            .ad_language = row.string(2),
            .ad_sections = stored_sections(row.text(3))};
}

StatusChange change_from(const db::Row& row) {
    return {.status = row.member<Status>(0), .user = row.id<UserId>(1), .at = row.time(2)};
}

Place without_coordinates(Location location) {
    location.latitude.reset();
    location.longitude.reset();
    return {std::move(location)};
}

// The columns of the content, without words, access groups and properties.
struct Columns {
    explicit Columns(const Content& content)
        : summary(wire::to_json(content.summary)),
          place(wire::to_json(without_coordinates(content.details.location))),
          details(wire::to_json(content.details)),
          sections(wire::to_json(content.ad_sections)) {
        if (content.summary.department) department = content.summary.department->id;
    }

    std::optional<std::string> department;
    std::string summary;
    std::string place;
    std::string details;
    std::string sections;
};

void insert_words(db::Tx& tx, const JobId& id, const Content& content) {
    for (const std::string& word : words_of(content.summary.title)) tx.enqueue(kInsertWord, {word, id});
}

void insert_choices(db::Tx& tx, const JobId& id, const Content& content) {
    for (const PropertyPart& part : content.summary.properties.value_or(std::vector<PropertyPart>{})) {
        const std::string choice = part.id + ":" + part.value.id.value_or("");
        const auto text = part.value.id ? std::nullopt : std::optional{part.value.label};
        tx.enqueue(kInsertChoice, {id, part.id, choice, part.value.id, text});
    }
}

void insert_rows(db::Tx& tx, const JobId& id, const Content& content) {
    insert_words(tx, id, content);
    insert_choices(tx, id, content);
    for (const GroupPart& group : content.details.access_groups.value_or(std::vector<GroupPart>{}))
        tx.enqueue(kInsertGroup, {id, group.id});
}

}  // namespace

bool insert(db::Tx& tx, const Job& job, const Content& content) {
    const Columns columns{content};
    const std::string creator = tx.first(kFindUser, {job.creator}, creator_from).value();
    const bool inserted =
        tx.execute(kInsert,
                   {job.id, job.kind, content.summary.ref_number, job.status, job.posting, columns.department,
                    job.default_ad, job.creator, tx.now, columns.summary, columns.place, columns.details,
                    content.ad_language, columns.sections, content.details.location.city, creator}) == 1;
    if (inserted) insert_rows(tx, job.id, content);
    return inserted;
}

void update(db::Tx& tx, const Job& job, const Content& content) {
    const Columns columns{content};
    tx.execute(kUpdate,
               {job.id, content.details.is_template ? Kind::blueprint : Kind::job, content.summary.ref_number,
                columns.department, tx.now, columns.summary, columns.place, columns.details,
                content.ad_language, columns.sections, content.details.location.city});
    tx.enqueue(kDeleteWords, {job.id});
    tx.enqueue(kDeleteGroups, {job.id});
    tx.enqueue(kDeleteChoices, {job.id});
    insert_rows(tx, job.id, content);
}

void renew_words(db::Tx& tx, const JobId& id, const Content& content) {
    tx.enqueue(kDeleteWords, {id});
    insert_words(tx, id, content);
}

std::vector<JobId> ids_after(db::Snapshot& snapshot, const std::optional<JobId>& after, std::int64_t most) {
    return snapshot.all(kIdsAfter, {after ? after->text() : "", most},
                        [](const db::Row& row) { return row.id<JobId>(0); });
}

std::vector<JobId> ids_of_group(db::Snapshot& snapshot, const AccessGroupId& group, std::string_view after,
                                std::int64_t most) {
    return snapshot.all(kIdsOfGroup, {group, after, most},
                        [](const db::Row& row) { return row.id<JobId>(0); });
}

std::optional<std::string> find_details(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFindDetails, {id}, [](const db::Row& row) { return row.string(0); });
}

void update_details(db::Tx& tx, const JobId& id, std::string_view details) {
    tx.execute(kUpdateDetails, {id, details});
}

std::vector<JobId> ids_with_property(db::Snapshot& snapshot, const JobPropertyId& property,
                                     std::string_view after, std::int64_t most) {
    return snapshot.all(kIdsWithProperty, {property, after, most},
                        [](const db::Row& row) { return row.id<JobId>(0); });
}

std::optional<std::string> find_summary(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFindSummary, {id}, [](const db::Row& row) { return row.string(0); });
}

void update_summary(db::Tx& tx, const JobId& id, std::string_view summary) {
    tx.execute(kUpdateSummary, {id, summary});
}

std::vector<JobCreator> creators_after(db::Snapshot& snapshot, std::string_view after, std::int64_t most) {
    return snapshot.all(kCreatorsAfter, {after, most}, [](const db::Row& row) {
        return JobCreator{.job = row.id<JobId>(3), .stored = row.string(4), .present = creator_from(row)};
    });
}

void update_creator(db::Tx& tx, const JobId& id, std::string_view creator) {
    tx.enqueue(kUpdateCreator, {id, creator});
}

void update_ad_text(db::Tx& tx, const JobId& id, std::string_view language, const AdSections& sections) {
    const std::string text = wire::to_json(sections);
    tx.execute(kUpdateAdText, {id, language, text, tx.now});
}

std::optional<Job> find(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFind, {id}, job_from);
}

std::optional<JobRecord> find_record(db::Snapshot& snapshot, const JobId& id) {
    bool renamed = false;
    auto record = snapshot.first(kFindRecord, {id}, [&](const db::Row& row) {
        renamed = row.integer(11) != 0;
        return record_from(row);
    });
    if (!record) return std::nullopt;
    if (renamed || record->creator.empty())
        record->creator = snapshot.first(kFindCreator, {id}, creator_from).value();
    if (!renamed) return record;
    record->summary = with_property_labels(snapshot, id, std::move(record->summary));
    if (has_groups(record->details)) record->details = with_group_names(snapshot, record->details);
    return record;
}

std::optional<Content> find_content(db::Snapshot& snapshot, const JobId& id) {
    auto content = snapshot.first(kFindContent, {id}, content_from);
    if (content && content->summary.properties && configuration::store::has_property_renamings(snapshot))
        renew_properties(snapshot, id, *content->summary.properties);
    return content;
}

bool is_ref_number_taken(db::Snapshot& snapshot, std::string_view ref_number, const JobId& except) {
    return snapshot.number(kCountRefNumber, {ref_number, except}) > 0;
}

void lock_row(db::Tx& tx, const JobId& id) {
    tx.execute(kLockRow, {id});
}

void touch(db::Tx& tx, const JobId& id) {
    tx.enqueue(kTouch, {id, tx.now});
}

void touch_activity(db::Tx& tx, const JobId& id) {
    tx.enqueue(kTouchActivity, {id, tx.now});
}

void touch_activity_of_applications(db::Tx& tx, const JobId& id) {
    tx.enqueue(kTouchActivityIfOlder, {id, tx.now, tx.now - kApplicationActivityInterval});
}

bool is_own(db::Snapshot& snapshot, const JobId& id, const UserId& user) {
    return snapshot.number(kIsOwn, {id, user}) > 0;
}

bool is_open_to(db::Snapshot& snapshot, const JobId& id, const UserId& user) {
    static const std::string kText = is_open_to_text();
    static constexpr std::string_view kName = "job_is_open_to";
    return snapshot.number(db::Sql{kName, kText}, {id, user}) > 0;
}

void write_posting_path(db::Tx& tx, const JobId& job) {
    tx.enqueue(kWritePostingPath, {job});
}

bool move_posting(db::Tx& tx, const Job& job, Posting to) {
    return tx.execute(kMovePosting, {job.id, job.posting, to, tx.now}) == 1;
}

bool move_status(db::Tx& tx, const Job& job, Status to) {
    return tx.execute(kMoveStatus, {job.id, job.status, to, tx.now}) == 1;
}

void insert_status_change(db::Tx& tx, const JobId& id, Status status, const UserId& by) {
    const auto change = tx.new_id<StatusChangeId>();
    tx.enqueue(kInsertStatusChange, {id, change, status, by, tx.now});
}

std::vector<StatusChange> list_status_changes(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.all(kListStatusChanges, {id}, change_from);
}

std::optional<std::string> find_note(db::Snapshot& snapshot, const JobId& id) {
    return snapshot.first(kFindNote, {id}, [](const db::Row& row) { return row.string(0); });
}

void put_note(db::Tx& tx, const JobId& id, std::string_view content) {
    tx.execute(kPutNote, {id, content});
}

}  // namespace callboard::jobs::store
