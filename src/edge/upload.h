// A file that is sent as the part `file` of a form (multipart/form-data).
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"
#include "wire/schema.h"
#include "wire/shape.h"

namespace callboard::edge {

inline constexpr std::string_view kFormWithFile = "multipart/form-data";

// The body of a handler that takes a file.
struct Upload {
    std::string name;
    std::string media_type;  // as the client states it
    std::string bytes;

    static constexpr auto shape() { return wire::fields(); }
};

// Throws an error with the code of what is missing.
Upload upload_from(const http::Request& request);

void describe_upload(wire::JsonWriter& out, wire::Schemas& schemas);

}  // namespace callboard::edge
