#include "base/spool.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace callboard {
namespace {

constexpr std::size_t kKiB = 1024;
constexpr std::size_t kInMemory = 512 * kKiB;

std::string numbered_lines(std::size_t size) {
    std::string text;
    for (int i = 0; text.size() < size; ++i) text += std::to_string(i) + "\n";
    text.resize(size);
    return text;
}

std::string taken(Spool& spool, std::size_t most) {
    std::string all;
    std::string piece;
    while (spool.take(piece, most)) {
        EXPECT_FALSE(piece.empty());
        EXPECT_LE(piece.size(), most);
        all += piece;
        piece.clear();
    }
    EXPECT_FALSE(spool.take(piece, most)) << "it ends once";
    EXPECT_TRUE(piece.empty());
    return all;
}

// The number of open files of this process in the folder, including unnamed ones.
int open_files(const std::filesystem::path& folder) {
    int count = 0;
    for (const auto& each : std::filesystem::directory_iterator{"/proc/self/fd"}) {
        std::error_code gone;
        if (std::filesystem::read_symlink(each, gone).string().starts_with(folder.string() + "/")) ++count;
    }
    return count;
}

class Spools : public testing::Test {
  protected:
    bool folder_is_empty() const { return std::filesystem::is_empty(folder.path()); }

    const test::TemporaryFolder folder;
};

TEST_F(Spools, OfNothingGiveNothing) {
    Spool spool{folder.path()};
    EXPECT_EQ(spool.size(), 0U);
    spool.append("");

    EXPECT_EQ(taken(spool, 10), "");
}

TEST_F(Spools, KeepLittleInMemory) {
    Spool spool{folder.path() / "not there"};
    const std::string text = numbered_lines(kInMemory);
    spool.append(text.substr(0, 10));
    spool.append(text.substr(10));

    EXPECT_EQ(spool.size(), kInMemory);
    EXPECT_TRUE(taken(spool, 64 * kKiB) == text);
}

TEST_F(Spools, PutMuchIntoAFileThatNobodySees) {
    const std::string text = numbered_lines(5 * kInMemory + 77);
    {
        Spool spool{folder.path()};
        for (std::size_t at = 0; at < text.size(); at += 1'000) spool.append(text.substr(at, 1'000));
        EXPECT_EQ(spool.size(), text.size());
        EXPECT_EQ(open_files(folder.path()), 1);
        EXPECT_TRUE(folder_is_empty());

        EXPECT_TRUE(taken(spool, 64 * kKiB) == text);
        EXPECT_TRUE(folder_is_empty());
    }
    EXPECT_EQ(open_files(folder.path()), 0);
}

TEST_F(Spools, TakeOneLargePiece) {
    const std::string text = numbered_lines(3 * kInMemory);
    Spool spool{folder.path()};
    spool.append(text);

    EXPECT_TRUE(taken(spool, 10 * kInMemory) == text);
}

TEST_F(Spools, GiveWhatWasWrittenAroundTheBoundOfMemory) {
    for (const std::size_t size : {kInMemory - 1, kInMemory, kInMemory + 1, 2 * kInMemory + 1}) {
        const std::string text = numbered_lines(size);
        Spool spool{folder.path()};
        spool.append(text.substr(0, size - 1));
        spool.append(text.substr(size - 1));
        EXPECT_TRUE(taken(spool, 1'000) == text) << size;
    }
}

TEST_F(Spools, FailWhereNoFileCanBeMade) {
    Spool spool{folder.path() / "not there"};

    try {
        spool.append(std::string(kInMemory + 1, 'x'));
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unavailable);
    }
}

}  // namespace
}  // namespace callboard
