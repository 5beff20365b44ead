// A temporary file without a name: it disappears with the process, however that ends. All members throw
// `unavailable` if the file system fails. For one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_descriptor.h"

namespace callboard {

class AnonymousFile {
  public:
    // The file is made with its first bytes.
    explicit AnonymousFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

    std::uint64_t size() const { return size_; }

    // Returns where the bytes are.
    std::uint64_t append(std::string_view bytes);

    // At most `most` bytes, of those from `offset` on.
    std::string read(std::uint64_t offset, std::size_t most) const;

    // The bytes that it has now, mapped: they are read when they are used, and are not memory of this
    // process.
    class View {
      public:
        explicit View(const AnonymousFile& file);
        ~View();

        View(const View&) = delete;
        View& operator=(const View&) = delete;

        std::string_view bytes() const { return {data_, size_}; }

      private:
        const char* data_ = nullptr;
        std::size_t size_ = 0;
    };

  private:
    const std::filesystem::path folder_;
    FileDescriptor file_;
    std::uint64_t size_ = 0;
};

}  // namespace callboard
