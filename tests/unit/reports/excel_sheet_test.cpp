#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/error.h"
#include "reports/sheet.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

using reports::Cell;
using reports::Column;
using testing::ElementsAre;
using testing::IsEmpty;
using enum reports::DataType;

// Prints every cell of every sheet: its place, type, number format, and value. Fails if the file is no valid
// zip file or a part is no valid XML.
constexpr std::string_view kReader = R"py(
import re, sys, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
parts = {name: tree.fromstring(book.read(name)) for name in book.namelist() if name.endswith((".xml", ".rels"))}
ns = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
styles = parts["xl/styles.xml"]
formats = {f.get("numFmtId"): f.get("formatCode") for f in styles.findall("m:numFmts/m:numFmt", ns)}
bold = ["b" if f.find("m:b", ns) is not None else "" for f in styles.findall("m:fonts/m:font", ns)]
looks = [formats.get(x.get("numFmtId"), "") + bold[int(x.get("fontId"))] for x in styles.findall("m:cellXfs/m:xf", ns)]
def plain(text):
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)
for number, sheet in enumerate(parts["xl/workbook.xml"].findall("m:sheets/m:sheet", ns), 1):
    part = parts[f"xl/worksheets/sheet{number}.xml"]
    pane = part.find("m:sheetViews/m:sheetView/m:pane", ns)
    print("sheet", sheet.get("name"), pane.get("state"), pane.get("ySplit"), sep="|")
    for cell in part.iter(f"{{{ns['m']}}}c"):
        formula = "formula" if cell.find("m:f", ns) is not None else ""
        value = cell.find("m:v", ns)
        text = "".join(t.text or "" for t in cell.iter(f"{{{ns['m']}}}t")) if value is None else value.text
        shown = plain(text) if value is None else text
        if len(shown) > 100: shown = f"{len(shown)} characters, {len(shown.encode('utf-16-le')) // 2} units"
        print(cell.get("r"), cell.get("t", "n"), looks[int(cell.get("s", "0"))] + formula, ascii(shown), sep="|")
)py";

// Prints the unparsed first and last cell of every sheet: faster for long ones.
constexpr std::string_view kEndsReader = R"py(
import re, sys, zipfile
book = zipfile.ZipFile(sys.argv[1])
print(*re.findall('<sheet name="([^"]*)"', book.read("xl/workbook.xml").decode()), sep="|")
for number in (1, 2):
    sheet = book.read(f"xl/worksheets/sheet{number}.xml").decode()
    print(sheet[sheet.find("<c "):][:100].split("</c>")[0], sheet[sheet.rfind("<c "):].split("</c>")[0], sep="|")
)py";

// Prints the uncompressed size of the first sheet.
constexpr std::string_view kSizeReader = R"py(
import sys, zipfile
print(zipfile.ZipFile(sys.argv[1]).getinfo("xl/worksheets/sheet1.xml").file_size)
)py";

class ExcelSheet : public testing::Test {
  protected:
    using Row = std::vector<Cell>;

    static Cell absent() { return {}; }
    static Cell words(std::string_view value) { return {.is_absent = false, .text = value}; }
    static Cell valued(std::int64_t number, std::string_view shown = "?") {
        return {.is_absent = false, .text = shown, .number = number};
    }

    // The workbook as printed by the reader above, by lines.
    std::vector<std::string> workbook(const std::vector<const Column*>& columns,
                                      const std::vector<Row>& rows) {
        const auto place = folder.path() / "report";
        reports::NewFile file{place, reports::Format::excel};
        const auto sheet = reports::excel_sheet(file, columns);
        for (const Row& row : rows) sheet->add(row);
        sheet->finish();
        EXPECT_GT(file.keep(), 0);
        return printed(reports::path_of(place, reports::Format::excel));
    }

    std::vector<std::string> printed(const std::filesystem::path& file,
                                     std::string_view reader = kReader) const {
        const auto script = folder.path() / "reader.py";
        std::ofstream{script} << reader;
        const std::string command = "python3 " + script.string() + " " + file.string() + " 2>&1";
        FILE* const output = popen(command.c_str(), "r");
        std::string text;
        std::array<char, 4096> piece{};
        for (std::size_t got = 0; (got = std::fread(piece.data(), 1, piece.size(), output)) > 0;)
            text.append(piece.data(), got);
        EXPECT_EQ(pclose(output), 0) << text;
        std::filesystem::remove(script);
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = text.find('\n', at);
            lines.push_back(text.substr(at, end - at));
            at = end + 1;
        }
        return lines;
    }

    const test::TemporaryFolder folder;
};

