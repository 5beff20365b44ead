#include "analytics/feed_text.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "wire/json.h"

namespace callboard {
namespace {

using analytics::DatePattern;
using analytics::FeedFormat;
using analytics::FeedText;
using reports::Cell;
using reports::Column;
using enum reports::DataType;

constexpr std::array kColumns{
    Column{.id = "id", .name = "id", .type = id, .sql = ""},
    Column{.id = "title", .name = "title", .type = text, .sql = ""},
    Column{.id = "stage", .name = "stage", .type = word, .sql = ""},
    Column{.id = "made", .name = "made", .type = date, .sql = ""},
    Column{.id = "count", .name = "count", .type = number, .sql = ""},
    Column{.id = "latitude", .name = "latitude", .type = decimal, .sql = ""},
    Column{.id = "internal", .name = "internal", .type = boolean, .sql = ""},
};
using Row = std::array<Cell, kColumns.size()>;

constexpr Cell cell(std::string_view words, std::int64_t value = 0) {
    return {.is_absent = false, .text = words, .number = value};
}

constexpr Row kWhole{cell("j-1"),    cell("Cook"),
                     cell("NEW"),    cell("2021-10-13T18:04:52.562Z", 1'634'148'292'562),
                     cell("12", 12), cell("-33.8688", -33'869),
                     cell("true", 1)};

std::string written(FeedFormat format, const std::vector<Row>& rows,
                    std::string_view pattern = analytics::kDefaultPattern) {
    FeedText feed{format, kColumns, DatePattern::parse(pattern).value()};
    std::string out;
    feed.begin(out);
    for (const Row& row : rows) feed.row(out, row);
    feed.end(out);
    return out;
}

TEST(FeedTexts, WithoutRowsAreEmpty) {
    EXPECT_EQ(written(FeedFormat::json, {}), R"({"content":[]})");
    EXPECT_EQ(written(FeedFormat::csv, {}), "id,title,stage,made,count,latitude,internal\r\n");
}

TEST(FeedTexts, HaveValuesOfEveryType) {
    EXPECT_EQ(written(FeedFormat::json, {kWhole}),
              R"({"content":[{"id":"j-1","title":"Cook","stage":"NEW","made":"2021-10-13T18:04:52",)"
              R"("count":12,"latitude":-33.8688,"internal":true}]})");
    EXPECT_EQ(written(FeedFormat::csv, {kWhole}),
              "id,title,stage,made,count,latitude,internal\r\n"
              "j-1,Cook,NEW,2021-10-13T18:04:52,12,-33.8688,true\r\n");
}

TEST(FeedTexts, LeaveOutWhatIsAbsent) {
    Row row{};
    row[1] = cell("");
    row[6] = cell("false", 0);
    EXPECT_EQ(written(FeedFormat::json, {Row{}, row, Row{}}),
              R"({"content":[{},{"title":"","internal":false},{}]})");
    EXPECT_EQ(written(FeedFormat::csv, {Row{}, row}),
              "id,title,stage,made,count,latitude,internal\r\n"
              ",,,,,,\r\n"
              ",\"\",,,,,false\r\n");
}

TEST(FeedTexts, KeepSomebodysWordsHarmless) {
    Row row{};
    row[1] = cell("=1+1, \"so\"\n\x01");
    EXPECT_EQ(written(FeedFormat::json, {row}), R"({"content":[{"title":"=1+1, \"so\"\n\u0001"}]})");
    EXPECT_EQ(written(FeedFormat::csv, {row}),
              "id,title,stage,made,count,latitude,internal\r\n"
              ",\"'=1+1, \"\"so\"\"\n\x01\",,,,,\r\n");
}

TEST(FeedTexts, WriteDatesAsTheCallerWantsThem) {
    Row row{};
    row[3] = cell("", 1'634'148'292'562);
    const std::string_view pattern = "'=\"'dd, MMM''yy'\\'";
    EXPECT_EQ(written(FeedFormat::json, {row}, pattern), R"({"content":[{"made":"=\"13, Oct'21\\"}]})");
    EXPECT_EQ(written(FeedFormat::csv, {row}, pattern),
              "id,title,stage,made,count,latitude,internal\r\n"
              ",,,\"'=\"\"13, Oct'21\\\",,,\r\n");
}

TEST(FeedTexts, WriteCoordinatesAsNumbersWhateverTheyWereSentAs) {
    const auto latitude = [](std::string_view words) {
        Row row{};
        row[5] = cell(words);
        return written(FeedFormat::json, {row});
    };
    EXPECT_EQ(latitude("52.2297"), R"({"content":[{"latitude":52.2297}]})");
    EXPECT_EQ(latitude("052.50"), R"({"content":[{"latitude":52.5}]})");
    EXPECT_EQ(latitude(".5"), R"({"content":[{"latitude":0.5}]})");
    EXPECT_EQ(latitude("0"), R"({"content":[{"latitude":0}]})");
    for (const std::string_view none : {"", "north", "52,5", "1 2", "inf", "nan", "1e999", "=1"})
        EXPECT_EQ(latitude(none), R"({"content":[{}]})") << none;

    Row row{};
    row[5] = cell("=1+1");
    EXPECT_EQ(written(FeedFormat::csv, {row}), "id,title,stage,made,count,latitude,internal\r\n,,,,,,\r\n");
}

TEST(FeedTexts, OfManyRowsAreOneDocument) {
    const std::vector<Row> rows(1000, kWhole);
    const wire::JsonDocument document{written(FeedFormat::json, rows)};
    EXPECT_EQ(document.root().find("content")->size(), 1000U);
    const std::string csv = written(FeedFormat::csv, rows);
    EXPECT_EQ(std::ranges::count(csv, '\n'), 1001);
}

}  // namespace
}  // namespace callboard
