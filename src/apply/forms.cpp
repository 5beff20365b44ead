#include "apply/forms.h"

#include <string>

#include "apply/form_store.h"
#include "configuration/access.h"
#include "events/audit_log.h"
#include "jobs/access.h"

namespace callboard::apply {
namespace {

VersionedForm read(const store::StoredForm& stored) {
    return {.form = wire::decode<Form>(stored.content), .version = stored.version};
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
                   .entity_type = job ? "JOB" : "COMPANY",
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
    return combined(read(store::find_form(snapshot, std::nullopt)).form,
                    read(store::find_form(snapshot, job)).form);
}

}  // namespace callboard::apply
