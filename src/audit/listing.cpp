#include "audit/listing.h"

#include <string_view>

#include "audit/audit_store.h"
#include "base/error.h"
#include "wire/page.h"

namespace callboard::audit {
namespace {

constexpr std::int64_t kUsualSpanMs = std::int64_t{7} * 24 * 60 * 60 * 1000;

// What a cursor must be used with again: the company and every filter.
std::string bound_to(const db::Snapshot& snapshot, const ListRequest& request) {
    wire::Binding binding{snapshot.company().text(), "audit"};
    binding.add(request.after).add(request.before).add_all(request.names);
    binding.add_all(request.author_types).add(request.author_id);
    binding.add_all(request.entity_types).add(request.entity_id);
    return binding.text();
}

AuditId start_of(const std::string& cursor, const std::string& bound) {
    const auto position = wire::read_cursor(cursor, bound);
    const auto id = position ? AuditId::parse(*position) : std::nullopt;
    if (!id) throw invalid_request("INVALID_PAGE_ID", "nextPageId is not a valid cursor of this list");
    return *id;
}

}  // namespace

AuditPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    if (!accounts::rights_of(actor.role).reads_audit_log)
        throw forbidden("PERMISSION_DENIED", "users with this role may not read the audit log");
    const std::string bound = bound_to(snapshot, request);
    store::Selection selection{.after = request.after,
                               .before = request.before,
                               .names = request.names,
                               .author_types = request.author_types,
                               .author_id = request.author_id,
                               .entity_types = request.entity_types,
                               .entity_id = request.entity_id,
                               .start = std::nullopt,
                               .limit = request.limit + 1};  // one more tells whether there is a next page
    if (!request.after && !request.before) selection.after = Timestamp{snapshot.now.ms - kUsualSpanMs};
    if (request.cursor) selection.start = start_of(*request.cursor, bound);

    AuditPage page{.events = store::page(snapshot, selection), .next = std::nullopt};
    if (std::ssize(page.events) > request.limit) {
        page.events.pop_back();
        page.next = wire::make_cursor(page.events.back().id.text(), bound);
    }
    return page;
}

}  // namespace callboard::audit
