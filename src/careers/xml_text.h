// Text for XML and HTML: with escapes, and without characters that XML cannot contain.
#pragma once

#include <string>
#include <string_view>

namespace callboard::careers {

std::string escaped_xml(std::string_view text);

}  // namespace callboard::careers