constexpr Column kText{"title", "Title", text, ""};
constexpr Column kId{"jobId", "Job id", id, ""};
constexpr Column kWord{"status", "Status", word, ""};
constexpr Column kDate{"createdOn", "Created on", date, ""};
constexpr Column kNumber{"hires", "Hires", number, ""};
constexpr Column kDecimal{"days", "Days", decimal, ""};
constexpr Column kBoolean{"internal", "Internal", boolean, ""};

// With more rows than a buffer holds. Returns its path.
std::filesystem::path write_long_workbook(const std::filesystem::path& folder) {
    const auto place = folder / "report";
    reports::NewFile file{place, reports::Format::excel};
    const std::vector<const Column*> columns{&kNumber};
    const auto sheet = reports::excel_sheet(file, columns);
    for (int i = 1; i <= 1000; ++i) {
        const Cell cell{.is_absent = false, .text = "?", .number = i};
        sheet->add({&cell, 1});
    }
    sheet->finish();
    file.keep();
    return reports::path_of(place, reports::Format::excel);
}

TEST_F(ExcelSheet, BeginsWithTheNamesOfColumnsBoldAndFrozen) {
    EXPECT_THAT(workbook({&kText, &kDate}, {}), ElementsAre("sheet|Report|frozen|1", "A1|inlineStr|b|'Title'",
                                                            "B1|inlineStr|b|'Created on'"));
}

