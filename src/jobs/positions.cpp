#include "jobs/positions.h"

#include <utility>

#include "base/error.h"
#include "events/audit_log.h"
#include "events/outbox.h"
#include "jobs/access.h"
#include "jobs/job_store.h"
#include "jobs/position_store.h"
#include "wire/json_writer.h"

namespace callboard::jobs {
namespace {

Position existing(db::Snapshot& snapshot, const JobId& job, const PositionId& id) {
    auto found = store::find_position(snapshot, job, id);
    if (!found) throw not_found("POSITION_NOT_FOUND");
    return std::move(*found);
}

// The position as JSON for the audit record.
std::string audit_json(const Position& position) {
    std::string text;
    wire::JsonWriter json{text};
    json.open_object();
    json.member("id", position.id.text());
    if (position.number) json.member("positionId", *position.number);
    json.member("status", name_of(position.status));
    json.key("openDate");
    json.time(position.opens_at);
    json.key("targetStartDate");
    json.time(position.target_start_at);
    json.member("type", name_of(position.kind));
    json.close_object();
    return text;
}

}  // namespace

std::vector<Position> positions(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job) {
    visible(snapshot, actor, job, kForbidden);
    return store::list_positions(snapshot, job);
}

Position position(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job,
                  const PositionId& id) {
    visible(snapshot, actor, job, kForbidden);
    return existing(snapshot, job, id);
}

Position add_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job,
                      const PositionDraft& draft) {
    lock_job(tx, actor, job, kForbidden);
    Position made{draft, tx.new_id<PositionId>()};
    store::insert(tx, job, made);
    store::touch_activity(tx, job);
    events::append(tx, events::PositionCreated{.job_id = job, .position_id = made.id});
    const std::string current = audit_json(made);
    events::audit(tx, actor,
                  {.name = "POSITION_CREATED",
                   .entity_type = "JOB",
                   .entity_id = job.text(),
                   .context = {{"current", events::AuditValue::json(current)}}});
    return made;
}

Position change_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const PositionId& id,
                         const PositionDraft& draft) {
    lock_job(tx, actor, job, kForbidden);
    Position before = existing(tx, job, id);
    if (static_cast<const PositionDraft&>(before) == draft) return before;
    Position after{draft, before.id, before.status};
    store::update(tx, job, after);
    store::touch_activity(tx, job);
    events::append(tx, events::PositionUpdated{.job_id = job, .position_id = id});
    const std::string previous = audit_json(before);
    const std::string current = audit_json(after);
    events::audit(tx, actor,
                  {.name = "POSITION_UPDATED",
                   .entity_type = "JOB",
                   .entity_id = job.text(),
                   .context = {{"previous", events::AuditValue::json(previous)},
                               {"current", events::AuditValue::json(current)}}});
    return after;
}

void remove_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const PositionId& id) {
    lock_job(tx, actor, job, kForbidden);
    const Position before = existing(tx, job, id);
    if (before.status == PositionStatus::filled)
        throw invalid_request("POSITION_ASSIGNED", "this position is assigned to a hired candidate");
    const std::string previous = audit_json(before);
    store::remove_position(tx, job, id);
    store::touch_activity(tx, job);
    events::append(tx, events::PositionDeleted{.job_id = job, .position_id = id});
    events::audit(tx, actor,
                  {.name = "POSITION_DELETED",
                   .entity_type = "JOB",
                   .entity_id = job.text(),
                   .context = {{"previous", events::AuditValue::json(previous)}}});
}

void assign_position(db::Tx& tx, const accounts::Actor& actor, const JobId& job) {
    store::lock_row(tx, job);
    for (const Position& before : store::list_positions(tx, job)) {
        if (before.status != PositionStatus::open) continue;
        Position after = before;
        after.status = PositionStatus::filled;
        store::update(tx, job, after);
        events::append(tx, events::PositionUpdated{.job_id = job, .position_id = after.id});
        const std::string previous = audit_json(before);
        const std::string current = audit_json(after);
        events::audit(tx, actor,
                      {.name = "POSITION_ASSIGNED",
                       .entity_type = "JOB",
                       .entity_id = job.text(),
                       .context = {{"previous", events::AuditValue::json(previous)},
                                   {"current", events::AuditValue::json(current)}}});
        return;
    }
}

}  // namespace callboard::jobs
