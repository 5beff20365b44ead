#include "archive/compression.h"

#include <utility>

#include <zstd.h>

#include "base/error.h"

namespace callboard::archive {
namespace {

constexpr int kLevel = 3;
// The window is the memory that decompression needs. The level uses 2 MiB; an archive that asks for more than
// 8 MiB is not ours.
constexpr int kWindowLog = 21;
constexpr int kLargestWindowLog = 23;

void require(std::size_t result) {
    if (ZSTD_isError(result) != 0) throw internal(std::string{"zstd: "} + ZSTD_getErrorName(result));
}

}  // namespace

void Compressor::Free::operator()(ZSTD_CCtx* context) const {
    ZSTD_freeCCtx(context);
}

Compressor::Compressor(ByteSink sink)
    : context_(ZSTD_createCCtx()), sink_(std::move(sink)), buffer_(ZSTD_CStreamOutSize(), '\0') {
    if (!context_) throw internal("zstd: no memory");
    require(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel));
    require(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_windowLog, kWindowLog));
    // Compares what comes out with what went in; the chunks only protect what is between.
    require(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1));
}

void Compressor::append(std::string_view bytes) {
    compress(bytes, false);
}

void Compressor::finish() {
    compress({}, true);
}

void Compressor::compress(std::string_view bytes, bool is_end) {
    ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
    bool is_done = false;
    while (!is_done) {
        ZSTD_outBuffer out{.dst = buffer_.data(), .size = buffer_.size(), .pos = 0};
        const std::size_t left =
            ZSTD_compressStream2(context_.get(), &out, &in, is_end ? ZSTD_e_end : ZSTD_e_continue);
        require(left);
        if (out.pos > 0) sink_({buffer_.data(), out.pos});
        is_done = is_end ? left == 0 : in.pos == in.size;
    }
}

void Decompressor::Free::operator()(ZSTD_DCtx* context) const {
    ZSTD_freeDCtx(context);
}

Decompressor::Decompressor(ByteSource source)
    : context_(ZSTD_createDCtx()), source_(std::move(source)), buffer_(ZSTD_DStreamInSize(), '\0') {
    if (!context_) throw internal("zstd: no memory");
    require(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kLargestWindowLog));
}

std::size_t Decompressor::read(std::span<char> into) {
    ZSTD_outBuffer out{.dst = into.data(), .size = into.size(), .pos = 0};
    while (!at_end_ && out.pos == 0 && !into.empty()) {
        if (begin_ == end_) {
            begin_ = 0;
            end_ = source_(buffer_);  // at the end, the decoder may still have output
        }
        ZSTD_inBuffer in{.src = buffer_.data(), .size = end_, .pos = begin_};
        const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(left) != 0) throw BadArchive{std::string{"is damaged: "} + ZSTD_getErrorName(left)};
        const bool progressed = in.pos != begin_ || out.pos > 0;
        begin_ = in.pos;
        if (left == 0) {
            at_end_ = true;
            char more = 0;
            if (begin_ != end_ || source_({&more, 1}) != 0) throw BadArchive{"has data after its end"};
        } else if (!progressed) {
            throw BadArchive{"is truncated"};
        }
    }
    return out.pos;
}

}  // namespace callboard::archive
