#include "archive/entries.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::archive {
namespace {

using testing::HasSubstr;

std::string failure_of(std::string_view text) {
    EntryReader reader{[&](std::span<char> into) {
        const std::size_t count = std::min(into.size(), text.size());
        std::copy_n(text.begin(), count, into.begin());
        text.remove_prefix(count);
        return count;
    }};
    try {
        while (reader.next()) {
        }
        return "";
    } catch (const BadArchive& error) {
        return error.what();
    }
}

std::string text(std::string_view kind, std::string_view pieces) {
    return "{\"kind\":\"" + std::string{kind} + "\"}\n" + std::string{pieces};
}

constexpr std::string_view kNoPieces{"\0\0\0\0", 4};
constexpr std::string_view kOnePiece{"\3\0\0\0abc\0\0\0\0", 11};
const std::string kEnd = "{\"kind\":\"end\",\"entries\":1}\n";

TEST(ArchiveEntries, AreReadUpToTheEnd) {
    EXPECT_EQ(failure_of(text("database", kOnePiece) + kEnd), "");
    EXPECT_EQ(failure_of(text("database", kNoPieces) + kEnd), "");
    EXPECT_EQ(failure_of("{\"kind\":\"end\",\"entries\":0}\n"), "");
}

TEST(ArchiveEntries, ThatAreIncompleteAreRefused) {
    const std::string whole = text("database", kOnePiece) + kEnd;
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_EQ(failure_of(whole.substr(0, size)), "is truncated") << size;
}

TEST(ArchiveEntries, AreAsManyAsTheEndSays) {
    EXPECT_THAT(failure_of(kEnd), HasSubstr("missing"));
    EXPECT_THAT(failure_of("{\"kind\":\"end\"}\n"), HasSubstr("missing"));
    EXPECT_THAT(failure_of(text("a", kNoPieces) + text("b", kNoPieces) + kEnd), HasSubstr("missing"));
    EXPECT_THAT(failure_of(text("a", kNoPieces) + kEnd + "x"), HasSubstr("after its end"));
}

TEST(ArchiveEntries, CannotClaimSizesThatNeedMemory) {
    EXPECT_THAT(failure_of(text("database", "\xff\xff\xff\xff")), HasSubstr("too large"));
    EXPECT_THAT(failure_of(text("database", std::string_view{"\1\0\x10\0", 4})), HasSubstr("too large"));
    EXPECT_THAT(failure_of(std::string(100'000, '{')), HasSubstr("malformed"));
    EXPECT_THAT(failure_of(text(std::string(500, 'k'), kNoPieces) + kEnd), HasSubstr("malformed"));
}

}  // namespace
}  // namespace callboard::archive
