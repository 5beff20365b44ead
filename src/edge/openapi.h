// The OpenAPI 3.1 document, generated from the route table.
#pragma once

#include <span>
#include <string>

#include "edge/route.h"

namespace callboard::edge {

std::string openapi_document(std::span<const Route> routes);

}  // namespace callboard::edge
