#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/feed.h"
#include "cli/stop_signal.h"
#include "cli/webhook.h"
#include "webhooks/delivery/operator_store.h"
#include "wire/json_writer.h"

namespace callboard::cli {
namespace {

using webhooks::CallbackStatus;
using webhooks::store::LoggedCall;

// Follows the callback log of all subscriptions, including new ones.
class CallFeed {
  public:
    CallFeed(Timestamp start, std::chrono::seconds longest_call, std::optional<SubscriptionId> only,
             std::vector<CallbackStatus> statuses)
        : start_(start), longest_call_(longest_call), only_(only), statuses_(std::move(statuses)) {}

    // The read may run more than once, so new rows are determined after it.
    std::vector<LoggedCall> new_rows(db::Db& db, const CompanyId& company) {
        auto read = db.read(company, [&](db::Snapshot& snapshot) { return newest(snapshot); });
        std::vector<LoggedCall> found;
        for (auto& [place, calls] : read)
            std::ranges::move(feed_of(place).new_rows(std::move(calls)), std::back_inserter(found));
        std::ranges::sort(found, {}, &LoggedCall::id);
        return found;
    }

  private:
    using Place = std::pair<SubscriptionId, CallbackStatus>;

    std::map<Place, std::vector<LoggedCall>> newest(db::Snapshot& snapshot) {
        std::map<Place, std::vector<LoggedCall>> all;
        for (const auto& subscription : subscriptions(snapshot)) {
            if (only_ && *only_ != subscription.id) continue;
            for (const CallbackStatus status : statuses_) {
                const Place place{subscription.id, status};
                all[place] = rows_after(feed_of(place).from(), [&](const CallbackId& after, auto limit) {
                    return webhooks::store::calls_after(snapshot, subscription.id, status, after, limit);
                });
            }
        }
        return all;
    }
    Feed<CallbackId>& feed_of(const Place& place) {
        return feeds_.try_emplace(place, start_, longest_call_).first->second;
    }

    const Timestamp start_;
    const std::chrono::seconds longest_call_;
    const std::optional<SubscriptionId> only_;
    const std::vector<CallbackStatus> statuses_;
    std::map<Place, Feed<CallbackId>> feeds_;
};

struct Tail : Common {
    std::string company;
    std::optional<std::string> subscription;
    bool failed = false;

    void run() const {
        const StopSignal stop_signal;
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const CompanyId id = company_named(store.db(), company);
        // The id of a call is created before it is made, its row afterwards: within the lease.
        CallFeed feed{store.clock().now(), std::chrono::seconds{loaded.webhook_lease}, chosen(store.db(), id),
                      statuses()};

        feed.new_rows(store.db(), id);  // skips earlier calls
        output().result({{"following", company}}, "Following the callbacks of " + company + ".");
        std::fflush(stdout);
        while (!stop_signal.arrives_within(kPollInterval))
            for (const LoggedCall& call : feed.new_rows(store.db(), id))
                print_line(json ? object(call) : line(call));
    }

  private:
    std::optional<SubscriptionId> chosen(db::Db& db, const CompanyId& id) const {
        if (!subscription) return std::nullopt;
        const auto parsed = SubscriptionId::parse(*subscription);
        const auto all = db.read(id, [](db::Snapshot& snapshot) { return subscriptions(snapshot); });
        const bool is_there =
            parsed && std::ranges::find(all, *parsed, &subscriptions::Subscription::id) != all.end();
        if (!is_there)
            throw not_found("SUBSCRIPTION_NOT_FOUND", "the company has no subscription " + *subscription);
        return parsed;
    }
    std::vector<CallbackStatus> statuses() const {
        if (failed) return {CallbackStatus::failed};
        return {CallbackStatus::successful, CallbackStatus::failed};
    }

    static std::string line(const LoggedCall& call) {
        std::string answer;
        if (call.response_status) answer = std::to_string(*call.response_status);
        if (call.failure) answer += (answer.empty() ? "" : ", ") + *call.failure;
        return fmt::format("{}  {}  {}  {}  {}  {} ms  callback {}", to_iso(call.sent_at),
                           call.subscription.text(), call.event_name.value_or("-"), name_of(call.status),
                           answer, call.took.count(), call.id.text());
    }
    static std::string object(const LoggedCall& call) {
        std::string text;
        wire::JsonWriter writer{text};
        writer.open_object();
        writer.member("callback_id", call.id.text());
        writer.member("sent", to_iso(call.sent_at));
        writer.member("subscription_id", call.subscription.text());
        writer.member("event_id", call.event.text());
        if (call.event_name) writer.member("event_name", *call.event_name);
        writer.member("status", name_of(call.status));
        if (call.response_status) writer.member("response_status", *call.response_status);
        if (call.failure) writer.member("failure", *call.failure);
        writer.member("took_ms", std::int64_t{call.took.count()});
        writer.close_object();
        return text;
    }
};

}  // namespace

void add_webhook_tail(CommandSpec& group) {
    command<Tail>(group, "tail", "Show every callback as it is made, until interrupted")
        .needs("--company", &Tail::company, "Identifier of the company")
        .takes("--subscription", &Tail::subscription, "Only callbacks of this subscription")
        .flag("--failed", &Tail::failed, "Only failed callbacks");
}

}  // namespace callboard::cli
