// Limits what one company does at the same time, such as calls to other servers, so that slow work does not
// delay other companies. Thread-safe.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <mutex>

#include "base/id.h"

namespace callboard {

class CompanyGate {
  public:
    // `most` of one company, `most_in_total` of all.
    explicit CompanyGate(std::size_t most,
                         std::size_t most_in_total = std::numeric_limits<std::size_t>::max())
        : most_(most), most_in_total_(most_in_total) {}

    // Returns false if a limit is reached; otherwise leave() must be called later.
    bool enter(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        if (total_ >= most_in_total_) return false;
        std::size_t& inside = inside_[company];
        if (inside >= most_) return false;
        ++inside;
        ++total_;
        return true;
    }
    void leave(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        const auto found = inside_.find(company);
        if (--found->second == 0) inside_.erase(found);
        --total_;
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
    const std::size_t most_in_total_;
    std::mutex mutex_;
    std::size_t total_ = 0;
    std::map<CompanyId, std::size_t> inside_;
};

}  // namespace callboard
