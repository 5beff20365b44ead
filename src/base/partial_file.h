// A file that is renamed to its final name when it is complete and synced, so that a file with that name is
// complete, even after a crash. Until then it has a temporary name in the same folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace callboard {

// Another process is writing the file.
struct FileBusy : std::runtime_error {
    using std::runtime_error::runtime_error;
};
// The file exists and must not be replaced.
struct FileExists : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Other failures are std::system_error, with the name of the file.
class PartialFile {
  public:
    enum class Writers {
        many,  // each has its own temporary file, TARGET.0123abcd.part
        one    // TARGET.partial is locked; the file of an interrupted writer is overwritten, unless
               // another user owns it or it has a second name
    };
    enum class Existing { replace, keep };

    // Creates the file, accessible by its owner only. Throws FileBusy for Writers::one if another process has
    // it.
    PartialFile(const std::filesystem::path& target, Writers writers);
    ~PartialFile();  // removes it, unless it was finished

    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::filesystem::path& path() const { return part_; }  // for a library that writes it itself
    void append(std::string_view bytes);                         // unbuffered

    // Syncs and renames the file, and syncs the folder. Returns its size. Throws FileExists.
    std::int64_t finish(Existing existing);

  private:
    const std::filesystem::path target_;
    const std::filesystem::path part_;
    int descriptor_ = -1;
    bool finished_ = false;
};

}  // namespace callboard
