// A request as `callboard tail` shows it.
#pragma once

#include <chrono>
#include <string>

#include "edge/request_context.h"

namespace callboard::edge {

// A JSON object with ids, numbers and names of the route table: nothing that a client wrote but the ids of
// request and trace, which have only plain characters.
std::string tail_line(const RequestContext& context, int status, std::chrono::nanoseconds took);

}  // namespace callboard::edge
