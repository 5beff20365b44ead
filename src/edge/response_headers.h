// The header lines that responses have whatever their handler is.
#pragma once

#include "edge/request_context.h"
#include "http/message.h"

namespace callboard::edge {

// While admission goes on, what is left of the caller's limits is not known yet.
void add_common_headers(const RequestContext& context, http::Response& response, bool admission_over = true);

// Only when the work is over: it may add names while the client is told that its time is up.
void add_unknown_names(const RequestContext& context, http::Response& response);

}  // namespace callboard::edge
