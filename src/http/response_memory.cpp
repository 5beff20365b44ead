#include "http/response_memory.h"

namespace callboard::http {

std::size_t ResponseMemory::Account::more_with(const HeldBody& body) const {
    const auto found = body.shared ? shared_.find(body.shared) : shared_.end();
    return found != shared_.end() && found->second > 0 ? 0 : body.bytes;
}

void ResponseMemory::Account::prepare(const HeldBody& body) {
    if (body.shared) shared_.try_emplace(body.shared, 0);
}

bool ResponseMemory::Account::has_room_for(const HeldBody& body, std::size_t limit) const {
    return is_empty() || bytes_ + more_with(body) <= limit;
}

std::size_t ResponseMemory::Account::add(const HeldBody& body) {
    const std::size_t more = more_with(body);
    if (body.shared) ++shared_[body.shared];
    ++responses_;
    bytes_ += more;
    return more;
}

std::size_t ResponseMemory::Account::remove(const HeldBody& body) {
    --responses_;
    if (body.shared) {
        const auto found = shared_.find(body.shared);
        if (--found->second > 0) return 0;
        shared_.erase(found);
    }
    bytes_ -= body.bytes;
    return body.bytes;
}

bool ResponseMemory::has_room_for(const HeldBody& body) const {
    if (part_ == 0) return true;
    const bool is_only_anonymous = anonymous_responses_.load(std::memory_order_relaxed) == 0;
    if (budget_.has_room_for(body.bytes) && (!body.network || is_only_anonymous)) return true;

    const std::lock_guard lock{mutex_};
    if (!budget_.has_room_for(all_.more_with(body))) return false;
    if (!body.network) return true;
    if (!anonymous_.has_room_for(body, part_)) return false;
    const auto found = networks_.find(*body.network);
    return found == networks_.end() || found->second.has_room_for(body, share_of_network(part_));
}

void ResponseMemory::add(const HeldBody& body) {
    const std::lock_guard lock{mutex_};
    // Without memory for the entries, nothing is counted.
    all_.prepare(body);
    if (body.network) {
        anonymous_.prepare(body);
        networks_[*body.network].prepare(body);
    }
    budget_.add(all_.add(body));
    if (!body.network) return;
    anonymous_.add(body);
    networks_[*body.network].add(body);
    anonymous_responses_.fetch_add(1, std::memory_order_relaxed);
}

void ResponseMemory::remove(const HeldBody& body) {
    const std::lock_guard lock{mutex_};
    budget_.remove(all_.remove(body));
    if (!body.network) return;
    anonymous_.remove(body);
    const auto found = networks_.find(*body.network);
    found->second.remove(body);
    if (found->second.is_empty()) networks_.erase(found);
    anonymous_responses_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace callboard::http
