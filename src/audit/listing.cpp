#include "audit/listing.h"

#include "audit/audit_store.h"
#include "base/error.h"

namespace callboard::audit {
namespace {

constexpr std::int64_t kDefaultSpanMs = std::int64_t{7} * 24 * 60 * 60 * 1000;

}  // namespace

AuditPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    if (!accounts::rights_of(actor.role).reads_audit_log)
        throw forbidden("PERMISSION_DENIED", "users with this role may not read the audit log");
    const wire::ListCursors cursors{snapshot.company().text(), "audit", request};
    ListRequest asked = request;
    if (!asked.after && !asked.before) asked.after = Timestamp{snapshot.now.ms - kDefaultSpanMs};
    const store::Selection selection{.asked = asked,
                                     .start = cursors.start(AuditId::parse),
                                     .limit = request.limit + 1};  // one more, to detect a next page

    AuditPage page{.events = store::page(snapshot, selection), .next = std::nullopt};
    page.next = cursors.next(page.events, [](const AuditEvent& last) { return last.id.text(); });
    return page;
}

}  // namespace callboard::audit
