#include "jobs/listing.h"

#include <charconv>

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

// A position is the creation time and the id of the last job shown.
std::string position_of(const JobLine& job) {
    return std::to_string(job.times.created_at.ms) + "," + std::string{job.id.text()};
}

void start_after(store::Selection& selection, const std::string& position) {
    const auto comma = position.find(',');
    std::int64_t ms = 0;
    std::from_chars(position.data(), position.data() + comma, ms);
    selection.after_id = JobId::from_trusted(std::string_view{position}.substr(comma + 1));
    if (selection.order == store::Order::newest_first) selection.after_time = Timestamp{ms};
}

}  // namespace

JobPage list(db::Snapshot& snapshot, const accounts::Actor& actor, const ListRequest& request) {
    store::Selection selection{.only_of = std::nullopt, .order = request.order};
    const std::string bound = bound_to(snapshot, request.order);
    if (request.cursor) {
        const auto position = wire::read_cursor(*request.cursor, bound);
        if (!position) throw invalid_request("INVALID_PAGE_ID", "pageId is not a cursor of this list");
        start_after(selection, *position);
    }
    JobPage page;
    if (!narrow_to_visible(selection, actor)) return page;

    selection.offset = request.cursor ? 0 : request.offset;
    selection.limit = request.limit + 1;  // one more tells whether there is a next page
    page.total = store::count(snapshot, selection);
    page.jobs = store::page(snapshot, selection);
    if (std::ssize(page.jobs) > request.limit) {
        page.jobs.pop_back();
        page.next = wire::make_cursor(position_of(page.jobs.back()), bound);
    }
    return page;
}

}  // namespace callboard::jobs
