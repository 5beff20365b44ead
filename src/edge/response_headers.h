// The header lines of all responses.
#pragma once

#include "edge/request_context.h"
#include "http/message.h"

namespace callboard::edge {

// Before the end of admission, the remaining limits of the caller are not known.
void add_common_headers(const RequestContext& context, http::Response& response, bool admission_over = true);

// Only after the handler has finished: after a timeout it may still be adding names.
void add_unknown_names(const RequestContext& context, http::Response& response);

}  // namespace callboard::edge
