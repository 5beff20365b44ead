#include "http/buffer.h"

#include <string>

#include <gtest/gtest.h>

namespace callboard::http {
namespace {

constexpr std::size_t kFirst = 8;
constexpr std::size_t kMost = 20;

// Appends bytes as from a socket; returns the number that fit.
std::size_t receive(Buffer& buffer, std::string_view bytes) {
    std::size_t taken = 0;
    while (taken < bytes.size()) {
        const auto room = buffer.room(kFirst, kMost);
        if (room.empty()) break;
        const std::size_t size = std::min(room.size(), bytes.size() - taken);
        bytes.substr(taken, size).copy(room.data(), size);
        buffer.filled(size);
        taken += size;
    }
    return taken;
}

TEST(Buffer, IsEmptyAtFirst) {
    const Buffer buffer;

    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.bytes(), "");
}

TEST(Buffer, GrowsByDoublingUntilItIsFull) {
    Buffer buffer;

    EXPECT_EQ(buffer.room(kFirst, kMost).size(), 8U);
    EXPECT_EQ(receive(buffer, "01234567"), 8U);
    EXPECT_EQ(buffer.room(kFirst, kMost).size(), 8U);
    EXPECT_EQ(receive(buffer, "89abcdef"), 8U);
    EXPECT_EQ(buffer.room(kFirst, kMost).size(), 4U);
    EXPECT_EQ(receive(buffer, "ghijk"), 4U);
    EXPECT_TRUE(buffer.room(kFirst, kMost).empty());
    EXPECT_EQ(buffer.bytes(), "0123456789abcdefghij");
}

TEST(Buffer, HasRoomAgainWhenSomethingIsConsumed) {
    Buffer buffer;
    EXPECT_EQ(receive(buffer, "0123456789abcdefghij"), kMost);

    buffer.consume(5);
    EXPECT_EQ(buffer.bytes(), "56789abcdefghij");
    EXPECT_EQ(receive(buffer, "KLMNOP"), 5U);

    EXPECT_EQ(buffer.bytes(), "56789abcdefghijKLMNO");
}

TEST(Buffer, BeginsAnewWhenAllIsConsumed) {
    Buffer buffer;
    EXPECT_EQ(receive(buffer, "0123"), 4U);

    buffer.consume(4);

    EXPECT_TRUE(buffer.empty());
    EXPECT_EQ(buffer.room(kFirst, kMost).size(), 8U);
}

TEST(Buffer, KeepsItsBytesInOrderOverManySmallSteps) {
    Buffer buffer;
    std::string in;
    std::string out;

    for (int i = 0; i < 1'000; ++i) {
        const std::string more(static_cast<std::size_t>(i % 7), static_cast<char>('a' + i % 26));
        in += more.substr(0, receive(buffer, more));
        const std::size_t size =
            std::min<std::size_t>(buffer.bytes().size(), static_cast<std::size_t>(i % 5));
        out += buffer.bytes().substr(0, size);
        buffer.consume(size);
    }
    out += buffer.bytes();

    EXPECT_EQ(out, in);
}

TEST(Buffer, IsReplacedByWhatIsAssigned) {
    Buffer buffer;
    EXPECT_EQ(receive(buffer, "0123"), 4U);
    buffer.consume(1);

    buffer.assign("a text that is longer than the first room");
    EXPECT_EQ(buffer.bytes(), "a text that is longer than the first room");
    buffer.assign("short");

    EXPECT_EQ(buffer.bytes(), "short");
}

TEST(Buffer, MayBeAssignedNothing) {
    Buffer buffer;

    buffer.assign("");
    EXPECT_TRUE(buffer.empty());
    buffer.assign({});

    EXPECT_EQ(receive(buffer, "abc"), 3U);
    EXPECT_EQ(buffer.bytes(), "abc");
}

TEST(Buffer, GivesItsMemoryBackOnlyWhenItIsLargeAndEmpty) {
    Buffer buffer;
    EXPECT_EQ(receive(buffer, "0123456789abcdefghij"), kMost);

    buffer.shrink(kFirst);
    EXPECT_EQ(buffer.bytes().size(), kMost);
    buffer.consume(kMost);
    buffer.shrink(kMost);
    EXPECT_EQ(buffer.room(kFirst, kMost).size(), kMost);
    buffer.shrink(kFirst);

    EXPECT_EQ(buffer.room(kFirst, kMost).size(), kFirst);
}

}  // namespace
}  // namespace callboard::http
