#include "edge/error_hints.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "routes.h"

namespace callboard::edge {
namespace {

TEST(WhereToLook, KnowsCodesThatOperationsDocument) {
    std::set<std::string_view> documented{"SERVICE_UNAVAILABLE"};
    const auto table = routes();
    for (const Route& route : table)
        for (const DocumentedError& error : route.errors) documented.insert(error.code);

    for (const Hint& hint : all_hints()) EXPECT_TRUE(documented.contains(hint.code)) << hint.code;
}

TEST(WhereToLook, NamesPathsThatCanBeRead) {
    const auto table = routes();
    const auto can_be_read = [&](std::string_view path) {
        return std::ranges::any_of(table, [&](const Route& route) {
            return route.method == http::Method::get && route.path == path;
        });
    };
    for (const Hint& hint : all_hints())
        for (const auto part : std::views::split(hint.text, ' '))
            if (const std::string_view word{part}; word.starts_with('/'))
                EXPECT_TRUE(can_be_read(word)) << hint.code << " " << word;
}

TEST(WhereToLook, HasNothingToSayOfOtherCodes) {
    EXPECT_EQ(hint_for("INDUSTRY_NOT_FOUND"), "GET /v1/industries lists them");
    for (const std::string_view code : {"", "A", "INDUSTRY_NOT_FOUN", "INDUSTRY_NOT_FOUNDX", "ZZZ"})
        EXPECT_EQ(hint_for(code), "") << code;
}

}  // namespace
}  // namespace callboard::edge
