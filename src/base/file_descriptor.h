// Owns an open file or socket.
#pragma once

#include <utility>

#include <unistd.h>

namespace callboard {

class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
    FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~FileDescriptor() {
        if (is_open()) ::close(descriptor_);
    }

    bool is_open() const { return descriptor_ >= 0; }
    int number() const { return descriptor_; }

  private:
    int descriptor_ = -1;
};

}  // namespace callboard
