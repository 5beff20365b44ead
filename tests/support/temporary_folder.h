// A folder that is deleted by the destructor.
#pragma once

#include <filesystem>

namespace callboard::test {

class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace callboard::test
