#include "streams/stream.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace callboard::streams {
namespace {

Frame frame(const std::string& text) {
    return std::make_shared<const std::string>(text);
}

class AStream : public testing::Test {
  protected:
    std::string taken() {
        std::string out;
        EXPECT_TRUE(stream.take(out));
        return out;
    }
    void wait() {
        stream.when_ready([this] { ++calls; });
    }

    Stream stream;
    int calls = 0;
};

TEST_F(AStream, NotifiesOnceThatSomethingWaits) {
    wait();
    stream.notify();
    EXPECT_EQ(calls, 0) << "nothing waits";

    stream.add({frame("a"), frame("b")}, "reset");
    stream.notify();
    stream.notify();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(taken(), "ab");
}

TEST_F(AStream, NotifiesAtOnceIfSomethingWaits) {
    stream.add("hello\n");
    wait();
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(taken(), "hello\n");
}

TEST_F(AStream, SendsControlBeforeFrames) {
    stream.add({frame("event\n")}, "reset\n");
    stream.add("retry\n");
    EXPECT_EQ(taken(), "retry\nevent\n");
}

TEST_F(AStream, ReplacesTooManyFramesByAReset) {
    const std::vector<Frame> many(Stream::kMostWaiting, frame("x"));
    stream.add(many, "reset 1\n");
    stream.add({frame("y")}, "reset 2\n");
    stream.add({frame("z")}, "reset 3\n");
    EXPECT_EQ(taken(), "reset 2\nz");
}

TEST_F(AStream, IsTakenInPieces) {
    const std::vector<Frame> large(8, frame(std::string(10'000, 'x')));
    stream.add(large, "reset");
    std::size_t total = 0;
    int pieces = 0;
    while (total < 80'000) {
        const std::string piece = taken();
        EXPECT_LE(piece.size(), 30'000U);
        total += piece.size();
        ++pieces;
    }
    EXPECT_EQ(total, 80'000U);
    EXPECT_GT(pieces, 2);
}

TEST_F(AStream, TakesACommentOnlyIfNothingElseWaits) {
    EXPECT_TRUE(stream.add_if_idle(":\n"));
    EXPECT_FALSE(stream.add_if_idle(":\n"));
    EXPECT_EQ(taken(), ":\n");
}

TEST_F(AStream, EndsAndTakesNothingMore) {
    wait();
    stream.end();
    EXPECT_EQ(calls, 1);
    stream.add({frame("x")}, "reset");
    std::string out;
    EXPECT_FALSE(stream.take(out));
    EXPECT_EQ(out, "");
    EXPECT_TRUE(stream.has_ended());
}

TEST_F(AStream, IsAbandonedWithoutANotification) {
    wait();
    stream.abandon();
    stream.notify();
    stream.end();
    EXPECT_EQ(calls, 0);
    EXPECT_TRUE(stream.has_ended());
}

}  // namespace
}  // namespace callboard::streams
