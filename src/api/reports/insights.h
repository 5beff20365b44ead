#pragma once

#include <string_view>

#include "db/db.h"
#include "edge/call.h"
#include "reports/insights.h"
#include "wire/shape.h"

namespace callboard::api {

struct InsightsView {
    wire::Stored<reports::Insights> figures;

    static constexpr std::string_view kName = "Insights";
    static constexpr auto shape() { return wire::fields(wire::members(&InsightsView::figures)); }
};

InsightsView get_insights(db::Snapshot& snapshot,
                          const edge::Call<wire::Nothing, reports::InsightsRequest>& call);

}  // namespace callboard::api
