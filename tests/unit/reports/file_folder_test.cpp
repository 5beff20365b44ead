#include "reports/file_folder.h"

#include <fstream>
#include <iterator>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

using reports::Format;
using reports::NewFile;
using testing::ElementsAre;
using testing::IsEmpty;

const auto kFile = ReportFileId::from_trusted("018bcfe5-6800-7000-8000-000000000001");

class ReportFolder : public testing::Test {
  protected:
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& each : std::filesystem::directory_iterator{folder.path()})
            found.push_back(each.path().filename());
        std::ranges::sort(found);
        return found;
    }
    std::string content(Format format) const {
        std::ifstream in{reports::path_of(place, format)};
        return {std::istreambuf_iterator{in}, {}};
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path place = folder.path() / reports::bytes_name(kFile, "0123456789abcdef0123");
};

TEST_F(ReportFolder, AFileHasItsNameOnceItIsWhole) {
    std::optional<NewFile> file{std::in_place, place, Format::csv};
    file->append("a,b\r\n");
    EXPECT_FALSE(std::filesystem::exists(reports::path_of(place, Format::csv)));
    file->append("c");
    EXPECT_EQ(file->keep(), 6);
    file.reset();
    EXPECT_EQ(content(Format::csv), "a,b\r\nc");
    EXPECT_THAT(names(), ElementsAre(std::string{kFile.text()} + "-0123456789abcdef.csv"));
}

TEST_F(ReportFolder, WhatWasNotKeptIsGone) {
    {
        NewFile file{place, Format::excel};
        file.append("half");
    }
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(ReportFolder, MeasuresWhatALibraryWrote) {
    NewFile file{place, Format::excel};
    std::ofstream{file.path()} << "workbook";
    EXPECT_EQ(file.keep(), 8);
    EXPECT_EQ(content(Format::excel), "workbook");
}

TEST_F(ReportFolder, TwoWhoMakeTheSameFileDoNotMeet) {
    const std::filesystem::path other = folder.path() / reports::bytes_name(kFile, "another");
    NewFile late{other, Format::csv};
    late.append("late");
    {
        NewFile first{place, Format::csv};
        first.append("first");
        first.keep();
    }
    late.keep();
    EXPECT_EQ(content(Format::csv), "first");
    reports::remove_bytes(other);
    EXPECT_EQ(content(Format::csv), "first");
    EXPECT_FALSE(std::filesystem::exists(reports::path_of(other, Format::csv)));
}

TEST_F(ReportFolder, SaysWhyItCannotBeWritten) {
    try {
        NewFile file{folder.path() / "missing" / "x", Format::csv};
        FAIL() << "there is no such folder";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
        EXPECT_THAT(error.detail, testing::HasSubstr("No such file"));
    }
}

TEST_F(ReportFolder, RemovesAllFormatsOfAllMakers) {
    const auto kept = ReportFileId::from_trusted("018bcfe5-6800-7000-8000-000000000002");
    for (const Format format : {Format::csv, Format::excel})
        for (const auto& each : {place, folder.path() / reports::bytes_name(kFile, "another"),
                                 folder.path() / reports::bytes_name(kept, "maker")})
            NewFile{each, format}.keep();
    reports::remove_files(folder.path(), std::vector{kFile});
    EXPECT_THAT(names(), ElementsAre(std::string{kept.text()} + "-maker.csv",
                                     std::string{kept.text()} + "-maker.xlsx"));
    reports::remove_files(folder.path(), std::vector{kFile});  // no error if there are none
}

TEST_F(ReportFolder, FindsItsOwnFilesOnly) {
    NewFile part{place, Format::csv};
    std::ofstream{reports::path_of(place, Format::excel)} << "whole";
    std::ofstream{folder.path() / "notes.txt"} << "not ours";
    std::ofstream{folder.path() / (std::string{kFile.text()} + ".pdf")} << "nor this";
    int parts = 0;
    int whole = 0;
    for (const auto& found : reports::files_in(folder.path())) {
        EXPECT_EQ(found.file, kFile);
        EXPECT_EQ(found.bytes_name, place.filename().string());
        ++(found.is_part ? parts : whole);
    }
    EXPECT_EQ(parts, 1);
    EXPECT_EQ(whole, 1);
}

TEST(ReportFileNames, AreAnIdATokenAndAFormat) {
    const std::string id = "01a1dd9f-2177-7000-a4a8-58b407c53506";
    EXPECT_TRUE(reports::is_report_file_name(id + "-0123456789abcdef.csv"));
    EXPECT_TRUE(reports::is_report_file_name(id + "-AZaz_-09.xlsx"));
    for (const std::string& name :
         {std::string{}, id, id + ".csv", id + "-x", id + "-x.csv.part", id + "-x.txt", id + "-x/y.csv",
          id + "-../x.csv", id + "-x.csv/", "../" + id + "-x.csv", "x" + id + "-x.csv",
          id + std::string{"-x\0y.csv", 8}})
        EXPECT_FALSE(reports::is_report_file_name(name)) << name;
}

}  // namespace
}  // namespace callboard
