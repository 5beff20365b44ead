#include "webhooks/delivery/callback_log.h"

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/id_source.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"
#include "wire/page.h"

namespace callboard::webhooks {
namespace {

constexpr std::string_view kAfterEveryId = "g";  // which has no such letter

// Ids know no time before 1970, and none after their last bit.
constexpr std::int64_t kLastTime = (std::int64_t{1} << 48) - 1;

std::string first_id(Timestamp when) {
    return first_uuid_of({std::clamp(when.ms, std::int64_t{0}, kLastTime)});
}

// What a cursor must be used with again.
std::string bound_to(const db::Snapshot& snapshot, const SubscriptionId& id, const LogRequest& request) {
    wire::Binding binding{snapshot.company().text(), "callbacks"};
    binding.add(id).add(request.status).add(request.after).add(request.before);
    return binding.text();
}

std::string below(const LogRequest& request, const std::string& bound) {
    if (!request.cursor) return request.before ? first_id(*request.before) : std::string{kAfterEveryId};
    const auto position = wire::read_cursor(*request.cursor, bound);
    const auto last_shown = position ? CallbackId::parse(*position) : std::nullopt;
    if (!last_shown) throw invalid_request("INVALID_PAGE_ID", "page_id is not a valid cursor of this list");
    return *position;
}

// Each status has a range of the index, so a page costs two short walks however long the log is.
std::vector<Callback> of_both(db::Snapshot& snapshot, const SubscriptionId& id, store::CallbackRange range,
                              std::int64_t limit) {
    range.status = CallbackStatus::successful;
    auto successful = store::newest_callbacks(snapshot, id, range, limit);
    range.status = CallbackStatus::failed;
    auto failed = store::newest_callbacks(snapshot, id, range, limit);
    std::vector<Callback> both;
    std::ranges::merge(std::move_iterator(successful.begin()), std::move_iterator(successful.end()),
                       std::move_iterator(failed.begin()), std::move_iterator(failed.end()),
                       std::back_inserter(both), std::ranges::greater{}, &Callback::id, &Callback::id);
    if (std::ssize(both) > limit) both.erase(both.begin() + limit, both.end());
    return both;
}

}  // namespace

LogPage read_log(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                 const LogRequest& request) {
    get(snapshot, actor, id);
    const std::string bound = bound_to(snapshot, id, request);
    const store::CallbackRange range{.status = request.status.value_or(CallbackStatus::successful),
                                     .first = request.after ? first_id(*request.after) : "",
                                     .below = below(request, bound)};
    const std::int64_t limit = request.limit + 1;  // one more tells whether there is a next page
    LogPage page{.callbacks = request.status ? store::newest_callbacks(snapshot, id, range, limit)
                                             : of_both(snapshot, id, range, limit),
                 .next = std::nullopt};
    if (std::ssize(page.callbacks) > request.limit) {
        page.callbacks.pop_back();
        page.next = wire::make_cursor(page.callbacks.back().id.text(), bound);
    }
    return page;
}

}  // namespace callboard::webhooks
