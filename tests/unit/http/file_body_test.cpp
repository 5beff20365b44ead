#include "http/file_body.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace callboard::http {
namespace {

std::string read_all(BodyStream& body) {
    std::string all;
    std::string piece;
    while (body.next(piece)) {
        EXPECT_FALSE(piece.empty());
        EXPECT_LE(piece.size(), kPieceSize);
        all += piece;
        piece.clear();
    }
    EXPECT_FALSE(body.next(piece)) << "it ends once";
    return all;
}

// Bytes that depend on their offset.
std::string numbered_lines(std::size_t size) {
    std::string text;
    for (int i = 0; text.size() < size; ++i) text += std::to_string(i) + "\n";
    text.resize(size);
    return text;
}

class FileBody : public testing::Test {
  protected:
    void write(const std::string& text) { std::ofstream{path, std::ios::binary} << text; }
    std::string part(std::uint64_t first, std::uint64_t size) {
        return read_all(*file_body(OpenFile::open(path).value(), {.first = first, .size = size}));
    }

    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "report.csv";
};

TEST_F(FileBody, IsTheWholeFileOrAPartOfIt) {
    const std::string text = numbered_lines(3 * kPieceSize + 17);
    write(text);

    EXPECT_EQ(OpenFile::open(path)->size(), text.size());
    EXPECT_TRUE(part(0, text.size()) == text);
    EXPECT_EQ(part(0, 1), text.substr(0, 1));
    EXPECT_EQ(part(text.size() - 1, 1), text.substr(text.size() - 1));
    EXPECT_TRUE(part(kPieceSize - 1, kPieceSize + 2) == text.substr(kPieceSize - 1, kPieceSize + 2));
    EXPECT_EQ(part(5, 0), "");
}

TEST_F(FileBody, OfAnEmptyFileIsEmpty) {
    write("");

    EXPECT_EQ(OpenFile::open(path)->size(), 0U);
    EXPECT_EQ(part(0, 0), "");
}

TEST_F(FileBody, IsReadToItsEndThoughTheFileIsRemoved) {
    const std::string text = numbered_lines(2 * kPieceSize);
    write(text);
    const auto body = file_body(OpenFile::open(path).value(), {.first = 0, .size = text.size()});

    std::filesystem::remove(path);

    EXPECT_TRUE(read_all(*body) == text);
}

TEST_F(FileBody, ThatEndsTooSoonIsAFailureAndNoShorterBody) {
    write(numbered_lines(2 * kPieceSize));
    const auto body = file_body(OpenFile::open(path).value(), {.first = 0, .size = 2 * kPieceSize});
    std::string piece;
    ASSERT_TRUE(body->next(piece));
    std::filesystem::resize_file(path, kPieceSize);
    piece.clear();

    EXPECT_THROW(body->next(piece), Error);
}

TEST_F(FileBody, OfNoFileIsNothing) {
    EXPECT_FALSE(OpenFile::open(path));
    EXPECT_FALSE(OpenFile::open(folder.path() / "no" / "such" / "folder"));
}

TEST_F(FileBody, FollowsNoLinks) {
    write("secret");
    std::filesystem::create_symlink(path, folder.path() / "link");

    EXPECT_THROW(OpenFile::open(folder.path() / "link"), Error);
}

TEST_F(FileBody, LetsGoOfItsFile) {
    write("text");
    int descriptor = -1;
    {
        auto file = OpenFile::open(path).value();
        descriptor = file.descriptor();
        ASSERT_NE(fcntl(descriptor, F_GETFD) & FD_CLOEXEC, 0);
        const auto body = file_body(std::move(file), {.first = 0, .size = 4});
        EXPECT_EQ(read_all(*body), "text");
    }

    EXPECT_EQ(fcntl(descriptor, F_GETFD), -1);
}

}  // namespace
}  // namespace callboard::http
