#include "streams/seats.h"

namespace callboard::streams {
namespace {

template <class Id>
std::size_t taken_of(const std::map<Id, std::size_t>& counts, const Id& id) {
    const auto found = counts.find(id);
    return found == counts.end() ? 0 : found->second;
}

template <class Id>
void leave_one(std::map<Id, std::size_t>& counts, const Id& id) {
    const auto found = counts.find(id);
    if (--found->second == 0) counts.erase(found);
}

}  // namespace

std::optional<Seat> Seats::take(const CompanyId& company, const UserId& user, Refusal& refusal) {
    const auto refuse = [&](Refusal why) { return refusal = why, std::nullopt; };
    const std::lock_guard lock{mutex_};
    if (taken_ >= limits_.all) return refuse(Refusal::too_many);
    if (taken_of(by_company_, company) >= limits_.of_company) return refuse(Refusal::too_many_of_company);
    if (taken_of(by_user_, user) >= limits_.of_user) return refuse(Refusal::too_many_of_user);
    ++by_user_[user];
    ++by_company_[company];
    ++taken_;
    return Seat{shared_from_this(), company, user};
}

void Seats::leave(const CompanyId& company, const UserId& user) {
    const std::lock_guard lock{mutex_};
    --taken_;
    leave_one(by_company_, company);
    leave_one(by_user_, user);
}

}  // namespace callboard::streams
