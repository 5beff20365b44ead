// zstd, as a stream in constant memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "archive/bytes.h"

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace callboard::archive {

class Compressor {
  public:
    explicit Compressor(ByteSink sink);

    void append(std::string_view bytes);
    void finish();

  private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
    };

    void compress(std::string_view bytes, bool is_end);

    const std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    const ByteSink sink_;
    std::string buffer_;
};

// The source must contain exactly one frame.
class Decompressor {
  public:
    explicit Decompressor(ByteSource source);

    // Returns 0 at the end. Throws BadArchive.
    std::size_t read(std::span<char> into);

  private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    const std::unique_ptr<ZSTD_DCtx_s, Free> context_;
    const ByteSource source_;
    std::string buffer_;
    std::size_t begin_ = 0;  // of the part of the buffer that was not used yet
    std::size_t end_ = 0;
    bool at_end_ = false;
};

}  // namespace callboard::archive
