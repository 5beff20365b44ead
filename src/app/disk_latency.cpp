#include "app/disk_latency.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

#include "base/clock.h"

namespace callboard::app {
namespace {

using std::chrono::microseconds;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kWrites = 9;

void require(bool done, const std::filesystem::path& folder) {
    if (!done) throw std::system_error{errno, std::generic_category(), folder.string()};
}

// Has no name, so that nothing remains of it, whatever happens.
class NamelessFile {
  public:
    explicit NamelessFile(const std::filesystem::path& folder) {
        std::string name = folder / ".latency-XXXXXX";
        descriptor_ = mkstemp(name.data());
        require(descriptor_ >= 0, folder);
        unlink(name.c_str());
    }
    ~NamelessFile() { close(descriptor_); }

    NamelessFile(const NamelessFile&) = delete;
    NamelessFile& operator=(const NamelessFile&) = delete;

    int get() const { return descriptor_; }

  private:
    int descriptor_;
};

}  // namespace

microseconds sync_latency(const std::filesystem::path& folder) {
    const NamelessFile file{folder};
    const SystemStopwatch stopwatch;
    const std::array<char, kPage> page{};
    std::array<microseconds, kWrites> times{};
    for (microseconds& time : times) {
        const auto began = stopwatch.now();
        require(write(file.get(), page.data(), page.size()) == static_cast<ssize_t>(page.size()), folder);
        require(fdatasync(file.get()) == 0, folder);
        time = std::chrono::duration_cast<microseconds>(stopwatch.now() - began);
    }
    std::ranges::nth_element(times, times.begin() + kWrites / 2);
    return times[kWrites / 2];
}

}  // namespace callboard::app
