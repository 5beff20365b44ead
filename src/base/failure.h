// The log text of a failure.
#pragma once

#include <exception>
#include <string>

#include "base/error.h"

namespace callboard {

// Of the exception being handled: its detail for the log, otherwise its message.
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
