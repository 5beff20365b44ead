#include "edge/faults.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace callboard::edge {
namespace {

// The interval in which delayed calls are checked for disconnected clients.
constexpr std::chrono::milliseconds kPollInterval{100};

std::string_view without_slash(std::string_view path) {
    return path.size() > 1 && path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
}

}  // namespace

Faults::Faults() : thread_([this] { run(); }) {}

bool Faults::add(const throttle::Subject& caller, RequestedFault fault) {
    const std::lock_guard lock{mutex_};
    const auto found = faults_.find(caller);
    if (count_ >= kMost || (found != faults_.end() && found->second.size() >= kMostOfACaller)) return false;
    faults_[caller].push_back(std::move(fault));
    ++count_;
    return true;
}

std::vector<RequestedFault> Faults::of(const throttle::Subject& caller) const {
    const std::lock_guard lock{mutex_};
    const auto found = faults_.find(caller);
    return found == faults_.end() ? std::vector<RequestedFault>{} : found->second;
}

void Faults::remove(const throttle::Subject& caller) {
    const std::lock_guard lock{mutex_};
    const auto found = faults_.find(caller);
    if (found == faults_.end()) return;
    count_ -= found->second.size();
    faults_.erase(found);
}

std::optional<RequestedFault> Faults::take(const throttle::Subject& caller, std::string_view method,
                                           std::string_view path, std::string_view pattern) {
    const std::lock_guard lock{mutex_};
    const auto found = faults_.find(caller);
    if (found == faults_.end()) return std::nullopt;
    auto& all = found->second;
    const auto fault = std::ranges::find_if(all, [&](const RequestedFault& each) {
        const std::string_view wanted = without_slash(each.match.path);
        return each.match.method == method && (wanted == without_slash(path) || wanted == pattern);
    });
    if (fault == all.end()) return std::nullopt;
    RequestedFault taken = *fault;
    if (--fault->times > 0) return taken;
    all.erase(fault);
    --count_;
    if (all.empty()) faults_.erase(found);
    return taken;
}

void Faults::delay(std::chrono::milliseconds how_long, std::stop_token stop,
                   std::move_only_function<void()> then) {
    {
        const std::lock_guard lock{delay_mutex_};
        if (!stopping_) {
            delayed_.push_back({.due = std::chrono::steady_clock::now() + how_long,
                                .stop = std::move(stop),
                                .then = std::move(then)});
            wake_.notify_one();
            return;
        }
    }
    then();
}

void Faults::finish() {
    {
        const std::lock_guard lock{delay_mutex_};
        stopping_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
}

std::list<Faults::Delayed> Faults::take_due(Instant now) {
    std::list<Delayed> due;
    for (auto each = delayed_.begin(); each != delayed_.end();) {
        const auto next = std::next(each);
        if (stopping_ || each->due <= now || each->stop.stop_requested())
            due.splice(due.end(), delayed_, each);
        each = next;
    }
    return due;
}

void Faults::run() {
    std::unique_lock lock{delay_mutex_};
    while (!stopping_ || !delayed_.empty()) {
        auto due = take_due(std::chrono::steady_clock::now());
        if (!due.empty()) {
            lock.unlock();
            for (Delayed& each : due) each.then();
            lock.lock();
        } else if (delayed_.empty()) {
            wake_.wait(lock, [this] { return stopping_ || !delayed_.empty(); });
        } else {
            const auto earliest = std::ranges::min_element(delayed_, {}, &Delayed::due)->due;
            wake_.wait_until(lock, std::min(earliest, std::chrono::steady_clock::now() + kPollInterval));
        }
    }
}

}  // namespace callboard::edge
