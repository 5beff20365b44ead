#include "usage/reading.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "usage/usage_store.h"

namespace callboard::usage {
namespace {

using store::Range;

// Minutes are rolled up later than this, so a request for the last 24 hours may take its time.
constexpr std::chrono::hours kByMinuteSince{25};

void require_right(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).manages_credentials) return;
    throw forbidden("PERMISSION_DENIED", "only administrators may see the usage of the API");
}

Range range_of(const UsageRequest& request, Timestamp now) {
    const Timestamp to = request.to.value_or(now);
    const Timestamp from = request.from.value_or(to - kLongestByMinute);
    if (from >= to) throw invalid_request("INVALID_PARAMETER", "from must be before to");
    if (to - from > kHourRetention)
        throw invalid_request("INVALID_PARAMETER", "from and to must be at most 31 days apart");
    return {.from = from, .to = to};
}

std::chrono::seconds interval_of(const Range& range, Timestamp now) {
    return range.to - range.from <= kLongestByMinute && range.from >= now - kByMinuteSince ? kMinute : kHour;
}

std::int64_t slots_of(const Range& range, std::chrono::milliseconds step) {
    return (range.to - range.from + step - std::chrono::milliseconds{1}) / step;
}

// The shortest multiple of the interval, among those that divide a day, that gives few enough points.
std::chrono::milliseconds step_of(const Range& range, std::chrono::seconds interval) {
    for (const int times : {1, 2, 3, 4, 6, 12})
        if (slots_of(range, interval * times) <= kMostPoints) return interval * times;
    return interval * 24;
}

std::vector<Point> points_of(db::Snapshot& snapshot, const Range& range, std::chrono::seconds interval,
                             const UsageRequest& request) {
    const auto step = step_of(range, interval);
    std::vector<Point> points(static_cast<std::size_t>(slots_of(range, step)));
    Timestamp time = range.from;
    for (Point& point : points) {
        point.time = time;
        time = time + step;
    }
    for (const auto& each : store::series(snapshot, range, step,
                                          {.client = request.application_id, .operation = request.operation}))
        points[static_cast<std::size_t>(each.slot)].counts = each.counts;
    return points;
}

std::optional<std::string> name_of_client(const store::Total& total) {
    if (total.name) return total.name;
    if (total.client == kConsole) return "Console";
    if (total.client == kOther) return "Other";
    if (total.is_api_key) return "API key";
    return std::nullopt;  // deleted
}

std::vector<OperationUsage> operations_of(const std::vector<store::Total>& totals,
                                          const std::optional<std::string>& client) {
    std::map<std::string, Counts> sums;
    for (const auto& each : totals)
        if (!client || each.client == *client) sums[each.operation].add(each.counts);
    std::vector<OperationUsage> operations;
    for (auto& [operation, counts] : sums) operations.push_back({operation, counts});
    std::ranges::sort(operations, {}, [](const OperationUsage& each) {
        return std::pair{-each.counts.calls, std::string_view{each.operation}};
    });
    return operations;
}

std::vector<ClientTotal> clients_of(const std::vector<store::Total>& totals) {
    std::map<std::string, ClientTotal> sums;
    for (const auto& each : totals) {
        ClientTotal& sum = sums[each.client];
        sum.id = each.client;
        sum.name = name_of_client(each);
        sum.calls += each.counts.calls;
        sum.refused += each.counts.refused;
    }
    std::vector<ClientTotal> clients;
    for (auto& [id, sum] : sums) clients.push_back(std::move(sum));
    std::ranges::sort(clients, {}, [](const ClientTotal& each) {
        return std::pair{-each.calls, std::string_view{each.id}};
    });
    if (clients.size() > kMostClients) clients.resize(kMostClients);
    return clients;
}

}  // namespace

Usage read_usage(db::Snapshot& snapshot, const accounts::Actor& actor, const UsageRequest& request) {
    require_right(actor);
    Range range = range_of(request, snapshot.now);
    const auto interval = interval_of(range, snapshot.now);
    range.from = start_of(range.from, interval);
    const auto totals = store::totals(snapshot, range);
    return {.from = range.from,
            .to = range.to,
            .interval = interval,
            .operations = operations_of(totals, request.application_id),
            .series = points_of(snapshot, range, interval, request),
            .applications = clients_of(totals)};
}

}  // namespace callboard::usage
