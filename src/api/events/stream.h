// GET /events/stream: the events of the company as server-sent events.
#pragma once

#include <memory>

#include "edge/live.h"

namespace callboard::api {

std::unique_ptr<http::LiveBody> stream_events(const edge::LiveSteps& steps);

}  // namespace callboard::api
