// JSON pointers (RFC 6901): the location of a value in a document.
#pragma once

#include <string>
#include <string_view>

namespace callboard::wire {

// Appends a member name or an array index, with "~" and "/" escaped as "~0" and "~1".
inline void append_step(std::string& pointer, std::string_view name) {
    pointer += '/';
    for (const char c : name) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
}

}  // namespace callboard::wire
