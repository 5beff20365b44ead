#include "reports/group_merge.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard {
namespace {

using reports::Aggregate;
using reports::GroupLayout;
using reports::GroupMerge;
using testing::ElementsAre;
using testing::IsEmpty;

// Columns: the name of the group, a sum, a least, a greatest, a quotient, its divisor.
class MadeRow final : public db::Row {
  public:
    MadeRow(std::string name, std::vector<std::optional<std::int64_t>> numbers)
        : name_(std::move(name)), numbers_(std::move(numbers)) {}
    bool is_null(int column) const override { return column > 0 && !number(column); }
    std::string_view text(int) const override { return name_; }
    std::int64_t integer(int column) const override { return number(column).value(); }

  private:
    std::optional<std::int64_t> number(int column) const {
        return numbers_.at(static_cast<std::size_t>(column) - 1);
    }
    const std::string name_;
    const std::vector<std::optional<std::int64_t>> numbers_;
};

GroupLayout layout() {
    return {.keys = {0},
            .values = {{.slot = 1, .aggregate = Aggregate::sum, .divisor = {}},
                       {.slot = 2, .aggregate = Aggregate::least, .divisor = {}},
                       {.slot = 3, .aggregate = Aggregate::greatest, .divisor = {}},
                       {.slot = 4, .aggregate = Aggregate::sum, .divisor = 5}}};
}

std::vector<std::string> shown(const GroupMerge& groups) {
    std::vector<std::string> lines;
    groups.visit([&](const db::Row& row) {
        std::string& line = lines.emplace_back(row.string(0));
        for (const int column : {1, 2, 3, 4})
            line += " " + (row.is_null(column) ? "none" : std::to_string(row.integer(column)));
    });
    return lines;
}

TEST(GroupMerge, CombinesTheRowsOfAGroup) {
    GroupMerge groups{layout()};
    groups.add(MadeRow{"b", {1, 10, 10, 300, 2}});
    groups.add(MadeRow{"a", {5, 1, 1, 100, 1}});
    groups.complete_range();
    groups.add(MadeRow{"b", {2, 7, 20, 100, 2}});
    groups.complete_range();

    EXPECT_THAT(shown(groups), ElementsAre("a 5 1 1 100", "b 3 7 20 100"));
    EXPECT_EQ(groups.size(), 2);
}

TEST(GroupMerge, DoesNotCountARangeThatIsReadAgain) {
    GroupMerge groups{layout()};
    groups.add(MadeRow{"a", {1, 1, 1, 1, 1}});
    groups.discard_range();
    EXPECT_THAT(shown(groups), IsEmpty());
    groups.add(MadeRow{"a", {2, 2, 2, 2, 1}});
    groups.complete_range();

    EXPECT_THAT(shown(groups), ElementsAre("a 2 2 2 2"));
}

TEST(GroupMerge, WhatIsAbsentInOneRangeIsThatOfTheOther) {
    GroupMerge groups{layout()};
    groups.add(MadeRow{"a", {1, std::nullopt, 4, 1, 1}});
    groups.add(MadeRow{"b", {1, std::nullopt, std::nullopt, 1, 1}});
    groups.complete_range();
    groups.add(MadeRow{"a", {1, 3, std::nullopt, 1, 1}});
    groups.complete_range();

    EXPECT_THAT(shown(groups), ElementsAre("a 2 3 4 1", "b 1 none none 1"));
}

}  // namespace
}  // namespace callboard
