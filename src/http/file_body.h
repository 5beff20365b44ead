// A file, or a part of it, as the body of a response.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "http/byte_range.h"
#include "http/message.h"

namespace callboard::http {

// An open file. It can be read to its end, though it may be removed meanwhile.
class OpenFile {
  public:
    // Nothing when there is none.
    static std::optional<OpenFile> open(const std::filesystem::path& path);

    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&&) = delete;
    ~OpenFile();

    std::uint64_t size() const { return size_; }
    int descriptor() const { return descriptor_; }

  private:
    OpenFile(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}

    int descriptor_;
    std::uint64_t size_;
};

std::unique_ptr<BodyStream> file_body(OpenFile file, ByteRange part);

}  // namespace callboard::http
