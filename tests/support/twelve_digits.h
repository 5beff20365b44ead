// For tests that fill tables by a statement: SQL for a number as twelve digits, like the end of an id.
#pragma once

#include <string>

namespace callboard::test {

inline std::string twelve_digits(const std::string& number) {
    return "substr('000000000000' || " + number + ", length(CAST(" + number + " AS TEXT)) + 1)";
}

}  // namespace callboard::test
