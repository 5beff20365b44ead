// A request of `callboard tail` as a line for people, or with tabs for programs.
#pragma once

#include <string>

#include "wire/json.h"

namespace callboard::cli {

enum class LineStyle {
    tabs,      // for programs
    terminal,  // aligned, with colours
};

std::string request_header(LineStyle style);

// `request` is an object of edge/tail_line.h.
std::string request_line(const wire::JsonValue& request, LineStyle style);

}  // namespace callboard::cli
