#include "edge/public_reads.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "base/error.h"
#include "base/site.h"

namespace callboard::edge {
namespace {

constexpr std::chrono::seconds kRetryAfter{1};

}  // namespace

PublicReads::PublicReads(db::Db& db, std::size_t threads)
    : db_(db), workers_(threads, kMost + 1, Workers::Start::when_needed) {}

void PublicReads::start(db::ReadWork& work, const IpAddress& client) {
    Refused refused;
    {
        const std::lock_guard lock{mutex_};
        refused = take_in(work, site_of(client));
    }
    if (refused.work) refused.work->done(std::move(refused.reason));
    // Who is displaced leaves a place in the queue of the threads, too.
    if (refused.work) return;
    // The next network is chosen when a thread is free. After finish() there is none, and this thread runs
    // it.
    if (!workers_.accept([this] { run_next(); })) run_next();
}

PublicReads::Refused PublicReads::take_in(db::ReadWork& work, const IpAddress& network) {
    const auto found = waiting_.find(network);
    if (found != waiting_.end() && found->second.size() >= kMostOfNetwork)
        return {&work, std::make_exception_ptr(too_many(
                           "too many requests of this address wait; wait for their responses", kRetryAfter))};
    Refused refused;
    if (all_ >= kMost) {
        refused = {make_room(network), std::make_exception_ptr(overloaded("too many public reads wait"))};
        if (!refused.work) return {&work, std::move(refused.reason)};
    }
    std::deque<db::ReadWork*>& of_network = waiting_[network];
    if (of_network.empty()) turns_.push_back(network);
    of_network.push_back(&work);
    ++all_;
    return refused;
}

// Takes the newest read of the network with most of them out of the queue. Null: no network has more than
// this one will have.
db::ReadWork* PublicReads::make_room(const IpAddress& network) {
    const auto size_of = [](const Waiting::value_type& each) { return each.second.size(); };
    const auto most = std::ranges::max_element(waiting_, {}, size_of);
    const auto own = waiting_.find(network);
    const std::size_t of_own = own == waiting_.end() ? 0 : own->second.size();
    if (size_of(*most) <= of_own + 1) return nullptr;  // so at least one remains, and the network its turn
    db::ReadWork* const displaced = most->second.back();
    most->second.pop_back();
    --all_;
    return displaced;
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
