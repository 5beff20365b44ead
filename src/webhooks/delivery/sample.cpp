#include "webhooks/delivery/sample.h"

#include <utility>

#include "base/error.h"
#include "base/in_quotes.h"
#include "events/catalogue.h"
#include "events/outbox.h"
#include "events/trace_scope.h"
#include "webhooks/delivery/callback_log.h"
#include "webhooks/delivery/callback_record.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"
#include "webhooks/subscriptions/target.h"

namespace callboard::webhooks {
namespace {

const events::EventKind& kind_named(const std::string& name) {
    if (const auto* kind = events::find_kind(name)) return *kind;
    throw Error{ErrorKind::unprocessable,
                Fault{"EVENT_NOT_FOUND", "event " + in_quotes(name) + " does not exist", "/event"}};
}

}  // namespace

SentSample send_sample(db::Db& db, const CompanyId& company, const accounts::Actor& actor,
                       const SubscriptionId& id, const std::optional<std::string>& event_name,
                       Messenger& messenger, const Seal& seal, const std::string& public_url) {
    const std::string trace{events::TraceScope::current()};  // transactions may run on another thread
    const events::EventKind* kind = nullptr;
    const auto target = db.read(company, [&](db::Snapshot& snapshot) {
        const subscriptions::Subscription subscription = get(snapshot, actor, id);
        kind = &kind_named(event_name.value_or(subscription.events.front()));
        return load_target(snapshot, id, seal);
    });
    const auto [event, callback] = db.write(company, [&](db::Tx& tx) {
        const events::TraceScope scope{trace};
        return std::pair{events::insert_sample(tx, *kind), tx.new_id<CallbackId>()};
    });
    const std::string link = events::sample_link(*kind);
    const Notification notification{.event = event,
                                    .name = std::string{kind->name},
                                    .payload = events::sample_payload(*kind),
                                    .link = link.empty() ? "" : public_url + link,
                                    .trace = trace};
    Transcript transcript = messenger.notify_now(target, notification);
    db.write(company, [&, id = callback, sent = event](db::Tx& tx) {
        store::insert_callback(tx, company, callback_record(id, *target, sent, transcript));
    });
    return {callback, notification, target->url, std::move(transcript)};
}

}  // namespace callboard::webhooks
