// Token requests by grant and outcome.
#pragma once

#include <array>
#include <string_view>

#include "telemetry/labelled_counters.h"

namespace callboard::telemetry {

class TokenMeter {
  public:
    explicit TokenMeter(Metrics& metrics);

    void count(std::string_view grant, bool granted);

  private:
    // The last one counts all unknown values.
    static constexpr std::array<std::string_view, 4> kGrants{"authorization_code", "refresh_token",
                                                             "client_credentials", "other"};

    LabelledCounters counters_;
};

}  // namespace callboard::telemetry
