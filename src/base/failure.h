// What the log is told of a failure.
#pragma once

#include <exception>
#include <string>

#include "base/error.h"

namespace callboard {

// Of the exception that is being handled: what only the log may know of it, if there is such.
inline std::string reason_of_current_failure() {
    try {
        throw;
    } catch (const Error& error) {
        return error.detail.empty() ? error.what() : error.detail;
    } catch (const std::exception& failure) {
        return failure.what();
    }
}

}  // namespace callboard