TEST_F(ExcelSheet, HasCellsOfTheRightType) {
    const auto lines = workbook({&kId, &kText, &kWord, &kDate, &kNumber, &kDecimal, &kBoolean},
                                {{words("00012"), words("Cook"), words("NEW"), valued(1'700'000'000'000),
                                  valued(-3), valued(12'500), valued(1)},
                                 {absent(), absent(), absent(), absent(), absent(), absent(), absent()},
                                 {absent(), words("Zoë 🎉"), absent(), valued(0),
                                  valued(9'007'199'254'740'991), valued(-125), valued(0)}});

    ASSERT_EQ(lines.size(), 1 + 7 + 7 + 5);
    const std::vector<std::string> cells{lines.begin() + 8, lines.end()};
    EXPECT_THAT(cells,
                ElementsAre("A2|inlineStr||'00012'", "B2|inlineStr||'Cook'", "C2|inlineStr||'NEW'",
                            "D2|n|yyyy-mm-dd hh:mm:ss|'45244.92592592593'", "E2|n||'-3'", "F2|n||'12.5'",
                            "G2|b||'1'",  //
                            "B4|inlineStr||'Zo\\xeb \\U0001f389'", "D4|n|yyyy-mm-dd hh:mm:ss|'25569'",
                            "E4|n||'9007199254740991'", "F4|n||'-0.125'", "G4|b||'0'"));
}

TEST_F(ExcelSheet, DatesThatNoSpreadsheetHasAreTexts) {
    const auto lines = workbook({&kDate}, {{valued(-3'000'000'000'000, "1874-12-08T02:40:00.000Z")}});

    EXPECT_EQ(lines.back(), "A2|inlineStr||'1874-12-08T02:40:00.000Z'");
}

TEST_F(ExcelSheet, WordsAreNeverFormulas) {
    const auto lines =
        workbook({&kText}, {{words("=1+1")}, {words("@SUM(A1)")}, {words("http://example.com")}});

    EXPECT_THAT(lines, testing::Contains("A2|inlineStr||'=1+1'"));
    EXPECT_THAT(lines, testing::Contains("A3|inlineStr||'@SUM(A1)'"));
    EXPECT_THAT(lines, testing::Contains("A4|inlineStr||'http://example.com'"));
}

TEST_F(ExcelSheet, AnyTextComesBackAsItWas) {
    const std::string control = "a\x01\x02\x1f\x7f\tb\nc & <d> \"e\"";
    const std::string zero{"a\0b", 3};
    const auto lines = workbook({&kText}, {{words(control)},
                                           {words("_x0041_ and _x00zz_")},
                                           {words(" spaced ")},
                                           {words("\xef\xbf\xbf")},
                                           {words(zero)}});

    const std::vector<std::string> cells{lines.begin() + 2, lines.end()};
    EXPECT_THAT(cells, ElementsAre("A2|inlineStr||'a\\x01\\x02\\x1f\\x7f\\tb\\nc & <d> \"e\"'",
                                   "A3|inlineStr||'_x0041_ and _x00zz_'", "A4|inlineStr||' spaced '",
                                   "A5|inlineStr||'\\ufffd'", "A6|inlineStr||'a\\ufffdb'"));
}

TEST_F(ExcelSheet, CutsWhatNoCellHolds) {
    std::string pairs;
    for (int i = 0; i < 20'000; ++i) pairs += "🎉";
    const auto lines = workbook(
        {&kText}, {{words(std::string(40'000, 'x'))}, {words(std::string(32'767, 'y'))}, {words(pairs)}});

    EXPECT_THAT(lines, testing::Contains("A2|inlineStr||'32767 characters, 32767 units'"));
    EXPECT_THAT(lines, testing::Contains("A3|inlineStr||'32767 characters, 32767 units'"));
    EXPECT_THAT(lines, testing::Contains("A4|inlineStr||'16383 characters, 32766 units'"));
}

TEST_F(ExcelSheet, CutsAlsoWhatIsLongerWhenItIsWritten) {
    std::string escapes = "_x0041_";
    escapes.append(32'767 - escapes.size(), 'x');
    const auto lines = workbook({&kText}, {{words(escapes)}, {words(std::string(32'760, 'y') + "_x0041_")}});

    EXPECT_THAT(lines, testing::Contains("A2|inlineStr||'32761 characters, 32761 units'"));
    EXPECT_THAT(lines, testing::Contains("A3|inlineStr||'32761 characters, 32761 units'"));
}

// Limits the file size of a child process, like a full disk.
[[noreturn]] void write_on_small_disk(const std::filesystem::path& folder, rlim_t most_bytes) {
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = most_bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
        write_long_workbook(folder);
    } catch (const Error& error) {
        std::cerr << error.detail;
        std::_Exit(error.kind == ErrorKind::unavailable ? 1 : 2);
    }
    std::_Exit(0);
}

TEST_F(ExcelSheet, IsNotFinishedWhenTheDiskIsFull) {
    using testing::ExitedWithCode;
    const auto made = write_long_workbook(folder.path());
    const rlim_t enough = std::stoul(printed(made, kSizeReader).at(0));
    std::filesystem::remove(made);

    EXPECT_EXIT(write_on_small_disk(folder.path(), enough - 1), ExitedWithCode(1), "sheet1.xml is not whole");
    EXPECT_EXIT(write_on_small_disk(folder.path(), enough - 200), ExitedWithCode(1),
                "sheet1.xml is not whole");
    EXPECT_EXIT(write_on_small_disk(folder.path(), enough / 2), ExitedWithCode(1), "cannot be written");
    EXPECT_EXIT(write_on_small_disk(folder.path(), enough), ExitedWithCode(0), "");
}

TEST_F(ExcelSheet, GoesOnOnAnotherSheetWhenOneIsFull) {
    const auto place = folder.path() / "report";
    reports::NewFile file{place, reports::Format::excel};
    const std::vector<const Column*> columns{&kNumber};
    const auto sheet = reports::excel_sheet(file, columns);
    for (int i = 1; i <= 1'048'576; ++i) sheet->add(Row{valued(i)});
    sheet->finish();
    file.keep();

    EXPECT_THAT(
        printed(reports::path_of(place, reports::Format::excel), kEndsReader),
        ElementsAre("Report|Report 2",
                    R"(<c r="A1" s="1" t="inlineStr"><is><t>Hires</t></is>|<c r="A1048576"><v>1048575</v>)",
                    R"(<c r="A1" s="1" t="inlineStr"><is><t>Hires</t></is>|<c r="A2"><v>1048576</v>)"));
}

TEST_F(ExcelSheet, LeavesNothingBehindWhenItIsGivenUp) {
    {
        reports::NewFile file{folder.path() / "report", reports::Format::excel};
        const std::vector<const Column*> columns{&kNumber};
        const auto sheet = reports::excel_sheet(file, columns);
        sheet->add(Row{valued(1)});
    }

    EXPECT_THAT(std::vector<std::filesystem::path>(std::filesystem::directory_iterator{folder.path()}, {}),
                IsEmpty());
}

}  // namespace
}  // namespace callboard
