// Limits the concurrent calls of one company to other servers, so that its slow receivers do not delay other
// companies. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "base/id.h"

namespace callboard {

class CompanyGate {
  public:
    explicit CompanyGate(std::size_t most) : most_(most) {}

    // Returns false if the limit of the company is reached; otherwise leave() must be called later.
    bool enter(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        std::size_t& inside = inside_[company];
        if (inside >= most_) return false;
        ++inside;
        return true;
    }
    void leave(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        const auto found = inside_.find(company);
        if (--found->second == 0) inside_.erase(found);
    }

    // Is inside while it lives, if there was room.
    class Place {
      public:
        Place(CompanyGate& gate, const CompanyId& company)
            : gate_(gate), company_(company), entered_(gate.enter(company)) {}
        ~Place() {
            if (entered_) gate_.leave(company_);
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

        bool entered() const { return entered_; }

      private:
        CompanyGate& gate_;
        const CompanyId company_;
        const bool entered_;
    };

  private:
    const std::size_t most_;
    std::mutex mutex_;
    std::map<CompanyId, std::size_t> inside_;
};

}  // namespace callboard
