// The exception that ends a request: thrown anywhere below the pipeline, caught only there, and turned into a
// response by edge/error_response.cpp.
// It rolls back the transaction of the request. A failure that the caller handles, or whose effects must be
// committed, is therefore a return value, not an Error.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace callboard {

enum class ErrorKind {
    invalid_request,
    unprocessable,
    no_access,  // 401, on the operations that document it
    forbidden,
    not_found,
    conflict,
    precondition_failed,  // If-Match names another version
    too_many,             // of something in a day
    failed_dependency,    // another server failed
    timed_out,
    unavailable,
    overloaded,  // temporary
    internal
};

struct Fault {
    std::string code;     // stable, from the reference documentation
    std::string message;  // human-readable
    std::string path;     // JSON pointer (RFC 6901) into the body, or empty
};

class Error : public std::runtime_error {
  public:
    Error(ErrorKind what_kind, Fault fault) : std::runtime_error(fault.message), kind(what_kind) {
        faults.push_back(std::move(fault));
    }
    Error(ErrorKind what_kind, std::vector<Fault> all)
        : std::runtime_error(all.front().message), kind(what_kind), faults(std::move(all)) {}

    // Adds detail that is logged, but never part of a response.
    Error&& because(std::string text) && {
        detail = std::move(text);
        return std::move(*this);
    }

    // After which the same request may succeed: Retry-After of the response.
    Error&& after(std::chrono::seconds wait) && {
        retry_after = wait;
        return std::move(*this);
    }

    ErrorKind kind;
    std::vector<Fault> faults;
    std::string detail;
    std::optional<std::chrono::seconds> retry_after;
};

// JOB_NOT_FOUND becomes "job not found".
inline std::string absence(std::string_view code) {
    constexpr std::string_view kSuffix = "_NOT_FOUND";
    if (code.ends_with(kSuffix)) code.remove_suffix(kSuffix.size());
    std::string what = lowered(code);
    std::ranges::replace(what, '_', ' ');
    return what + " not found";
}

inline Error invalid_request(std::string code, std::string message) {
    return {ErrorKind::invalid_request, Fault{std::move(code), std::move(message), {}}};
}
inline Error not_found(std::string code, std::string message) {
    return {ErrorKind::not_found, Fault{std::move(code), std::move(message), {}}};
}
inline Error not_found(std::string code) {
    std::string message = absence(code);
    return not_found(std::move(code), std::move(message));
}
inline Error no_access(std::string code, std::string message) {
    return {ErrorKind::no_access, Fault{std::move(code), std::move(message), {}}};
}
inline Error forbidden(std::string code, std::string message) {
    return {ErrorKind::forbidden, Fault{std::move(code), std::move(message), {}}};
}
inline Error conflict(std::string code, std::string message) {
    return {ErrorKind::conflict, Fault{std::move(code), std::move(message), {}}};
}
inline Error precondition_failed(std::string message) {
    return {ErrorKind::precondition_failed, Fault{"PRECONDITION_FAILED", std::move(message), {}}};
}
inline Error too_many(std::string message, std::chrono::seconds retry_after) {
    return Error{ErrorKind::too_many, Fault{"TOO_MANY_REQUESTS", std::move(message), {}}}.after(retry_after);
}
inline Error unprocessable(std::string code, std::string message) {
    return {ErrorKind::unprocessable, Fault{std::move(code), std::move(message), {}}};
}
inline Error failed_dependency(std::string code, std::string message) {
    return {ErrorKind::failed_dependency, Fault{std::move(code), std::move(message), {}}};
}
inline Error changed_meanwhile() {
    return conflict("CONFLICT", "changed by another request in the meantime; fetch it and try again");
}
inline Error timed_out() {
    return {ErrorKind::timed_out,
            Fault{"REQUEST_TIMEOUT",
                  "the request exceeded 128 seconds and was cancelled; request less at once",
                  {}}};
}
inline Error overloaded(std::string detail = {}) {
    return Error{
        ErrorKind::overloaded,
        Fault{"SERVICE_UNAVAILABLE", "the server is overloaded; see Retry-After for when to try again", {}}}
        .because(std::move(detail))
        .after(std::chrono::seconds{1});
}
inline Error unavailable(std::string detail) {
    return Error{ErrorKind::unavailable,
                 Fault{"SERVICE_UNAVAILABLE", "the service is temporarily unavailable; try again later", {}}}
        .because(std::move(detail));
}
inline Error internal(std::string detail) {
    return Error{ErrorKind::internal, Fault{"INTERNAL_ERROR", "internal error", {}}}.because(
        std::move(detail));
}

}  // namespace callboard
