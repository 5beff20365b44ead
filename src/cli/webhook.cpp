#include "cli/webhook.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "app/store.h"
#include "base/error.h"
#include "base/suggestion.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "events/audit_log.h"
#include "events/event_store.h"
#include "events/outbox.h"
#include "subscriptions/subscription_store.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/delivery/operator_store.h"
#include "webhooks/delivery/recovery.h"

namespace callboard::cli {
namespace {

struct ListSubscriptions : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const auto items = store.db().read(id, [](db::Snapshot& snapshot) {
            std::vector<Fields> found;
            for (const auto& each : subscriptions(snapshot)) found.push_back(fields(snapshot, each));
            return found;
        });
        output().list(items, "The company has no subscriptions.");
    }

  private:
    static Fields fields(db::Snapshot& snapshot, const subscriptions::Subscription& subscription) {
        const auto health = subscriptions::store::health_of(snapshot, subscription.id);
        Fields fields{{"subscription_id", std::string{subscription.id.text()}},
                      {"status", std::string{name_of(subscription.status)}},
                      {"callback_url", subscription.callback_url},
                      {"events", subscription.events},
                      {"waiting", webhooks::store::count_waiting(snapshot, subscription.id)},
                      {"failures_in_a_row", health.failures_in_row}};
        if (health.succeeded_at) fields.emplace_back("last_success", to_iso(*health.succeeded_at));
        if (subscription.suspended_at) fields.emplace_back("suspended", to_iso(*subscription.suspended_at));
        return fields;
    }
};

struct Trigger : Common {
    std::string event;
    std::string company;

    void run() const {
        const events::EventKind& kind = event_kind(event);
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const auto [written, subscribers] = store.db().write(id, [&](db::Tx& tx) {
            const EventId made = events::append_sample(tx, kind);
            events::audit(tx, {},
                          {.name = "WEBHOOK_EVENT_TRIGGERED",
                           .entity_type = "COMPANY",
                           .entity_id = id.text(),
                           .context = {{"eventId", made.text()}, {"eventName", kind.name}}});
            return std::pair{made, events::store::count_subscribers(tx, kind.name)};
        });
        output().result(
            {{"event_id", std::string{written.text()}},
             {"event_name", event},
             {"subscriptions", subscribers}},
            fmt::format("Created the event {} ({}); {} will be notified.", event, written.text(),
                        subscribers == 1 ? "1 subscription" : fmt::format("{} subscriptions", subscribers)));
    }
};

struct Redeliver : Common {
    std::string callback;
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const auto call = store.db().write(id, [&](db::Tx& tx) { return queued_again(tx); });
        output().result({{"callback_id", callback},
                         {"subscription_id", std::string{call.subscription.text()}},
                         {"event_id", std::string{call.event.text()}}},
                        fmt::format("Queued the event {} again for the subscription {}.", call.event.text(),
                                    call.subscription.text()));
    }

  private:
    webhooks::Callback queued_again(db::Tx& tx) const {
        if (const auto id = CallbackId::parse(callback)) {
            for (const auto& subscription : subscriptions(tx)) {
                if (webhooks::store::find_callback(tx, subscription.id, *id))
                    return webhooks::redeliver(tx, {}, subscription, *id);
            }
        }
        throw not_found("CALLBACK_NOT_FOUND", "there is no callback " + callback + " in the company's log");
    }
};

}  // namespace

const events::EventKind& event_kind(const std::string& name) {
    const events::EventKind* const kind = events::find_kind(name);
    if (!kind)
        throw not_found("EVENT_NOT_FOUND",
                        "there is no event '" + name + "'" +
                            suggestion(name, events::all_kinds(), &events::EventKind::name));
    return *kind;
}

std::vector<subscriptions::Subscription> subscriptions(db::Snapshot& snapshot) {
    constexpr std::int64_t kPage = 100;
    std::vector<subscriptions::Subscription> all;
    for (bool more = true; more;) {
        const auto after = all.empty() ? std::nullopt : std::optional{all.back().id};
        auto page = subscriptions::store::list(snapshot, after, kPage);
        more = std::ssize(page) == kPage;
        std::ranges::move(page, std::back_inserter(all));
    }
    return all;
}

void print_line(const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
}

void add_webhook(CommandSpec& root) {
    CommandSpec& group = root.add("webhook", "Webhook subscriptions, events and callbacks");
    command<ListSubscriptions>(group, "list", "List all subscriptions of a company and their health")
        .needs("--company", &ListSubscriptions::company, "Identifier of the company");
    add_webhook_listen(group);
    command<Trigger>(group, "trigger", "Create a sample event")
        .needs("event", &Trigger::event, "Event name, such as job.created")
        .needs("--company", &Trigger::company, "Identifier of the company");
    add_webhook_tail(group);
    command<Redeliver>(group, "redeliver", "Deliver a logged callback again")
        .needs("callback", &Redeliver::callback, "Callback id")
        .needs("--company", &Redeliver::company, "Identifier of the company");
}

}  // namespace callboard::cli
