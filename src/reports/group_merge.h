// Groups of a table that is read in ranges: each range gives a row for each of its groups, and the rows of a
// group are merged.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/function_ref.h"
#include "db/value.h"
#include "reports/table.h"

namespace callboard::reports {

// The columns of the result of a query.
struct GroupLayout {
    std::vector<int> keys;  // texts that identify the group, in the order of the groups
    struct Value {
        int slot = 0;
        Aggregate aggregate{};
        std::optional<int> divisor;
    };
    std::vector<Value> values;
};

class GroupMerge {
  public:
    explicit GroupMerge(GroupLayout layout) : layout_(std::move(layout)) {}

    // A row of the current range; they count once the range is complete.
    void add(const db::Row& row);
    void discard_range() { range_.clear(); }
    void complete_range();

    // Visits the groups in the order of their keys, as rows with the columns of the layout.
    void visit(FunctionRef<void(const db::Row&)> visit) const;

    std::int64_t size() const { return static_cast<std::int64_t>(groups_.size()); }

  private:
    using Key = std::vector<std::string>;
    struct Sum {
        std::optional<std::int64_t> value;
        std::int64_t divisor = 0;
    };
    class MergedRow;

    const GroupLayout layout_;
    std::vector<std::pair<Key, std::vector<Sum>>> range_;
    std::map<Key, std::vector<Sum>> groups_;
};

}  // namespace callboard::reports
