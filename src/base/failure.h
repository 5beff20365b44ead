// What is known about an exception that is being handled.
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

// Trying again would give the same result: a fault of the program, or data it cannot read.
inline bool current_failure_is_permanent() {
    try {
        throw;
    } catch (const Error& error) {
        return error.kind == ErrorKind::internal;
    } catch (const std::exception&) {
        return true;
    }
}

}  // namespace callboard
