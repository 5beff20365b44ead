#include "base/memory_shortage.h"

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string_view>
#include <thread>

#include <malloc.h>
#include <unistd.h>

// The thread sanitizer has operators of its own, which cannot be replaced.
#if !__has_feature(thread_sanitizer)

namespace callboard {
namespace {

constexpr std::size_t kSmallestRefusedBlock = std::size_t{64} * 1024;
constexpr std::chrono::seconds kLongestWaitForMemory{10};

// Does not allocate.
[[noreturn]] void end_without_memory() {
    constexpr std::string_view kReason = "out of memory\n";
    [[maybe_unused]] const auto ignored = write(STDERR_FILENO, kReason.data(), kReason.size());
    std::abort();
}

template <class Allocate>
void* allocated(std::size_t size, Allocate allocate) {
    if (void* const block = allocate()) [[likely]]
        return block;
    if (size >= kSmallestRefusedBlock) throw std::bad_alloc{};
    constexpr std::chrono::milliseconds kPause{1};
    for (auto waited = kPause; waited < kLongestWaitForMemory; waited += kPause) {
        std::this_thread::sleep_for(kPause);
        if (void* const block = allocate()) return block;
    }
    end_without_memory();
}

}  // namespace

}  // namespace callboard

// Replace those of the standard library in the whole program.

void* operator new(std::size_t size) {
    return callboard::allocated(size, [size] { return std::malloc(size == 0 ? 1 : size); });
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    return callboard::allocated(size, [size, bytes = static_cast<std::size_t>(alignment)] {
        return std::aligned_alloc(bytes, (size + bytes - 1) / bytes * bytes);
    });
}

void operator delete(void* block) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t) noexcept {
    std::free(block);
}

void operator delete(void* block, std::align_val_t) noexcept {
    std::free(block);
}

void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
    std::free(block);
}

#endif

namespace callboard {

void prepare_for_memory_shortage() {
    // Blocks of this size are mapped alone and returned to the system when they are freed. By default, glibc
    // raises the limit when it sees larger ones, and then keeps what large bodies took for the thread that
    // received them.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
}

}  // namespace callboard
