#include "apply/form_store.h"

namespace callboard::apply::store {
namespace {

constexpr std::string_view kNothing = "{}";

constexpr db::Sql kFind{"application_form_find", R"sql(
    SELECT version, content FROM application_form WHERE company_id = $1 AND job_id = $2)sql"};

constexpr db::Sql kFindBoth{"application_form_find_both", R"sql(
    SELECT version, content, job_id FROM application_form WHERE company_id = $1 AND job_id IN ('', $2))sql"};

// The update has no effect but the lock of the row.
constexpr db::Sql kLock{"application_form_lock", R"sql(
    INSERT INTO application_form (company_id, job_id, version, content, updated_at) VALUES ($1, $2, 0, $3, $4)
    ON CONFLICT (company_id, job_id) DO UPDATE SET version = application_form.version
    RETURNING version, content)sql"};

constexpr db::Sql kPut{"application_form_put", R"sql(
    UPDATE application_form SET version = $3, content = $4, updated_at = $5
    WHERE company_id = $1 AND job_id = $2)sql"};

std::string_view key_of(const std::optional<JobId>& job) {
    return job ? job->text() : std::string_view{};
}

StoredForm form_from(const db::Row& row) {
    return {.version = row.integer(0), .content = row.string(1)};
}

}  // namespace

StoredForm find_form(db::Snapshot& snapshot, const std::optional<JobId>& job) {
    return snapshot.first(kFind, {key_of(job)}, form_from)
        .value_or(StoredForm{.version = 0, .content = std::string{kNothing}});
}

StoredForms find_forms(db::Snapshot& snapshot, const JobId& job) {
    const StoredForm nothing{.version = 0, .content = std::string{kNothing}};
    StoredForms forms{.of_company = nothing, .of_job = nothing};
    snapshot.all(kFindBoth, {job}, [&](const db::Row& row) {
        (row.text(2).empty() ? forms.of_company : forms.of_job) = form_from(row);
        return 0;
    });
    return forms;
}

StoredForm lock_form(db::Tx& tx, const std::optional<JobId>& job) {
    return tx.first(kLock, {key_of(job), kNothing, tx.now}, form_from).value();
}

void put_form(db::Tx& tx, const std::optional<JobId>& job, std::int64_t version, std::string_view content) {
    tx.execute(kPut, {key_of(job), version, content, tx.now});
    tx.announce("careers");  // pages in the memory of this process are checked again
}

}  // namespace callboard::apply::store
