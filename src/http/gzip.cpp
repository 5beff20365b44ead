#include "http/gzip.h"

#include <utility>

#include <zlib.h>

#include "base/error.h"

namespace callboard::http {
namespace {

// On our JSON, level 4 saves nine tenths of what the best level saves, in a third of the time.
constexpr int kLevel = 4;
constexpr int kGzipFormat = 15 + 16;
constexpr int kMemoryLevel = 8;
constexpr std::size_t kDeflaterMemory = std::size_t{256} * 1024;  // for kMemoryLevel, see zconf.h

class Deflater {
  public:
    Deflater() {
        if (deflateInit2(&state_, kLevel, Z_DEFLATED, kGzipFormat, kMemoryLevel, Z_DEFAULT_STRATEGY) !=
            Z_OK) {
            throw internal("zlib cannot be started");
        }
    }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;
    ~Deflater() { deflateEnd(&state_); }

    void restart() { deflateReset(&state_); }

    void append(std::string& out, std::string_view bytes, int flush) {
        state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        state_.avail_in = static_cast<uInt>(bytes.size());
        do {
            const std::size_t before = out.size();
            out.resize(before + deflateBound(&state_, state_.avail_in) + 16);
            state_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
            state_.avail_out = static_cast<uInt>(out.size() - before);
            deflate(&state_, flush);
            out.resize(out.size() - state_.avail_out);
        } while (state_.avail_out == 0);
    }

  private:
    z_stream state_{};
};

class GzipStream final : public BodyStream {
  public:
    explicit GzipStream(std::unique_ptr<BodyStream> inner) : inner_(std::move(inner)) {}

    bool next(std::string& piece) override {
        while (piece.empty() && !ended_) {
            plain_.clear();
            ended_ = !inner_->next(plain_);
            deflater_.append(piece, plain_, ended_ ? Z_FINISH : Z_NO_FLUSH);
        }
        return !piece.empty();
    }

    std::size_t memory() const override { return inner_->memory() + kPieceSize + kDeflaterMemory; }

  private:
    std::unique_ptr<BodyStream> inner_;
    Deflater deflater_;
    std::string plain_;
    bool ended_ = false;
};

}  // namespace

std::string gzip(std::string_view bytes) {
    thread_local Deflater deflater;  // reused, because its state takes 256 KiB
    deflater.restart();
    std::string out;
    deflater.append(out, bytes, Z_FINISH);
    return out;
}

std::unique_ptr<BodyStream> gzip(std::unique_ptr<BodyStream> inner) {
    return std::make_unique<GzipStream>(std::move(inner));
}

}  // namespace callboard::http
