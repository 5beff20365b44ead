#include "jobs/listing.h"

#include <algorithm>
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

// False when it is none: how a cursor is made is no secret.
bool start_after(store::Selection& selection, std::string_view position) {
    const auto comma = std::min(position.find(','), position.size());
    const char* const number_end = position.data() + comma;
    std::int64_t ms = 0;
    const auto [stop, error] = std::from_chars(position.data(), number_end, ms);
    if (comma == position.size() || error != std::errc{} || stop != number_end) return false;
    selection.after_id = JobId::parse(position.substr(comma + 1));
    if (selection.order == store::Order::newest_first) selection.after_time = Timestamp{ms};
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
        page.next = wire::make_cursor(position_of(page.jobs.back()), bound);
    }
    return page;
}

}  // namespace callboard::jobs
