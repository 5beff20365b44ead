#include "webhooks/delivery/recovery.h"

#include <utility>

#include "base/error.h"
#include "base/function_ref.h"
#include "base/id_source.h"
#include "subscriptions/saving.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/delivery/delivery.h"
#include "webhooks/delivery/recovery_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard::webhooks {
namespace {

constexpr std::int64_t kPieceSize = 5'000;

void require_active(const subscriptions::Subscription& subscription) {
    if (subscription.status == subscriptions::SubscriptionStatus::active) return;
    throw conflict("SUBSCRIPTION_NOT_ACTIVE", "the subscription is not active; activate it first");
}

// Visits all deliveries of the subscription; `queue` returns the number that it queued of a piece.
using Queue = FunctionRef<std::int64_t(db::Tx&, const store::Piece&)>;

std::int64_t in_batches(db::Db& db, const CompanyId& company, const SubscriptionId& id, Queue queue) {
    struct Batch {
        std::optional<EventId> last;
        std::int64_t queued = 0;
    };
    std::int64_t all = 0;
    std::optional<EventId> after;
    for (;;) {
        const Batch piece = db.write(company, [&](db::Tx& tx) {
            Batch batch{.last = store::end_of_piece(tx, id, after, kPieceSize)};
            if (!batch.last) return batch;
            batch.queued = queue(tx, {.subscription = id, .after = after, .last = *batch.last});
            if (batch.queued > 0) tx.announce(id.text());
            return batch;
        });
        if (!piece.last) return all;
        all += piece.queued;
        after = piece.last;
    }
}

}  // namespace

void redeliver(db::Tx& tx, const accounts::Actor& actor, const SubscriptionId& id,
               const CallbackId& callback) {
    redeliver(tx, actor, get(tx, actor, id), callback);
}

Callback redeliver(db::Tx& tx, const events::Author& author, const subscriptions::Subscription& subscription,
                   const CallbackId& callback) {
    require_active(subscription);
    auto made = store::find_callback(tx, subscription.id, callback);
    // A delivery of an event past the retention time could be deleted before it is sent.
    const bool is_old = made && made->event.text() < first_uuid_of(tx.now - kRetention);
    if (!made || is_old || made->body.empty()) throw not_found("CALLBACK_NOT_FOUND");
    store::queue_again(tx, subscription.id, made->event);
    tx.announce(subscription.id.text());
    subscriptions::record(tx, author, subscription.id,
                          {.name = "WEBHOOK_CALLBACK_REDELIVERED",
                           .context = {{"callbackId", callback.text()}, {"eventId", made->event.text()}}});
    return std::move(*made);
}

std::int64_t recover(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                     const SubscriptionId& id, Timestamp since) {
    db.read(company, [&](db::Snapshot& snapshot) { require_active(get(snapshot, actor, id)); });
    return in_batches(db, company, id, [&](db::Tx& tx, const store::Piece& piece) {
        return store::queue_attempted(tx, piece, since);
    });
}

std::int64_t count_recoverable(db::Snapshot& snapshot, const accounts::Actor& actor, const SubscriptionId& id,
                               Timestamp since) {
    require_active(get(snapshot, actor, id));
    return store::count_attempted(snapshot, id, since);
}

std::int64_t requeue_waiting(db::Db& db, const CompanyId& company, const SubscriptionId& id) {
    return in_batches(db, company, id,
                      [](db::Tx& tx, const store::Piece& piece) { return store::queue_waiting(tx, piece); });
}

}  // namespace callboard::webhooks
