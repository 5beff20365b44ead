// Limits the concurrent calls of one company to other servers, so that its slow receivers do not delay other
// companies. Thread-safe.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

#include "base/id.h"

namespace callboard::edge {

class StepsGate {
  public:
    static constexpr std::size_t kMost = 4;

    // Returns false if the limit of the company is reached; otherwise leave() must be called later.
    bool enter(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        std::size_t& inside = inside_[company];
        if (inside >= kMost) return false;
        ++inside;
        return true;
    }
    void leave(const CompanyId& company) {
        const std::lock_guard lock{mutex_};
        const auto found = inside_.find(company);
        if (--found->second == 0) inside_.erase(found);
    }

  private:
    std::mutex mutex_;
    std::map<CompanyId, std::size_t> inside_;
};

}  // namespace callboard::edge
