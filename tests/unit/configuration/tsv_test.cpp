#include "configuration/tsv.h"

#include <array>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace callboard::configuration {
namespace {

constexpr std::array<std::string_view, 3> kColumns{"id", "en", "de"};

std::vector<TsvRow> read(std::string_view text) {
    return read_tsv({.name = "birds.tsv", .text = text}, kColumns);
}

std::string fault_in(std::string_view text) {
    try {
        read(text);
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "";
}

TEST(Tsv, IsReadRowByRow) {
    const auto rows = read("id\ten\tde\nowl\tOwl\tEule\nred_kite\tRed kite\tRotmilan\n");

    EXPECT_EQ(rows, (std::vector<TsvRow>{{"owl", "Owl", "Eule"}, {"red_kite", "Red kite", "Rotmilan"}}));
}

TEST(Tsv, MayHaveNoRows) {
    EXPECT_TRUE(read("id\ten\tde\n").empty());
}

TEST(Tsv, IsRefusedWithAnotherHeader) {
    for (const std::string_view header :
         {"", "\n", "id\ten\n", "id\tde\ten\n", "id\ten\tde\tfr\n", "id\ten\tde\r\n", "owl\tOwl\tEule\n"})
        EXPECT_TRUE(fault_in(header).starts_with("birds.tsv, line 1: ")) << header;
}

TEST(Tsv, IsRefusedWithAMalformedRow) {
    for (const std::string_view row : {"\n", "owl\tOwl\n", "owl\tOwl\tEule\tHibou\n", "owl\t\tEule\n",
                                       "owl\tOwl\t\n", "\tOwl\tEule\n", "owl\tOwl\tEule"})
        EXPECT_TRUE(
            fault_in("id\ten\tde\nkite\tKite\tMilan\n" + std::string{row}).starts_with("birds.tsv, line 3: "))
            << row;
}

TEST(Tsv, IsRefusedWhenItsKeysDoNotAscend) {
    EXPECT_TRUE(fault_in("id\ten\tde\nowl\tOwl\tEule\nkite\tKite\tMilan\n").contains("line 3: a key"));
    EXPECT_TRUE(fault_in("id\ten\tde\nowl\tOwl\tEule\nowl\tTawny\tKauz\n").contains("line 3: a key"));
}

}  // namespace
}  // namespace callboard::configuration
