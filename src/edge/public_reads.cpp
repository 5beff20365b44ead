#include "edge/public_reads.h"

#include <chrono>
#include <exception>
#include <utility>

#include "base/error.h"
#include "edge/address_limits.h"

namespace callboard::edge {
namespace {

constexpr std::chrono::seconds kRetryAfter{1};

}  // namespace

PublicReads::PublicReads(db::Db& db, std::size_t threads)
    : db_(db), workers_(threads, kMost + 1, Workers::Start::when_needed) {}

void PublicReads::start(db::ReadWork& work, const IpAddress& client) {
    const IpAddress network = network_of(client);
    std::exception_ptr refused;
    {
        const std::lock_guard lock{mutex_};
        refused = refusal(network);
        if (!refused) {
            std::deque<db::ReadWork*>& of_network = waiting_[network];
            if (of_network.empty()) turns_.push_back(network);
            of_network.push_back(&work);
            ++all_;
        }
    }
    if (refused) return work.done(std::move(refused));
    // The next address is chosen when a thread is free. After finish() there is none, and this thread runs it.
    if (!workers_.accept([this] { run_next(); })) run_next();
}

std::exception_ptr PublicReads::refusal(const IpAddress& network) const {
    const auto of_network = waiting_.find(network);
    if (of_network != waiting_.end() && of_network->second.size() >= kMostOfAddress)
        return std::make_exception_ptr(
            too_many("too many requests of this address wait; wait for their responses", kRetryAfter));
    return all_ >= kMost ? std::make_exception_ptr(overloaded("too many public reads wait")) : nullptr;
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
