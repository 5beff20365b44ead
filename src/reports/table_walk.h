// Reading a table in ranges of a key, each in a short snapshot of its own: a snapshot that lasts as long as a
// large table takes would keep PostgreSQL from vacuuming and SQLite from truncating its log.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/clock.h"
#include "base/function_ref.h"
#include "base/id.h"
#include "db/db.h"

namespace callboard::reports {

// A list of values that divide a table, for keys that are ordered only among the rows of two other columns.
struct Parts {
    std::string_view columns;  // two texts
    std::string_view from;
    std::string_view order;
    std::array<std::string_view, 2> keys;      // of the rows in Walk::from
    std::array<std::string_view, 2> row_keys;  // of the rows of the table
};

// A way through a table. Rows whose key is at most the last one at the beginning are read once, also if they
// are changed meanwhile, because their keys never change.
struct Walk {
    std::string_view from;     // FROM … WHERE x.company_id = $1: what is counted to limit a range
    std::string_view key;      // a text, unless it is a time; an index has the rows of `from` in its order
    std::string_view row_key;  // the same of the rows of the table
    // The column with the time of creation, which ids contain. A filter of it limits the walk.
    std::string_view created = {};
    // Of `from`; fewer if the columns of a row are counted from many others, or have long texts.
    std::int64_t range_rows = 5'000;
    bool key_is_time = false;  // the key is `created`, not an id
    const Parts* parts = nullptr;
    // The rows of the table, if they differ from those of the first walk in their order.
    std::string_view rows = {};
    std::string_view order = {};
};

using WalkKey = std::variant<std::int64_t, std::string>;

// The part of a walk that dates allow, rounded to the outside; absent: no limit.
struct WalkLimits {
    std::optional<WalkKey> after;
    std::optional<WalkKey> through;
};
WalkLimits limits_of(const Walk& walk, std::optional<Timestamp> from, std::optional<Timestamp> to);

// The rows of one part with keys after one and up to another one.
class WalkRange {
  public:
    // Limits a query of the rows of the table. The range must live until it was run.
    void narrow(db::ListQuery& list) const;

  private:
    friend class TableWalk;

    struct Part {
        std::vector<std::string> values;
        WalkKey last;  // at the beginning of the walk
    };

    WalkRange(const Walk& walk, const Part& part, const WalkKey& after, WalkKey through)
        : walk_(walk), part_(part), after_(after), through_(std::move(through)) {}

    const Walk& walk_;
    const Part& part_;
    const WalkKey& after_;
    const WalkKey through_;
};

class TableWalk {
  public:
    // `name` is that of the queries.
    TableWalk(const Walk& walk, std::string_view name, WalkLimits limits, std::int64_t range_rows);

    // Calls `read` for each range, in the order of the keys; again if its snapshot failed. Calls `done` after
    // the snapshot of each.
    void run(db::Db& db, const CompanyId& company, const std::stop_token& stop,
             FunctionRef<void(db::Snapshot&, const WalkRange&)> read, FunctionRef<void()> done) const;

  private:
    using Part = WalkRange::Part;

    std::vector<Part> parts(db::Snapshot& snapshot) const;
    std::optional<WalkKey> last_key(db::Snapshot& snapshot, const std::vector<std::string>& part) const;
    WalkKey end_of_range(db::Snapshot& snapshot, const Part& part, const WalkKey& after) const;
    WalkKey key_from(const db::Row& row) const;

    const Walk& walk_;
    const std::string name_;
    const WalkLimits limits_;
    const WalkKey first_;  // less than all keys, or the lower limit
    const std::int64_t range_rows_;
};

}  // namespace callboard::reports
