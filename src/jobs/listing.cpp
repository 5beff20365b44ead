#include "jobs/listing.h"

#include <string>

#include "base/error.h"
#include "jobs/access.h"
#include "wire/page.h"

namespace callboard::jobs {
namespace {

// What a cursor must be used with again: the company and the order.
std::string bound_to(const db::Snapshot& snapshot, store::Order order) {
    return std::string{snapshot.company().text()} +
           (order == store::Order::by_id ? "/jobs/id" : "/jobs/newest");
}

// False when it is none: how a cursor is made is no secret.
bool start_after(store::Selection& selection, std::string_view text) {
    const auto position = wire::Position::parse(text);
    if (!position) return false;
    selection.after_id = JobId::parse(position->id);
    if (selection.order == store::Order::newest_first) selection.after_time = position->time;
    return selection.after_id.has_value();
}

}  // namespace

JobPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    store::Selection selection{.only_of = std::nullopt, .order = request.order};
    const std::string bound = bound_to(snapshot, request.order);
    if (request.cursor) {
        const auto position = wire::read_cursor(*request.cursor, bound);
        if (!position || !start_after(selection, *position))
            throw invalid_request("INVALID_PAGE_ID", "pageId is not a cursor of this list");
    }
    JobPage page;
    if (!narrow_to_visible(selection, actor)) return page;

    selection.offset = request.cursor ? 0 : request.offset;
    selection.limit = request.limit + 1;  // one more tells whether there is a next page
    page.total = store::count(snapshot, selection);
    page.jobs = store::page(snapshot, selection);
    if (std::ssize(page.jobs) > request.limit) {
        page.jobs.pop_back();
        const JobLine& last = page.jobs.back();
        const wire::Position end{.time = last.times.created_at, .id = std::string{last.id.text()}};
        page.next = wire::make_cursor(end.text(), bound);
    }
    return page;
}

}  // namespace callboard::jobs
