#include "reports/group_merge.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace callboard::reports {
namespace {

std::int64_t merged(Aggregate aggregate, std::int64_t a, std::int64_t b) {
    switch (aggregate) {
        case Aggregate::sum: return a + b;
        case Aggregate::least: return std::min(a, b);
        case Aggregate::greatest: return std::max(a, b);
        case Aggregate::none: break;
    }
    std::abort();  // unreachable: a layout has only aggregates
}

}  // namespace

class GroupMerge::MergedRow final : public db::Row {
  public:
    MergedRow(const GroupLayout& layout, const Key& key, const std::vector<Sum>& sums)
        : layout_(layout), key_(key), sums_(sums) {}

    bool is_null(int column) const override { return !key_at(column) && !sum_at(column).value; }
    std::string_view text(int column) const override {
        const std::string* const key = key_at(column);
        assert(key);
        return *key;
    }
    std::int64_t integer(int column) const override {
        const Sum& sum = sum_at(column);
        return sum.divisor == 0 ? *sum.value : *sum.value / sum.divisor;
    }

  private:
    const std::string* key_at(int column) const {
        const auto found = std::ranges::find(layout_.keys, column);
        return found == layout_.keys.end() ? nullptr
                                           : &key_[static_cast<std::size_t>(found - layout_.keys.begin())];
    }
    const Sum& sum_at(int column) const {
        const auto found = std::ranges::find(layout_.values, column, &GroupLayout::Value::slot);
        assert(found != layout_.values.end());
        return sums_[static_cast<std::size_t>(found - layout_.values.begin())];
    }

    const GroupLayout& layout_;
    const Key& key_;
    const std::vector<Sum>& sums_;
};

void GroupMerge::add(const db::Row& row) {
    auto& [key, sums] = range_.emplace_back();
    for (const int slot : layout_.keys) key.push_back(row.string(slot));
    for (const GroupLayout::Value& each : layout_.values) {
        Sum& sum = sums.emplace_back();
        if (!row.is_null(each.slot)) sum.value = row.integer(each.slot);
        if (each.divisor) sum.divisor = row.integer(*each.divisor);
    }
}

void GroupMerge::complete_range() {
    for (auto& [key, sums] : range_) {
        const auto [group, is_new] = groups_.try_emplace(std::move(key), sums);
        if (is_new) continue;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            Sum& total = group->second[i];
            if (total.value && sums[i].value) {
                total.value = merged(layout_.values[i].aggregate, *total.value, *sums[i].value);
            } else if (sums[i].value) {
                total.value = sums[i].value;
            }
            total.divisor += sums[i].divisor;
        }
    }
    range_.clear();
}

void GroupMerge::visit(FunctionRef<void(const db::Row&)> visit) const {
    for (const auto& [key, sums] : groups_) visit(MergedRow{layout_, key, sums});
}

}  // namespace callboard::reports
