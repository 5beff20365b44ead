#include "streams/seats.h"

namespace callboard::streams {

std::optional<Seat> Seats::take(const UserId& user, Refusal& refusal) {
    const std::lock_guard lock{mutex_};
    if (taken_ >= limits_.all) return refusal = Refusal::too_many, std::nullopt;
    std::size_t& of_user = by_user_[user];
    if (of_user >= limits_.of_user) return refusal = Refusal::too_many_of_user, std::nullopt;
    ++of_user;
    ++taken_;
    return Seat{shared_from_this(), user};
}

void Seats::leave(const UserId& user) {
    const std::lock_guard lock{mutex_};
    --taken_;
    const auto found = by_user_.find(user);
    if (--found->second == 0) by_user_.erase(found);
}

}  // namespace callboard::streams
