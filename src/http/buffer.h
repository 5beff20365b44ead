// A contiguous buffer of received bytes that have not been consumed.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace callboard::http {

class Buffer {
  public:
    std::string_view bytes() const { return {data_.get() + begin_, end_ - begin_}; }
    bool empty() const { return begin_ == end_; }
    std::size_t capacity() const { return capacity_; }

    // Free space to read into. The buffer grows by doubling, from at least `first` to `most` bytes; an empty
    // span means that it is full.
    std::span<char> room(std::size_t first, std::size_t most) {
        if (empty()) begin_ = end_ = 0;
        if (end_ == capacity_ && begin_ > 0) compact();
        if (capacity_ < first || (end_ == capacity_ && capacity_ < most))
            grow(std::clamp(capacity_ * 2, first, most));
        return {data_.get() + end_, capacity_ - end_};
    }
    void filled(std::size_t bytes) {
        end_ += bytes;
        assert(end_ <= capacity_);
    }
    void consume(std::size_t bytes) {
        begin_ += bytes;
        assert(begin_ <= end_);
    }

    void assign(std::string_view bytes) {
        begin_ = end_ = 0;
        if (bytes.size() > capacity_) grow(bytes.size());
        if (!bytes.empty()) std::memcpy(data_.get(), bytes.data(), bytes.size());
        end_ = bytes.size();
    }

    // Frees the memory if the buffer is empty and larger than `kept`.
    void shrink(std::size_t kept) {
        if (empty() && capacity_ > kept) *this = Buffer{};
    }

  private:
    // Moves the unconsumed bytes to the front.
    void compact() {
        std::memmove(data_.get(), data_.get() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    void grow(std::size_t capacity) {
        auto larger = std::make_unique_for_overwrite<char[]>(capacity);
        if (end_ > begin_) std::memcpy(larger.get(), data_.get() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
        data_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<char[]> data_;
    std::size_t capacity_ = 0;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

}  // namespace callboard::http
