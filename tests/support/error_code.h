// The codes of thrown errors, for tests.
#pragma once

#include <string>

#include "base/error.h"

namespace callboard::test {

// The code of the error that the work throws; empty if it succeeds.
template <class Work>
std::string error_code(Work work) {
    try {
        work();
    } catch (const Error& error) {
        return error.faults.front().code;
    }
    return "";
}

}  // namespace callboard::test
