#include "base/partial_file.h"

#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/temporary_folder.h"

namespace callboard {
namespace {

using enum PartialFile::Writers;
using enum PartialFile::Existing;
using testing::HasSubstr;

class PartialFiles : public testing::TestWithParam<PartialFile::Writers> {
  protected:
    static std::string bytes_of(const std::filesystem::path& file) {
        std::ifstream in{file};
        return {std::istreambuf_iterator{in}, {}};
    }
    int count() const {
        return static_cast<int>(std::distance(std::filesystem::directory_iterator{folder.path()}, {}));
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path target = folder.path() / "file";
};

TEST_P(PartialFiles, HasItsNameOnceItIsFinished) {
    std::optional<PartialFile> file{std::in_place, target, GetParam()};
    file->append("one,");
    EXPECT_FALSE(std::filesystem::exists(target));
    EXPECT_EQ(file->path().parent_path(), folder.path());
    file->append("two");

    EXPECT_EQ(file->finish(keep), 7);

    file.reset();
    EXPECT_EQ(bytes_of(target), "one,two");
    EXPECT_EQ(count(), 1);
}

TEST_P(PartialFiles, IsGoneWhenItIsNotFinished) {
    PartialFile{target, GetParam()}.append("half");

    EXPECT_EQ(count(), 0);
}

TEST_P(PartialFiles, IsForItsOwnerOnly) {
    PartialFile{target, GetParam()}.finish(keep);

    struct stat about{};
    ASSERT_EQ(stat(target.c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777, 0600U);
}

TEST_P(PartialFiles, MayBeWrittenByItsName) {
    PartialFile file{target, GetParam()};
    std::filesystem::remove(file.path());
    std::ofstream{file.path()} << "workbook";

    EXPECT_EQ(file.finish(keep), 8);
    EXPECT_EQ(bytes_of(target), "workbook");
}

TEST_P(PartialFiles, ReplacesOnlyWhatItMay) {
    std::ofstream{target} << "before";
    {
        PartialFile file{target, GetParam()};
        file.append("after");
        EXPECT_THROW(file.finish(keep), FileExists);
    }
    EXPECT_EQ(bytes_of(target), "before");
    EXPECT_EQ(count(), 1);

    PartialFile file{target, GetParam()};
    file.append("after");
    file.finish(replace);
    EXPECT_EQ(bytes_of(target), "after");
}

TEST_P(PartialFiles, SaysWhyItCannotBeMade) {
    try {
        PartialFile{folder.path() / "missing" / "file", GetParam()};
        FAIL() << "there is no such folder";
    } catch (const std::system_error& error) {
        EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
        EXPECT_THAT(error.what(), HasSubstr("missing/file"));
    }
}

INSTANTIATE_TEST_SUITE_P(Writers, PartialFiles, testing::Values(many, one));

class OneWriter : public PartialFiles {};

TEST_F(OneWriter, KeepsOthersOutAsLongAsItWrites) {
    PartialFile first{target, one};
    first.append("first");

    EXPECT_THROW((PartialFile{target, one}), FileBusy);

    first.finish(keep);
    EXPECT_EQ(bytes_of(target), "first") << "the second one has removed nothing";
}

TEST_F(OneWriter, OverwritesWhatAnInterruptedOneLeft) {
    std::ofstream{target.string() + ".partial"} << "more than half of it";

    PartialFile file{target, one};
    file.append("all");

    EXPECT_EQ(file.finish(keep), 3);
}

TEST_F(OneWriter, FollowsNoLink) {
    const auto victim = folder.path() / "victim";
    std::ofstream{victim} << "precious";
    std::filesystem::create_symlink(victim, target.string() + ".partial");

    EXPECT_THROW((PartialFile{target, one}), std::system_error);
    EXPECT_EQ(bytes_of(victim), "precious");
}

TEST_F(OneWriter, WritesIntoNoFileThatHasASecondName) {
    const auto victim = folder.path() / "victim";
    std::ofstream{victim} << "precious";
    std::filesystem::create_hard_link(victim, target.string() + ".partial");

    try {
        PartialFile{target, one}.append("backup");
        FAIL() << "it is also the victim";
    } catch (const std::system_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("file.partial exists"));
    }
    EXPECT_EQ(bytes_of(victim), "precious");
    EXPECT_EQ(count(), 2) << "it is left to the operator";
}

TEST_F(OneWriter, WritesIntoNoFileOfAnotherUser) {
    const std::string part = target.string() + ".partial";
    std::ofstream{part} << "trap";
    if (chown(part.c_str(), 65534, 65534) != 0) GTEST_SKIP() << "only root can give files away";

    EXPECT_THROW((PartialFile{target, one}), std::system_error);
    EXPECT_EQ(bytes_of(part), "trap");
}

TEST_F(OneWriter, WritesIntoNoFifo) {
    ASSERT_EQ(mkfifo((target.string() + ".partial").c_str(), 0600), 0);

    EXPECT_THROW((PartialFile{target, one}), std::system_error);
}

TEST_F(OneWriter, IsNotNeededWhereEachHasANameOfItsOwn) {
    PartialFile first{target, many};
    PartialFile second{target, many};
    first.append("first");
    second.append("second");

    second.finish(keep);
    first.finish(replace);

    EXPECT_EQ(bytes_of(target), "first");
}

}  // namespace
}  // namespace callboard
