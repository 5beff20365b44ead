// The checks after routing and authentication, before the body is read.
#pragma once

#include "edge/request_context.h"
#include "edge/route_table.h"

namespace callboard::edge {

// Returns true if the request is refused; the response is then set.
bool refuse_if_needed(RequestContext& context, const RouteTable& table);

}  // namespace callboard::edge
