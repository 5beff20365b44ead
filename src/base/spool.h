// Bytes that are written once and then read once: in memory up to kInMemory, beyond that in an unlinked
// temporary file, which disappears with the process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace callboard {

class Spool {
  public:
    explicit Spool(std::filesystem::path folder) : folder_(std::move(folder)) {}
    ~Spool();

    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    void append(std::string_view bytes);
    std::uint64_t size() const { return size_; }

    // Puts the next bytes, at most `most`, into `piece`, which must be empty. Returns false at the end.
    bool take(std::string& piece, std::size_t most);

  private:
    static constexpr std::size_t kInMemory = std::size_t{512} * 1024;

    void write_out();

    const std::filesystem::path folder_;
    std::string buffer_;  // everything, or what is not yet in the file
    int file_ = -1;
    std::uint64_t size_ = 0;
    std::uint64_t taken_ = 0;
};

}  // namespace callboard
