// The responses of operations in the OpenAPI document, with their headers and errors.
#pragma once

#include "edge/route.h"
#include "wire/json_writer.h"
#include "wire/schema.h"

namespace callboard::edge {

// "responses" of the operation.
void write_responses(wire::JsonWriter& out, const Route& route, wire::Schemas& schemas);

// "responses" and "headers" of the components, to which those of operations refer.
void write_shared_refusals(wire::JsonWriter& out, wire::Schemas& schemas);
void write_header_components(wire::JsonWriter& out);

}  // namespace callboard::edge
