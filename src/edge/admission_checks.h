// The checks after routing and authentication, before the body is read.
#pragma once

#include "edge/open_forms.h"
#include "edge/request_context.h"
#include "edge/route_table.h"

namespace callboard::edge {

// Returns true if the request is refused; the response is then set.
bool refuse_if_needed(RequestContext& context, const RouteTable& table);

// Likewise, afterwards: reserves what a form with files may need.
bool refuse_open_form(RequestContext& context, OpenForms& open_forms);

}  // namespace callboard::edge
