// Small questions about header values.
#pragma once

#include <initializer_list>
#include <string_view>

#include "base/ascii.h"

namespace callboard::http {

using callboard::lower;
using callboard::same_name;
using callboard::trimmed;

// The weight of an entry by its parameters, ";q=0.5"; without one it is 1.
double quality(std::string_view parameters);

// How much the list of an Accept, Accept-Encoding … header likes something, from 0, which forbids it, to 1.
// `names` are the ways to name it, the most exact one first; the first that is listed decides.
double weight(std::string_view list, std::initializer_list<std::string_view> names);

inline bool allows(std::string_view list, std::initializer_list<std::string_view> names) {
    return weight(list, names) > 0;
}

}  // namespace callboard::http
