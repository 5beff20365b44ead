#include "webhooks/delivery/callback_log.h"

#include <algorithm>
#include <iterator>

#include "base/id_source.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::webhooks {
namespace {

constexpr std::string_view kAfterEveryId = "g";  // ids are hexadecimal

// The last time that fits into an id (48 bits of a UUID version 7).
constexpr std::int64_t kLastTime = (std::int64_t{1} << 48) - 1;

std::string first_id(Timestamp when) {
    return first_uuid_of({std::clamp(when.ms, std::int64_t{0}, kLastTime)});
}

std::string below(const LogRequest& request, const std::optional<CallbackId>& last_shown) {
    if (last_shown) return std::string{last_shown->text()};
    return request.before ? first_id(*request.before) : std::string{kAfterEveryId};
}

// Each status is a range of the index, so a page costs two short index scans, however long the log is.
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
    const std::string list = "callbacks/" + std::string{id.text()};
    const wire::ListCursors cursors{snapshot.company().text(), list, request};
    const store::CallbackRange range{.status = request.status.value_or(CallbackStatus::successful),
                                     .first = request.after ? first_id(*request.after) : "",
                                     .below = below(request, cursors.start(CallbackId::parse))};
    const std::int64_t limit = request.limit + 1;  // one more, to detect a next page
    LogPage page{.callbacks = request.status ? store::newest_callbacks(snapshot, id, range, limit)
                                             : of_both(snapshot, id, range, limit),
                 .next = std::nullopt};
    page.next = cursors.next(page.callbacks, [](const Callback& last) { return last.id.text(); });
    return page;
}

}  // namespace callboard::webhooks
