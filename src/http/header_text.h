// Parsing of header values.
#pragma once

#include <initializer_list>
#include <string_view>

#include "base/ascii.h"

namespace callboard::http {

using callboard::lower;
using callboard::same_name;
using callboard::trimmed;

// The quality value of the parameters, such as ";q=0.5"; 1 if there is none (RFC 9110, section 12.4.2).
double quality(std::string_view parameters);

// The quality value of something in an Accept, Accept-Encoding … header, from 0 (not acceptable) to 1.
// `names` are its names, the most specific one first; the first one that is listed decides.
double weight(std::string_view list, std::initializer_list<std::string_view> names);

inline bool allows(std::string_view list, std::initializer_list<std::string_view> names) {
    return weight(list, names) > 0;
}

}  // namespace callboard::http
