#include "http/gzip.h"

#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/random.h"

namespace callboard::http {
namespace {

// The bytes decompressed by another library; they must be exactly one complete gzip file.
std::string unzipped(const std::string& bytes) {
    z_stream state{};
    EXPECT_EQ(inflateInit2(&state, 15 + 16), Z_OK);
    std::string input = bytes;
    state.next_in = reinterpret_cast<Bytef*>(input.data());
    state.avail_in = static_cast<uInt>(input.size());
    std::string out;
    int result = Z_OK;
    while (result == Z_OK) {
        std::string piece(65'536, '\0');
        state.next_out = reinterpret_cast<Bytef*>(piece.data());
        state.avail_out = static_cast<uInt>(piece.size());
        result = inflate(&state, Z_NO_FLUSH);
        out.append(piece, 0, piece.size() - state.avail_out);
    }
    EXPECT_EQ(result, Z_STREAM_END);
    EXPECT_EQ(state.avail_in, 0U);
    inflateEnd(&state);
    return out;
}

class Pieces final : public BodyStream {
  public:
    explicit Pieces(std::vector<std::string> pieces) : pieces_(std::move(pieces)) {}

    bool next(std::string& piece) override {
        EXPECT_TRUE(piece.empty());
        if (at_ == pieces_.size()) return false;
        piece = pieces_[at_++];
        return true;
    }

  private:
    const std::vector<std::string> pieces_;
    std::size_t at_ = 0;
};

class Broken final : public BodyStream {
  public:
    bool next(std::string&) override { throw std::runtime_error("broken"); }
};

std::string streamed(std::vector<std::string> pieces) {
    const auto stream = gzip(std::make_unique<Pieces>(std::move(pieces)));
    std::string all;
    std::string piece;
    while (stream->next(piece)) {
        EXPECT_FALSE(piece.empty());
        all += piece;
        piece.clear();
    }
    EXPECT_FALSE(stream->next(piece)) << "it ends once";
    EXPECT_TRUE(piece.empty());
    return all;
}

TEST(Gzip, IsUndoneByAnotherReader) {
    for (const std::size_t size : {0U, 1U, 1'023U, 1'024U, 65'536U, 1'000'000U}) {
        EXPECT_EQ(unzipped(gzip(std::string(size, 'a'))), std::string(size, 'a')) << size;
        const std::string noise = random_text(size, "abcdefghijklmnopqrstuvwxyz\x01\xff");
        EXPECT_EQ(unzipped(gzip(noise)), noise) << size;
    }
}

TEST(Gzip, MakesRepetitionSmaller) {
    EXPECT_LT(gzip(std::string(100'000, 'a')).size(), 1'000U);
}

TEST(Gzip, GivesTheSameForTheSame) {
    const std::string text = random_text(5'000, "abc");

    const std::string first = gzip(text);
    gzip("something else");

    EXPECT_EQ(gzip(text), first);
}

TEST(Gzip, WorksOnSeveralThreads) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            for (int n = 0; n < 50; ++n) {
                const std::string text = random_text(2'000, "abcdef");
                EXPECT_EQ(unzipped(gzip(text)), text);
            }
        });
    }
}

TEST(GzipStream, IsUndoneByAnotherReader) {
    EXPECT_EQ(unzipped(streamed({"hello ", "world"})), "hello world");
    EXPECT_EQ(unzipped(streamed({"a", "", "b", ""})), "ab");
}

TEST(GzipStream, OfNothingIsStillAFile) {
    EXPECT_EQ(unzipped(streamed({})), "");
    EXPECT_EQ(unzipped(streamed({""})), "");
}

TEST(GzipStream, KeepsManyLargePieces) {
    std::vector<std::string> pieces;
    std::string all;
    for (int i = 0; i < 40; ++i) {
        pieces.push_back(random_text(kPieceSize, "abcdefghijklmnopqrstuvwxyz0123456789"));
        all += pieces.back();
    }

    EXPECT_EQ(unzipped(streamed(std::move(pieces))), all);
}

TEST(GzipStream, PassesOnWhatItsSourceThrows) {
    const auto stream = gzip(std::make_unique<Broken>());
    std::string piece;

    EXPECT_THROW(stream->next(piece), std::runtime_error);
}

}  // namespace
}  // namespace callboard::http
