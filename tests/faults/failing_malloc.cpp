// Preloaded into a server: one of FAILING_MALLOC allocations of the program itself fails, from SIGUSR2 until
// the next one. Those of C libraries do not: some of them do not survive it.
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>

#include <dlfcn.h>
#include <link.h>

namespace {

std::atomic<unsigned> one_of{0};  // 0: none fails
std::atomic<unsigned> count{0};
std::uintptr_t program_begin = 0;
std::uintptr_t program_end = 0;

void toggle(int) {
    one_of = one_of != 0 ? 0 : static_cast<unsigned>(std::atoi(std::getenv("FAILING_MALLOC")));
}

// Without regularity: a program that tries again after the same number of others should succeed.
bool fails(void* caller) {
    const unsigned every = one_of;
    const auto from = reinterpret_cast<std::uintptr_t>(caller);
    if (every == 0 || from < program_begin || from >= program_end) return false;
    unsigned number = count++ * 2654435761U;
    number ^= number >> 15U;
    if (number % every != 0) return false;
    errno = ENOMEM;
    return true;
}

// Called for the program first.
int note_program(dl_phdr_info* object, std::size_t, void*) {
    program_begin = object->dlpi_addr;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const auto& part = object->dlpi_phdr[i];
        if (part.p_type == PT_LOAD) program_end = object->dlpi_addr + part.p_vaddr + part.p_memsz;
    }
    return 1;
}

template <class Function>
Function* following(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

[[gnu::constructor]] void prepare() {
    dl_iterate_phdr(note_program, nullptr);
    std::signal(SIGUSR2, toggle);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
    static auto* const next = following<void*(std::size_t)>("malloc");
    return fails(__builtin_return_address(0)) ? nullptr : next(size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    static auto* const next = following<void*(std::size_t, std::size_t)>("aligned_alloc");
    return fails(__builtin_return_address(0)) ? nullptr : next(alignment, size);
}
}
