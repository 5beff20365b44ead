// What is asked of a request once its row and its caller are known, before its body is read.
#pragma once

#include "edge/request_context.h"
#include "edge/route_table.h"

namespace callboard::edge {

// True when the request goes no further; the response then says why.
bool refuse_if_needed(RequestContext& context, const RouteTable& table);

}  // namespace callboard::edge
