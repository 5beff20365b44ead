// A file that gets its name when it is complete and on the disk: whoever finds it by its name finds all of
// it, also after a crash. Until then it has another name in the same folder.
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
// There is a file of that name, which may not be replaced.
struct FileExists : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Other failures are std::system_error, with the name of the file.
class PartialFile {
  public:
    enum class Writers {
        many,  // each writes to a name of its own, TARGET.0123abcd.part
        one    // TARGET.partial is locked; what an interrupted writer left there is overwritten
    };
    enum class Existing { replace, keep };

    // Makes the file, for its owner only. Throws FileBusy when there is one writer already.
    PartialFile(const std::filesystem::path& target, Writers writers);
    ~PartialFile();  // removes it, unless it was finished

    PartialFile(const PartialFile&) = delete;
    PartialFile& operator=(const PartialFile&) = delete;

    const std::filesystem::path& path() const { return part_; }  // for a library that writes it itself
    void append(std::string_view bytes);                         // at once: best in large pieces

    // Flushes the file to the disk, gives it its name, flushes the folder. Returns its size. Throws
    // FileExists.
    std::int64_t finish(Existing existing);

  private:
    const std::filesystem::path target_;
    const std::filesystem::path part_;
    int descriptor_ = -1;
    bool finished_ = false;
};

}  // namespace callboard
