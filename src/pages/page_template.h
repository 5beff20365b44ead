// Pages are files of web/ with {{names}} in them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace callboard::pages {

// The text of a file of web/.
std::string_view web_file(std::string_view name);

// Replaces each {{name}}. Every value is escaped: whatever it holds, it is shown as text.
std::string fill(std::string_view page,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> values);

std::string escaped(std::string_view text);

}  // namespace callboard::pages
