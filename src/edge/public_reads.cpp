#include "edge/public_reads.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/site.h"

namespace callboard::edge {
namespace {

constexpr std::chrono::seconds kRetryAfter{1};

}  // namespace

PublicReads::PublicReads(db::Db& db, std::size_t threads, const throttle::LoadGuard* guard)
    : db_(db), guard_(guard), workers_(threads, kMost + 1, Workers::Start::when_needed) {}

void PublicReads::start(db::ReadWork& work, const IpAddress& client) {
    Refused refused;
    {
        const std::lock_guard lock{mutex_};
        refused = take_in(work, site_of(client));
    }
    if (refused.work) refused.work->done(std::move(refused.reason));
    // Who is displaced leaves a place in the queue of the threads, too.
    if (refused.work) return;
    // The next network is chosen when a thread is free. After finish() there is none, and without memory for
    // the queue neither: then this thread runs it.
    bool accepted = false;
    try {
        accepted = workers_.accept([this] { run_next(); });
    } catch (const std::bad_alloc&) {
        accepted = false;
    }
    if (!accepted) run_next();
}

// Half of what the guard leaves to public reads: so those that wait are never what it refuses others for.
std::size_t PublicReads::most() const {
    const std::size_t bound = guard_ ? guard_->bound() : 0;
    return bound == 0 ? kMost : std::clamp<std::size_t>(bound / 8, 1, kMost);
}

PublicReads::Refused PublicReads::take_in(db::ReadWork& work, const IpAddress& network) {
    const std::size_t most = this->most();
    const std::size_t most_of_network = std::max<std::size_t>(1, most * kMostOfNetwork / kMost);
    const auto found = waiting_.find(network);
    if (found != waiting_.end() && found->second.size() >= most_of_network)
        return {&work, std::make_exception_ptr(too_many(
                           "too many requests of this network wait; wait for their responses", kRetryAfter))};
    if (all_ < most) {
        add(work, network);
        return {};
    }
    Refused refused{&work, std::make_exception_ptr(overloaded("too many public reads wait"))};
    const auto more = network_with_more(network);
    if (more == waiting_.end()) return refused;
    add(work, network);  // before another is taken out: this may fail
    refused.work = more->second.back();
    more->second.pop_back();
    --all_;
    return refused;
}

void PublicReads::add(db::ReadWork& work, const IpAddress& network) {
    std::deque<db::ReadWork*>& of_network = waiting_[network];
    of_network.push_back(&work);
    try {
        if (of_network.size() == 1) turns_.push_back(network);
    } catch (...) {
        of_network.pop_back();
        throw;
    }
    ++all_;
}

// The network with most reads, if it has more than this one will have: so at least one remains, and it keeps
// its turn.
PublicReads::Waiting::iterator PublicReads::network_with_more(const IpAddress& network) {
    const auto size_of = [](const Waiting::value_type& each) { return each.second.size(); };
    const auto most = std::ranges::max_element(waiting_, {}, size_of);
    const auto own = waiting_.find(network);
    const std::size_t of_own = own == waiting_.end() ? 0 : own->second.size();
    return size_of(*most) > of_own + 1 ? most : waiting_.end();
}

db::ReadWork& PublicReads::take_next() {
    const std::lock_guard lock{mutex_};
    const IpAddress network = turns_.front();
    turns_.pop_front();
    const auto of_network = waiting_.find(network);
    db::ReadWork& next = *of_network->second.front();
    of_network->second.pop_front();
    --all_;
    if (of_network->second.empty()) {
        waiting_.erase(of_network);
    } else {
        turns_.push_back(network);
    }
    return next;
}

void PublicReads::run_next() {
    db::ReadWork& work = take_next();
    std::exception_ptr failure;
    try {
        const auto run = [&](db::Snapshot& snapshot) { work.run(snapshot); };
        db_.read(work.company, run, work.stop);
    } catch (...) {
        failure = std::current_exception();
    }
    work.done(std::move(failure));
}

}  // namespace callboard::edge
