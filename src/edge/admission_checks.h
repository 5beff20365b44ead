// What is asked of a request once its row and its caller are known, before its body is read.
#pragma once

#include "edge/route_table.h"
#include "edge/visit.h"

namespace callboard::edge {

// True when the request goes no further; the response then says why.
bool turned_away(Visit& visit, const RouteTable& table);

}  // namespace callboard::edge
