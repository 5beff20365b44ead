// A file, or a range of it, as response body.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "http/byte_range.h"
#include "http/message.h"

namespace callboard::http {

// An open file, which can be read completely even if it is removed in the meantime.
class OpenFile {
  public:
    // Nothing if it does not exist.
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
