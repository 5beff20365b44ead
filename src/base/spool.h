// Bytes that are written once and then read once: in memory up to kInMemory, beyond that in a temporary file
// without a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/anonymous_file.h"

namespace callboard {

class Spool {
  public:
    explicit Spool(std::filesystem::path folder) : file_(std::move(folder)) {}

    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    void append(std::string_view bytes);
    std::uint64_t size() const { return file_.size() + buffer_.size(); }

    // Puts the next bytes, at most `most`, into `piece`, which must be empty. Returns false at the end.
    bool take(std::string& piece, std::size_t most);

  private:
    static constexpr std::size_t kInMemory = std::size_t{512} * 1024;

    void write_out();

    AnonymousFile file_;
    std::string buffer_;  // everything, or what is not yet in the file
    std::uint64_t taken_ = 0;
};

}  // namespace callboard
