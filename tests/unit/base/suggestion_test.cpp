#include "base/suggestion.h"

#include <array>
#include <functional>

#include <gtest/gtest.h>

namespace callboard {
namespace {

TEST(Suggestion, NamesTheNearest) {
    EXPECT_EQ(suggestion("serv", {"serve", "demo"}), "; did you mean 'serve'?");
}

TEST(Suggestion, IsEmptyWhereNothingIsNear) {
    EXPECT_EQ(suggestion("conjure", {"serve", "demo"}), "");
}

TEST(Suggestion, TakesRowsAndWhatTheyAreCalled) {
    struct Row {
        int number;
        std::string_view name;
    };
    const std::array rows{Row{1, "serve"}, Row{2, "demo"}};
    EXPECT_EQ(suggestion("demmo", rows, &Row::name), "; did you mean 'demo'?");
}

}  // namespace
}  // namespace callboard
