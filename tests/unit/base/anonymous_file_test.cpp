#include "base/anonymous_file.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

class AnonymousFiles : public testing::Test {
  protected:
    const test::TemporaryFolder folder;
    AnonymousFile file{folder.path()};
};

TEST_F(AnonymousFiles, HaveWhatWasAppended) {
    EXPECT_EQ(file.append("first "), 0U);
    EXPECT_EQ(file.append("second"), 6U);

    EXPECT_EQ(file.size(), 12U);
    EXPECT_EQ(file.read(0, 100), "first second");
    EXPECT_EQ(file.read(6, 3), "sec");
    EXPECT_EQ(file.read(12, 3), "");
    EXPECT_EQ(AnonymousFile::View{file}.bytes(), "first second");
}

TEST_F(AnonymousFiles, AreSeenByNobody) {
    file.append("text");

    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(AnonymousFiles, AreNotMadeBeforeTheirFirstBytes) {
    const AnonymousFile none{folder.path() / "not there"};

    EXPECT_EQ(none.size(), 0U);
    EXPECT_EQ(none.read(0, 10), "");
    EXPECT_EQ(AnonymousFile::View{none}.bytes(), "");
}

TEST_F(AnonymousFiles, GrowWhileTheyAreViewed) {
    const std::string text(10'000, 'x');
    file.append(text);
    const AnonymousFile::View view{file};

    EXPECT_EQ(file.append("more"), 10'000U);

    EXPECT_TRUE(view.bytes() == text);
    EXPECT_EQ(file.read(10'000, 10), "more");
}

TEST_F(AnonymousFiles, FailWhereNoFileCanBeMade) {
    AnonymousFile impossible{folder.path() / "not there"};

    try {
        impossible.append("text");
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
    }
}

}  // namespace
}  // namespace callboard
