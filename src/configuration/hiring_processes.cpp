#include "configuration/hiring_processes.h"

#include <set>
#include <string>
#include <utility>

#include "accounts/company_store.h"
#include "base/encoding.h"
#include "base/error.h"
#include "configuration/access.h"
#include "configuration/hiring_process_store.h"
#include "configuration/label.h"
#include "events/audit_log.h"
#include "wire/json_writer.h"

namespace callboard::configuration {
namespace {

HiringProcess existing(db::Snapshot& snapshot, const HiringProcessId& id) {
    auto found = store::find_hiring_process(snapshot, id);
    if (!found) throw not_found("HIRING_PROCESS_NOT_FOUND");
    return std::move(*found);
}

std::string audit_json(const HiringProcessDraft& process) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    json.member("name", process.name);
    json.key("active");
    json.boolean(process.active);
    json.key("default");
    json.boolean(process.is_default);
    json.key("steps");
    json.open_array();
    for (const HiringStep& step : process.steps) {
        json.open_object();
        json.member("status", name_of(step.stage));
        json.member("name", step.name);
        json.key("required");
        json.boolean(step.required);
        json.close_object();
    }
    json.close_array();
    json.close_object();
    return text;
}

HiringProcessDraft checked(HiringProcessDraft draft) {
    draft.name = checked_label(draft.name, "/name");
    std::set<std::string> names;
    for (HiringStep& step : draft.steps) {
        step.name = checked_label(step.name, "/subStatuses");
        if (!names.insert(fold(step.name)).second)
            throw invalid_request("HIRING_STEP_NAME_NOT_UNIQUE",
                                  "the sub-status '" + step.name + "' occurs more than once");
    }
    if (draft.is_default && !draft.active)
        throw conflict("HIRING_PROCESS_IS_DEFAULT", "the default hiring process must be active");
    return draft;
}

[[noreturn]] void refuse_name() {
    throw conflict("HIRING_PROCESS_NAME_NOT_UNIQUE", "a hiring process with this name already exists");
}

}  // namespace

std::vector<HiringStep> default_hiring_steps(db::Snapshot& snapshot) {
    return store::default_steps(snapshot);
}

std::vector<HiringProcess> hiring_processes(db::Snapshot& snapshot, const accounts::Actor& actor) {
    require_reading(actor);
    return store::list_hiring_processes(snapshot);
}

HiringProcess hiring_process(db::Snapshot& snapshot, const accounts::Actor& actor,
                             const HiringProcessId& id) {
    require_reading(actor);
    return existing(snapshot, id);
}

HiringProcess add_hiring_process(db::Tx& tx, const accounts::Actor& actor, HiringProcessDraft draft) {
    require_changing(actor);
    HiringProcess made{checked(std::move(draft)), tx.new_id<HiringProcessId>()};
    accounts::store::lock_company(tx);
    if (store::list_hiring_processes(tx).size() >= kMostHiringProcesses)
        throw invalid_request(
            "HIRING_PROCESSES_LIMIT_EXCEEDED",
            "a company can have at most " + std::to_string(kMostHiringProcesses) + " hiring processes");
    if (made.is_default) store::clear_default(tx);
    if (!store::insert(tx, made)) refuse_name();
    const std::string current = audit_json(made);
    events::audit(tx, actor,
                  {.name = "HIRING_PROCESS_CREATED",
                   .entity_type = "HIRING_PROCESS",
                   .entity_id = made.id.text(),
                   .context = {{"current", events::AuditValue::json(current)}}});
    return made;
}

HiringProcess replace_hiring_process(db::Tx& tx, const accounts::Actor& actor, const HiringProcessId& id,
                                     HiringProcessDraft draft, const ExpectedVersion& expected) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    HiringProcess before = existing(tx, id);
    require_version(before.version, expected);
    HiringProcess after{checked(std::move(draft)), id, before.version + 1};
    if (static_cast<const HiringProcessDraft&>(before) == after) return before;
    if (before.is_default && !after.is_default)
        throw conflict("HIRING_PROCESS_IS_DEFAULT", "make another hiring process the default one instead");
    if (store::is_name_taken(tx, after)) refuse_name();
    if (after.is_default && !before.is_default) store::clear_default(tx);
    if (!store::update(tx, after, before.version)) throw changed_meanwhile();
    const std::string previous = audit_json(before);
    const std::string current = audit_json(after);
    events::audit(tx, actor,
                  {.name = "HIRING_PROCESS_UPDATED",
                   .entity_type = "HIRING_PROCESS",
                   .entity_id = id.text(),
                   .context = {{"previous", events::AuditValue::json(previous)},
                               {"current", events::AuditValue::json(current)}}});
    return after;
}

void delete_hiring_process(db::Tx& tx, const accounts::Actor& actor, const HiringProcessId& id,
                           const ExpectedVersion& expected) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    const HiringProcess before = existing(tx, id);
    require_version(before.version, expected);
    if (before.is_default)
        throw conflict("HIRING_PROCESS_IS_DEFAULT",
                       "jobs use the default hiring process; make another one the default first");
    store::remove(tx, id);
    const std::string previous = audit_json(before);
    events::audit(tx, actor,
                  {.name = "HIRING_PROCESS_DELETED",
                   .entity_type = "HIRING_PROCESS",
                   .entity_id = id.text(),
                   .context = {{"previous", events::AuditValue::json(previous)}}});
}

}  // namespace callboard::configuration
