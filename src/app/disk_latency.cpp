#include "app/disk_latency.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

#include "base/clock.h"
#include "base/file_descriptor.h"

namespace callboard::app {
namespace {

using std::chrono::microseconds;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kWrites = 9;

void require(bool done, const std::filesystem::path& folder) {
    if (!done) throw std::system_error{errno, std::generic_category(), folder.string()};
}

// Has no name, so that nothing remains of it, whatever happens.
FileDescriptor nameless_file(const std::filesystem::path& folder) {
    std::string name = folder / ".latency-XXXXXX";
    FileDescriptor file{mkstemp(name.data())};
    require(file.is_open(), folder);
    unlink(name.c_str());
    return file;
}

}  // namespace

microseconds sync_latency(const std::filesystem::path& folder) {
    const FileDescriptor file = nameless_file(folder);
    const SystemStopwatch stopwatch;
    const std::array<char, kPage> page{};
    std::array<microseconds, kWrites> times{};
    for (microseconds& time : times) {
        const auto began = stopwatch.now();
        require(write(file.number(), page.data(), page.size()) == static_cast<ssize_t>(page.size()), folder);
        require(fdatasync(file.number()) == 0, folder);
        time = std::chrono::duration_cast<microseconds>(stopwatch.now() - began);
    }
    std::ranges::nth_element(times, times.begin() + kWrites / 2);
    return times[kWrites / 2];
}

}  // namespace callboard::app
