#include "cli/demo/interruption.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "cli/demo/demo_store.h"

namespace callboard::cli::demo {
namespace {

// Far longer than a step takes. Progress is compared rather than times, because clocks of two machines
// differ.
constexpr std::chrono::seconds kLongestStep{2};

void wait_for_a_step() {
    std::mutex mutex;
    std::condition_variable never;
    std::unique_lock lock{mutex};
    never.wait_for(lock, kLongestStep, [] { return false; });
}

}  // namespace

bool is_one_interrupted(db::Db& db) {
    auto before = db.read(std::nullopt, store::find_unfinished);
    while (before) {
        wait_for_a_step();
        const auto now = db.read(std::nullopt, store::find_unfinished);
        if (now == before) return true;
        before = now;
    }
    return false;
}

}  // namespace callboard::cli::demo
