#include "webhooks/delivery/retention.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/id_source.h"
#include "subscriptions/alert_store.h"
#include "webhooks/delivery/retention_store.h"
#include "work/housekeeping_store.h"

namespace callboard::webhooks {
namespace {

using store::Expiring;

constexpr std::int64_t kBatchSize = 500;  // rows in one transaction
constexpr std::int64_t kOwnersAtOnce = 50;
constexpr std::chrono::minutes kLeaseDuration{30};
const std::string kAfterAllIds = "g";  // ids are hexadecimal

// Deliveries are kept for kRetention after the event, and their callbacks for kRetention after that.
constexpr std::chrono::hours kEventRetention = 2 * kRetention + std::chrono::hours{24};

struct Retained {
    store::ExpiringRows rows;
    std::optional<std::chrono::hours> kept;  // absent: all are deleted
};

// Where the next batch continues.
struct Position {
    std::size_t index = 0;
    std::string after;  // the last deleted id
};

Position forget_batch(db::Tx& tx, const std::vector<Retained>& all, Position from) {
    std::int64_t remaining = kBatchSize;
    for (; from.index < all.size(); from = {from.index + 1, ""}) {
        const auto& [rows, kept] = all[from.index];
        const std::string before = kept ? first_uuid_of(tx.now - *kept) : kAfterAllIds;
        store::Deleted deleted = store::forget(tx, rows, {from.after, before}, remaining);
        remaining -= deleted.number;
        if (remaining == 0) return {from.index, std::move(deleted.last)};
    }
    return from;
}

// One server deletes for all; another one takes over if it does not come back.
class Cleaning {
  public:
    Cleaning(db::Db& db, const RetentionOptions& options, const std::stop_token& stop)
        : db_(db), options_(options), stop_(stop) {}

    void forget_of_subscriptions() {
        std::optional<SubscriptionId> last;
        while (may_continue()) {
            const auto some = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
                return store::subscriptions_after(snapshot, last, kOwnersAtOnce);
            });
            if (some.empty() || !forget(rows_of(some))) return;
            for (const store::RetainedSubscription& each : some)
                if (each.is_deleted)
                    db_.write(std::nullopt, [&](db::Tx& tx) { store::forget_subscription(tx, each.id); });
            last = some.back().id;
        }
    }

    void forget_events() {
        std::optional<CompanyId> last;
        while (may_continue()) {
            const auto some = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
                return store::companies_after(snapshot, last, kOwnersAtOnce);
            });
            std::vector<Retained> events;
            for (const CompanyId& each : some)
                events.push_back({{Expiring::events, std::string{each.text()}}, kEventRetention});
            if (some.empty() || !forget(events)) return;
            last = some.back();
        }
    }

    void forget_alerts() {
        const auto forget = [](db::Tx& tx) {
            return subscriptions::store::forget_alerts(tx, tx.now - kRetention, kBatchSize);
        };
        while (may_continue() && db_.write(std::nullopt, forget) == kBatchSize) {
        }
    }

  private:
    bool may_continue() const {
        return !stop_.stop_requested() &&
               work::may_clean(
                   db_, {.task = "webhook_log", .node = options_.node, .lease_duration = kLeaseDuration});
    }

    std::vector<Retained> rows_of(const std::vector<store::RetainedSubscription>& subscriptions) const {
        std::vector<Retained> all;
        for (const store::RetainedSubscription& each : subscriptions) {
            const auto add = [&](Expiring kind, std::chrono::hours kept) {
                all.push_back({{kind, std::string{each.id.text()}},
                               each.is_deleted ? std::nullopt : std::optional{kept}});
            };
            add(Expiring::successful_callbacks, options_.successful_callbacks);
            add(Expiring::failed_callbacks, kRetention);
            add(Expiring::deliveries, kRetention);
        }
        return all;
    }

    // Returns false if it must not continue.
    bool forget(const std::vector<Retained>& all) {
        Position next;
        while (next.index < all.size()) {
            if (!may_continue()) return false;
            next = db_.write(std::nullopt, [&](db::Tx& tx) { return forget_batch(tx, all, next); });
        }
        return true;
    }

    db::Db& db_;
    const RetentionOptions& options_;
    const std::stop_token& stop_;
};

}  // namespace

void forget_old(db::Db& db, const RetentionOptions& options, const std::stop_token& stop) {
    Cleaning cleaning{db, options, stop};
    cleaning.forget_of_subscriptions();
    cleaning.forget_events();
    cleaning.forget_alerts();
}

}  // namespace callboard::webhooks
