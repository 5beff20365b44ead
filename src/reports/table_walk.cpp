#include "reports/table_walk.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "base/id_source.h"

namespace callboard::reports {
namespace {

using namespace std::chrono_literals;

// Ids of a process increase also when its clock is set back, and an id may be made some time before its row.
// So a day more is read on both sides; the condition on the date itself stays exact.
constexpr auto kClockTolerance = 24h;

constexpr Timestamp kFirstOfUuids{0};
constexpr Timestamp kLastOfUuids{(std::int64_t{1} << 48) - 1};

db::Value value_of(const WalkKey& key) {
    return std::visit([](const auto& value) { return db::Value{value}; }, key);
}

void narrow_to_part(db::ListQuery& list, const std::array<std::string_view, 2>& keys,
                    const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) list.where(std::string{keys[i]} + " =", values[i]);
}

std::vector<std::vector<std::string>> values_of(db::Snapshot& snapshot, std::string_view name,
                                                const Parts& parts) {
    const db::ListSql sql{name, parts.columns, parts.from, parts.order};
    db::ListQuery list{sql};
    return snapshot.all(list.whole(),
                        [](const db::Row& row) { return std::vector{row.string(0), row.string(1)}; });
}

WalkKey first_of(const Walk& walk, const WalkLimits& limits) {
    if (limits.after) return *limits.after;
    if (walk.key_is_time) return std::numeric_limits<std::int64_t>::min();
    return std::string{};
}

WalkKey first_id_of(Timestamp time) {
    return first_uuid_of(std::clamp(time, kFirstOfUuids, kLastOfUuids));
}

}  // namespace

WalkLimits limits_of(const Walk& walk, std::optional<Timestamp> from, std::optional<Timestamp> to) {
    WalkLimits limits;
    if (walk.key_is_time) {
        if (from) limits.after = from->ms - 1;
        if (to) limits.through = to->ms - 1;
    } else {
        if (from) limits.after = first_id_of(*from - kClockTolerance);
        if (to) limits.through = first_id_of(*to + kClockTolerance);
    }
    return limits;
}

void WalkRange::narrow(db::ListQuery& list) const {
    if (walk_.parts) narrow_to_part(list, walk_.parts->row_keys, part_.values);
    list.where(std::string{walk_.row_key} + " >", value_of(after_));
    list.where(std::string{walk_.row_key} + " <=", value_of(through_));
}

TableWalk::TableWalk(const Walk& walk, std::string_view name, WalkLimits limits, std::int64_t range_rows)
    : walk_(walk),
      name_(std::string{name} + "_ranges"),
      limits_(std::move(limits)),
      first_(first_of(walk, limits_)),
      range_rows_(range_rows) {}

void TableWalk::run(db::Db& db, const CompanyId& company, const std::stop_token& stop,
                    FunctionRef<void(db::Snapshot&, const WalkRange&)> read, FunctionRef<void()> done) const {
    const std::vector<Part> all =
        db.read(company, [&](db::Snapshot& snapshot) { return parts(snapshot); }, stop);
    for (const Part& part : all) {
        for (WalkKey after = first_; after != part.last;) {
            after = db.read(
                company,
                [&](db::Snapshot& snapshot) {
                    const WalkRange range{walk_, part, after, end_of_range(snapshot, part, after)};
                    read(snapshot, range);
                    return range.through_;
                },
                stop);
            done();
        }
    }
}

// Those without rows are left out.
std::vector<TableWalk::Part> TableWalk::parts(db::Snapshot& snapshot) const {
    std::vector<std::vector<std::string>> all;
    if (walk_.parts) {
        all = values_of(snapshot, name_, *walk_.parts);
    } else {
        all.emplace_back();
    }
    std::vector<Part> found;
    for (auto& values : all)
        if (auto last = last_key(snapshot, values))
            found.push_back({.values = std::move(values), .last = std::move(*last)});
    return found;
}

std::optional<WalkKey> TableWalk::last_key(db::Snapshot& snapshot,
                                           const std::vector<std::string>& part) const {
    const std::string key{walk_.key};
    const std::string order = "ORDER BY " + key + " DESC";
    const db::ListSql sql{name_, walk_.key, walk_.from, order};
    db::ListQuery list{sql};
    if (walk_.parts) narrow_to_part(list, walk_.parts->keys, part);
    list.where(key + " >", value_of(first_));
    if (limits_.through) list.where(key + " <=", value_of(*limits_.through));
    return snapshot.first(list.page(1), {}, [this](const db::Row& row) { return key_from(row); });
}

WalkKey TableWalk::end_of_range(db::Snapshot& snapshot, const Part& part, const WalkKey& after) const {
    const std::string key{walk_.key};
    const std::string order = "ORDER BY " + key;
    const db::ListSql sql{name_, walk_.key, walk_.from, order};
    db::ListQuery list{sql};
    if (walk_.parts) narrow_to_part(list, walk_.parts->keys, part.values);
    list.where(key + " >", value_of(after)).where(key + " <=", value_of(part.last));
    return snapshot
        .first(list.page(1, range_rows_ - 1), {}, [this](const db::Row& row) { return key_from(row); })
        .value_or(part.last);
}

WalkKey TableWalk::key_from(const db::Row& row) const {
    if (walk_.key_is_time) return row.integer(0);
    return row.string(0);
}

}  // namespace callboard::reports
