#include "api/reports/insights.h"

namespace callboard::api {

InsightsView get_insights(db::Snapshot& snapshot,
                          const edge::Call<wire::Nothing, reports::InsightsRequest>& call) {
    return {.figures = {reports::recent_insights(snapshot, call.actor(), call.query)}};
}

}  // namespace callboard::api
