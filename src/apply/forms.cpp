#include "apply/forms.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "apply/form_store.h"
#include "configuration/access.h"
#include "events/audit_log.h"
#include "jobs/access.h"

namespace callboard::apply {
namespace {

// Decoding a form takes longer than all other checks of an application, so each thread keeps some.
Form decoded(const std::string& content) {
    constexpr std::size_t kMost = 16;
    constexpr std::size_t kLargest = std::size_t{64} * 1024;
    thread_local std::unordered_map<std::string, Form> kept;
    if (const auto found = kept.find(content); found != kept.end()) return found->second;
    Form form = wire::decode<Form>(content);
    if (content.size() > kLargest) return form;
    if (kept.size() >= kMost) kept.clear();
    kept.emplace(content, form);
    return form;
}

VersionedForm read(const store::StoredForm& stored) {
    return {.form = decoded(stored.content), .version = stored.version};
}

VersionedForm change(db::Tx& tx, const accounts::Actor& actor, const std::optional<JobId>& job,
                     const Form& form, const ExpectedVersion& expected) {
    require_valid(form);
    const store::StoredForm before = store::lock_form(tx, job);
    require_version(before.version, expected);
    const std::string content = wire::to_json(form);
    if (content == before.content) return {.form = form, .version = before.version};
    const std::int64_t version = before.version + 1;
    store::put_form(tx, job, version, content);
    // Without the content, which can be large: a list of the audit log may have many of them.
    const std::string number = std::to_string(version);
    events::audit(tx, actor,
                  {.name = "APPLICATION_FORM_CHANGED",
                   .entity_type = job ? events::EntityName{"JOB"} : events::EntityName{"COMPANY"},
                   .entity_id = job ? job->text() : tx.company().text(),
                   .context = {{"version", number}}});
    return {.form = form, .version = version};
}

}  // namespace

VersionedForm company_form(db::Snapshot& snapshot, const accounts::Actor& actor) {
    configuration::require_reading(actor);
    return read(store::find_form(snapshot, std::nullopt));
}

VersionedForm set_company_form(db::Tx& tx, const accounts::Actor& actor, const Form& form,
                               const ExpectedVersion& expected) {
    configuration::require_changing(actor);
    return change(tx, actor, std::nullopt, form, expected);
}

VersionedForm job_form(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job) {
    jobs::visible(snapshot, actor, job, jobs::kForbidden);
    return read(store::find_form(snapshot, job));
}

VersionedForm set_job_form(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const Form& form,
                           const ExpectedVersion& expected) {
    jobs::lock_job(tx, actor, job, jobs::kForbidden);
    return change(tx, actor, job, form, expected);
}

Form form_for(db::Snapshot& snapshot, const JobId& job) {
    const store::StoredForms stored = store::find_forms(snapshot, job);
    Form of_company = read(stored.of_company).form;
    return stored.of_job.version > 0 ? combined(std::move(of_company), read(stored.of_job).form) : of_company;
}

}  // namespace callboard::apply
