// Counts the open event streams, in all, of each company and of each user. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/id.h"

namespace callboard::streams {

class Seat;

class Seats : public std::enable_shared_from_this<Seats> {
  public:
    struct Limits {
        std::size_t all;
        std::size_t of_company;
        std::size_t of_user;
    };
    explicit Seats(Limits limits) : limits_(limits) {}

    enum class Refusal { too_many, too_many_of_company, too_many_of_user };
    // Returns nothing and sets `refusal` if a limit is reached.
    std::optional<Seat> take(const CompanyId& company, const UserId& user, Refusal& refusal);

    std::size_t taken() const {
        const std::lock_guard lock{mutex_};
        return taken_;
    }

  private:
    friend class Seat;
    void leave(const CompanyId& company, const UserId& user);

    const Limits limits_;
    mutable std::mutex mutex_;
    std::size_t taken_ = 0;
    std::map<CompanyId, std::size_t> by_company_;
    std::map<UserId, std::size_t> by_user_;
};

// One open stream.
class Seat {
  public:
    Seat(Seat&&) noexcept = default;
    Seat& operator=(Seat&&) = delete;
    ~Seat() {
        if (seats_) seats_->leave(company_, user_);
    }

  private:
    friend class Seats;
    Seat(std::shared_ptr<Seats> seats, const CompanyId& company, const UserId& user)
        : seats_(std::move(seats)), company_(company), user_(user) {}

    std::shared_ptr<Seats> seats_;
    CompanyId company_;
    UserId user_;
};

}  // namespace callboard::streams
