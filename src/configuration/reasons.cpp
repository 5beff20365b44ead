#include "configuration/reasons.h"

#include "accounts/company_store.h"
#include "base/error.h"
#include "configuration/access.h"
#include "configuration/label.h"
#include "configuration/reason_store.h"
#include "events/audit_log.h"

namespace callboard::configuration {
namespace {

Reason existing(db::Snapshot& snapshot, ReasonKind kind, const ReasonId& id) {
    auto found = store::find_reason(snapshot, kind, id);
    if (!found) throw not_found("REASON_NOT_FOUND");
    return std::move(*found);
}

void record(db::Tx& tx, const accounts::Actor& actor, std::string_view name, ReasonKind kind,
            const std::optional<Reason>& before, const std::optional<Reason>& after) {
    const auto label = [](const std::optional<Reason>& reason) {
        return reason ? std::optional{reason->label} : std::nullopt;
    };
    const std::optional<std::string> previous = label(before);
    const std::optional<std::string> current = label(after);
    events::audit(tx, actor,
                  {.name = name,
                   .entity_type = "REASON",
                   .entity_id = (after ? after : before)->id.text(),
                   .context = {{"kind", name_of(kind)}, {"previous", previous}, {"current", current}}});
}

[[noreturn]] void refuse_label() {
    throw conflict("REASON_LABEL_NOT_UNIQUE", "a reason with this label already exists");
}

}  // namespace

std::vector<Reason> reasons(db::Snapshot& snapshot, ReasonKind kind) {
    return store::list_reasons(snapshot, kind);
}

std::optional<Reason> find_reason(db::Snapshot& snapshot, ReasonKind kind, std::string_view id) {
    const auto known = ReasonId::parse(id);
    return known ? store::find_reason(snapshot, kind, *known) : std::nullopt;
}

std::optional<std::string> label_of_reason(db::Snapshot& snapshot, ReasonKind kind, std::string_view id) {
    return store::find_reason_label(snapshot, kind, id);
}

std::vector<Reason> reasons(db::Snapshot& snapshot, const accounts::Actor& actor, ReasonKind kind) {
    require_reading(actor);
    return reasons(snapshot, kind);
}

Reason reason(db::Snapshot& snapshot, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id) {
    require_reading(actor);
    return existing(snapshot, kind, id);
}

Reason add_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const std::string& label) {
    require_changing(actor);
    const Reason made{.id = tx.new_id<ReasonId>(), .label = checked_label(label)};
    accounts::store::lock_company(tx);
    if (store::list_reasons(tx, kind).size() >= kMostReasons)
        throw invalid_request("REASONS_LIMIT_EXCEEDED",
                              "there can be at most " + std::to_string(kMostReasons) + " reasons");
    if (!store::insert(tx, kind, made)) refuse_label();
    record(tx, actor, "REASON_CREATED", kind, std::nullopt, made);
    return made;
}

Reason rename_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id,
                     const std::string& label) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    const Reason before = existing(tx, kind, id);
    const Reason after{.id = id, .label = checked_label(label)};
    if (after.label == before.label) return before;
    if (!store::rename(tx, kind, after)) refuse_label();
    record(tx, actor, "REASON_UPDATED", kind, before, after);
    return after;
}

void archive_reason(db::Tx& tx, const accounts::Actor& actor, ReasonKind kind, const ReasonId& id) {
    require_changing(actor);
    accounts::store::lock_company(tx);
    const Reason before = existing(tx, kind, id);
    store::archive_reason(tx, id);
    record(tx, actor, "REASON_DELETED", kind, before, std::nullopt);
}

}  // namespace callboard::configuration
