// How text and tags are written: one form each, whatever form they came in.
#pragma once

#include <string>
#include <string_view>

#include "markup/html_parser.h"

namespace callboard::markup {

// Escaped as the HTML standard serialises text.
void append_text(std::string& out, std::string_view text);

// With those of its attributes that are allowed and have an allowed value.
void append_start_tag(std::string& out, std::string_view element, const Attributes& attributes);
void append_end_tag(std::string& out, std::string_view element);

}  // namespace callboard::markup
