// fill_deliveries DATA_DIR DATABASE DELIVERIES STATE: adds that many events of 1 KB to a database, each with
// one delivery, to the active subscriptions in turn. DATABASE is the URL of a PostgreSQL database, or "-":
// SQLite in the data directory. STATE is `due`, or `given-up`: as if the last attempt had just failed.
// Subscriptions must exist.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/store.h"
#include "base/id.h"
#include "db/db.h"
#include "settings/settings.h"

namespace callboard {
namespace {

constexpr std::int64_t kGroup = 2000;  // events in a transaction
constexpr std::size_t kPayloadSize = 1024;

constexpr db::GlobalSql kActive{"bench_active_subscriptions", R"sql(
    SELECT company_id, id FROM webhook_subscription WHERE status = 'active' ORDER BY id)sql"};
constexpr db::GlobalSql kEvent{"bench_event", R"sql(
    INSERT INTO event (company_id, id, name, payload, created_at, link)
    VALUES ($1, $2, 'job.created', $3, $4, $5))sql"};
constexpr db::GlobalSql kDue{"bench_due_delivery", R"sql(
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, attempted_at,
                          leased_until, lease_token)
    VALUES ($1, $2, $3, 'PENDING', 0, 0, $4, NULL, 0, ''))sql"};
constexpr db::GlobalSql kGivenUp{"bench_given_up_delivery", R"sql(
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, attempted_at,
                          leased_until, lease_token)
    VALUES ($1, $2, $3, 'GIVEN_UP', 1, 11, $4, $4, 0, ''))sql"};

struct Subscriber {
    CompanyId company;
    SubscriptionId id;
};

std::vector<Subscriber> active_subscribers(db::Db& db) {
    return db.read(std::nullopt, [](db::Snapshot& snapshot) {
        return snapshot.all(kActive, {}, [](const db::Row& row) {
            return Subscriber{.company = row.id<CompanyId>(0), .id = row.id<SubscriptionId>(1)};
        });
    });
}

std::string payload_about(const EventId& event) {
    const std::string begin = fmt::format(R"({{"id":"{}","filler":")", event.text());
    return begin + std::string(kPayloadSize - begin.size() - 2, 'x') + "\"}";
}

void add(db::Tx& tx, const Subscriber& subscriber, const db::GlobalSql& insert_delivery) {
    const auto event = tx.new_id<EventId>();
    const std::string payload = payload_about(event);
    const std::string link = fmt::format("/jobs/{}", event.text());
    tx.enqueue(kEvent, {subscriber.company, event, payload, tx.now, link});
    tx.enqueue(insert_delivery, {subscriber.company, subscriber.id, event, tx.now});
}

int fill(const settings::Settings& settings, std::int64_t count, const db::GlobalSql& insert_delivery) {
    app::Store store{settings, 1, app::StoreMode::create};
    const auto subscribers = active_subscribers(store.db());
    if (subscribers.empty()) {
        fmt::print(stderr, "no subscription is active\n");
        return 1;
    }
    for (std::int64_t from = 0; from < count; from += kGroup) {
        store.db().write(std::nullopt, [&](db::Tx& tx) {
            for (std::int64_t number = from; number < std::min(from + kGroup, count); ++number)
                add(tx, subscribers[static_cast<std::size_t>(number) % subscribers.size()], insert_delivery);
        });
    }
    return 0;
}

}  // namespace
}  // namespace callboard

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    callboard::settings::Settings settings;
    settings.data_dir = argv[1];
    settings.log_level = "error";
    settings.database_connections = 1;
    if (std::string_view{argv[2]} != "-") settings.database.emplace(argv[2]);
    const bool given_up = std::string_view{argv[4]} == "given-up";
    return callboard::fill(settings, std::atoll(argv[3]), given_up ? callboard::kGivenUp : callboard::kDue);
}
