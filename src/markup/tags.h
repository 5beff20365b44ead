// Serialisation of text and tags in one canonical form.
#pragma once

#include <string>
#include <string_view>

#include "markup/html_parser.h"

namespace callboard::markup {

// Escapes text as the HTML Standard serialises it (section 13.3).
void append_text(std::string& out, std::string_view text);

// With those attributes that are allowed and have an allowed value.
void append_start_tag(std::string& out, std::string_view element, const Attributes& attributes);
void append_end_tag(std::string& out, std::string_view element);

}  // namespace callboard::markup
