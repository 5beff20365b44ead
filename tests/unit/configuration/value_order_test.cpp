#include "configuration/value_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/error_code.h"

namespace callboard {
namespace {

using configuration::moved_values;
using configuration::ValuePlace;
using test::error_code;
using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<ValuePlace> kNow{{"a", 2}, {"b", 3}, {"c", 7}, {"d", 8}};

TEST(ValueOrder, OnlyValuesThatMoveGetAnotherPlace) {
    EXPECT_THAT(moved_values(kNow, {"a", "d", "b", "c"}),
                ElementsAre(ValuePlace{"d", 3}, ValuePlace{"b", 7}, ValuePlace{"c", 8}));
    EXPECT_THAT(moved_values(kNow, {"d", "b", "c", "a"}),
                ElementsAre(ValuePlace{"d", 2}, ValuePlace{"a", 8}));
    EXPECT_THAT(moved_values(kNow, {"a", "b", "c", "d"}), IsEmpty());
    EXPECT_THAT(moved_values({}, {}), IsEmpty());
}

TEST(ValueOrder, OfOtherValuesIsAConflict) {
    for (const std::vector<std::string>& ids : {std::vector<std::string>{"a", "b", "c"},
                                                {"a", "b", "c", "d", "e"},
                                                {"a", "b", "c", "e"},
                                                {"a", "b", "c", "c"},
                                                {"a", "b", "c", "d", "d"},
                                                {}})
        EXPECT_EQ(error_code([&] { moved_values(kNow, ids); }), "CONFLICT") << testing::PrintToString(ids);
}

}  // namespace
}  // namespace callboard
