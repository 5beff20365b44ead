#include "wire/csv.h"

#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace callboard {
namespace {

std::string text_cell(std::string_view value) {
    std::string out;
    wire::CsvWriter{out}.text(value);
    return out;
}

TEST(Csv, WritesLinesOfCells) {
    std::string out;
    wire::CsvWriter csv{out};
    csv.text("Cook");
    csv.plain("2021-10-13T18:04:52.562Z");
    csv.number(-7);
    csv.end_line();
    csv.number(std::numeric_limits<std::int64_t>::max());
    csv.end_line();

    EXPECT_EQ(out, "Cook,2021-10-13T18:04:52.562Z,-7\r\n9223372036854775807\r\n");
}

TEST(Csv, TellsTheAbsentFromTheEmpty) {
    std::string out;
    wire::CsvWriter csv{out};
    csv.absent();
    csv.text("");
    csv.absent();
    csv.end_line();

    EXPECT_EQ(out, ",\"\",\r\n");
}

TEST(Csv, QuotesWhatWouldEndTheCellOrTheLine) {
    EXPECT_EQ(text_cell("a,b"), "\"a,b\"");
    EXPECT_EQ(text_cell("a\nb"), "\"a\nb\"");
    EXPECT_EQ(text_cell("a\rb"), "\"a\rb\"");
    EXPECT_EQ(text_cell("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(text_cell("\""), "\"\"\"\"");
    EXPECT_EQ(text_cell("\"\""), "\"\"\"\"\"\"");
    EXPECT_EQ(text_cell(" a b "), " a b ");
    EXPECT_EQ(text_cell("a;b"), "a;b");
}

TEST(Csv, LeavesUnicodeAsItIs) {
    EXPECT_EQ(text_cell("Zoë Łukasz 日本語 🎉"), "Zoë Łukasz 日本語 🎉");
    EXPECT_EQ(text_cell("日本,語"), "\"日本,語\"");
}

TEST(Csv, KeepsSpreadsheetsFromRunningWords) {
    EXPECT_EQ(text_cell("=1+1"), "'=1+1");
    EXPECT_EQ(text_cell("+49 30 1234"), "'+49 30 1234");
    EXPECT_EQ(text_cell("-1"), "'-1");
    EXPECT_EQ(text_cell("@SUM(A1)"), "'@SUM(A1)");
    EXPECT_EQ(text_cell("\tx"), "'\tx");
    EXPECT_EQ(text_cell("\r=x"), "\"'\r=x\"");
    EXPECT_EQ(text_cell("=HYPERLINK(\"http://x\",\"y\")"), "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\"");
    EXPECT_EQ(text_cell("1=1"), "1=1");
}

TEST(Csv, OurOwnCellsAreNobodysFormulas) {
    std::string out;
    wire::CsvWriter csv{out};
    csv.plain("-0.5");
    csv.number(-1);

    EXPECT_EQ(out, "-0.5,-1");
}

}  // namespace
}  // namespace callboard
