// claim_load DATA_DIR DATABASE CLAIMS: claims due deliveries of the active subscriptions in turn, as the
// courier does, and ends them. DATABASE is the URL of a PostgreSQL database, or "-": SQLite in the data
// directory. Prints the median and the 99th percentile of a claim and of its transaction, in milliseconds,
// and the number of claimed deliveries.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/store.h"
#include "base/clock.h"
#include "settings/settings.h"
#include "webhooks/delivery/delivery_store.h"
#include "work/lease.h"

namespace callboard {
namespace {

constexpr std::size_t kWanted = 32;
constexpr work::Lease kLease{.node = "bench", .token = "bench", .duration = std::chrono::seconds{30}};

class Times {
  public:
    void add(std::chrono::nanoseconds time) { all_.push_back(time); }
    double at(double share) {
        std::ranges::sort(all_);
        const auto place = static_cast<std::size_t>(static_cast<double>(all_.size() - 1) * share);
        return std::chrono::duration<double, std::milli>{all_.at(place)}.count();
    }

  private:
    std::vector<std::chrono::nanoseconds> all_;
};

void claim_in_turn(app::Store& store, int claims) {
    const auto subscriptions = store.db().read(std::nullopt, webhooks::store::waiting);
    Times claiming;
    Times whole;
    std::size_t taken = 0;
    for (std::size_t turn = 0; turn < static_cast<std::size_t>(claims); ++turn) {
        const SubscriptionId& id = subscriptions.at(turn % subscriptions.size()).subscription;
        const auto began = store.stopwatch().now();
        const auto claim = store.db().write(std::nullopt, [&](db::Tx& tx) {
            const auto start = store.stopwatch().now();
            auto made = webhooks::store::claim(tx, id, kWanted, kLease);
            claiming.add(store.stopwatch().now() - start);
            return made;
        });
        whole.add(store.stopwatch().now() - began);
        taken += claim.deliveries.size();
        store.db().write(std::nullopt, [&](db::Tx& tx) {
            for (const auto& each : claim.deliveries)
                webhooks::store::delivered(tx, id, each.event, kLease.node);
        });
    }
    fmt::print("{:.2f} {:.2f} {:.2f} {:.2f} {}\n", claiming.at(0.5), claiming.at(0.99), whole.at(0.5),
               whole.at(0.99), taken);
}

}  // namespace
}  // namespace callboard

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    callboard::settings::Settings settings;
    settings.data_dir = argv[1];
    settings.log_level = "error";
    settings.database_connections = 1;
    if (std::string_view{argv[2]} != "-") settings.database.emplace(argv[2]);
    callboard::app::Store store{settings, 1, callboard::app::StoreMode::create};
    callboard::claim_in_turn(store, std::atoi(argv[3]));
}
