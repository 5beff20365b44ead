#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <ranges>

#include <fmt/format.h>

#include "app/base_url.h"
#include "app/store.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/feed.h"
#include "cli/stop_signal.h"
#include "cli/webhook.h"
#include "events/event_store.h"
#include "webhooks/outgoing/messenger.h"
#include "webhooks/subscriptions/subscribing.h"
#include "wire/json_writer.h"

namespace callboard::cli {
namespace {

using events::StoredEvent;

constexpr std::chrono::seconds kLongestChange{10};  // from the creation of an event to its commit

// Forwards events to a receiver on the developer's machine, as if it had subscribed.
class Forwarding {
  public:
    Forwarding(const settings::Settings& settings, const Clock& clock, const CompanyId& company,
               std::string url, std::string public_url)
        : public_url_(std::move(public_url)),
          key_(webhooks::random_key()),
          target_{.subscription = SubscriptionId::from_trusted(kNoSubscription),
                  .company = company,
                  .url = std::move(url),
                  .auth = {},
                  .keys = {{.secret = key_, .expires_at = std::nullopt}}},
          messenger_(
              {.rules = {.allow_private = true, .allow_http = true}, .ca_file = settings.webhook_ca_file},
              clock, std::chrono::seconds{settings.webhook_timeout}) {}

    const Secret& key() const { return key_; }

    webhooks::Transcript forward(const StoredEvent& event) {
        return messenger_.notify_now(std::make_shared<const webhooks::Target>(target_),
                                     {.event = event.id,
                                      .name = event.name,
                                      .payload = event.payload,
                                      .link = event.link ? public_url_ + *event.link : ""});
    }

  private:
    static constexpr std::string_view kNoSubscription = "00000000-0000-0000-0000-000000000000";

    const std::string public_url_;
    const Secret key_;
    const webhooks::Target target_;
    webhooks::Messenger messenger_;
};

struct Listen : Common {
    std::string company;
    std::optional<std::string> forward_to;
    std::optional<std::string> only;

    void run() const {
        const std::vector<std::string> wanted = names();
        if (forward_to && !forward_to->starts_with("http://") && !forward_to->starts_with("https://"))
            throw UsageError{"--forward-to must start with http:// or https://"};
        const StopSignal stop_signal;
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        std::optional<Forwarding> forwarding;
        if (forward_to) forwarding.emplace(loaded, store.clock(), id, *forward_to, app::base_url(loaded));
        Feed<EventId> feed{store.clock().now(), kLongestChange};
        const auto new_rows = [&] {
            return feed.new_rows(store.db().read(id, [&](db::Snapshot& snapshot) {
                return rows_after(feed.from(), [&](const EventId& after, std::int64_t limit) {
                    return events::store::events_after(snapshot, after, limit);
                });
            }));
        };

        new_rows();  // skips earlier events
        begin(forwarding);
        while (!stop_signal.arrives_within(kPollInterval)) {
            for (const StoredEvent& event : new_rows()) {
                if (!wanted.empty() && std::ranges::find(wanted, event.name) == wanted.end()) continue;
                print_event(event, forwarding);
                if (stop_signal.arrives_within({})) return;
            }
        }
    }

  private:
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto part : std::views::split(only.value_or(""), ','))
            if (!part.empty()) all.emplace_back(event_kind(std::string{std::string_view{part}}).name);
        return all;
    }

    void begin(const std::optional<Forwarding>& forwarding) const {
        Fields fields{{"listening_to", company}};
        std::string text = "Listening for events of " + company + ".";
        if (forwarding) {
            fields.emplace_back("secret_key", forwarding->key().reveal());
            text += fmt::format("\nSigning with secret key {}", forwarding->key().reveal());
        }
        output().result(fields, text);
        std::fflush(stdout);
    }

    void print_event(const StoredEvent& event, std::optional<Forwarding>& forwarding) const {
        if (json) {
            const auto transcript = forwarding ? std::optional{forwarding->forward(event)} : std::nullopt;
            return print_line(object(event, transcript));
        }
        print_line(fmt::format("{}  {}  {}  {}", to_iso(event.created_at), event.name, event.id.text(),
                               event.payload));
        if (!forwarding) return;
        const auto transcript = forwarding->forward(event);
        print_line(fmt::format("    {} in {} ms",
                               transcript.failure().value_or(std::to_string(transcript.result.status)),
                               transcript.result.took.count()));
    }

    static std::string object(const StoredEvent& event,
                              const std::optional<webhooks::Transcript>& transcript) {
        std::string text;
        wire::JsonWriter writer{text};
        writer.open_object();
        writer.member("event_id", event.id.text());
        writer.member("event_name", event.name);
        writer.member("created", to_iso(event.created_at));
        if (event.link) writer.member("link", *event.link);
        writer.key("payload");
        writer.raw(event.payload);
        if (transcript) {
            const auto& result = transcript->result;
            if (result.status > 0) writer.member("response_status", std::int64_t{result.status});
            if (const auto failure = transcript->failure()) writer.member("failure", *failure);
            writer.member("took_ms", std::int64_t{result.took.count()});
        }
        writer.close_object();
        return text;
    }
};

}  // namespace

void add_webhook_listen(CommandSpec& group) {
    command<Listen>(group, "listen", "Show every event of a company as it happens, until interrupted",
                    settings::Audience::server)
        .needs("--company", &Listen::company, "Identifier of the company")
        .takes("--forward-to", &Listen::forward_to,
               "Also send each event to this URL, as to a subscriber; http and private addresses are "
               "allowed")
        .takes("--events", &Listen::only, "Only these events, separated by commas");
}

}  // namespace callboard::cli
