// Maps errors to HTTP responses; the only place that does.
#pragma once

#include <chrono>
#include <exception>
#include <span>
#include <string_view>

#include "base/error.h"
#include "edge/caller.h"
#include "edge/error_page.h"
#include "http/message.h"
#include "oauth/scope.h"
#include "telemetry/log.h"

namespace callboard::edge {

struct RequestContext;

int status_of(ErrorKind kind);

// Writes the body of an error in a format other than the common one; it may change the status.
using ErrorFormat = void (*)(http::Response& response, std::span<const Fault> faults,
                             std::string_view request_id);

// The response to write to, and its format.
struct ErrorTarget {
    http::Response& response;
    std::string_view request_id;
    ErrorPage page = nullptr;      // null: JSON, for programs
    ErrorFormat format = nullptr;  // of this JSON; null: the common format
};

// HTML for browsers, on unknown paths and on pages; JSON for everything else.
ErrorTarget error_target(const RequestContext& context, http::Response& response);

// Writes the error to the response, and logs details that must not be sent.
void error_response(const ErrorTarget& target, const std::exception_ptr& failure, const telemetry::Log& log);

// Refusals that clients can cause at will are not thrown, because an exception costs more than the rest of
// the response.
void refuse(const ErrorTarget& target, int status, std::string_view code, std::string_view message);
void refuse_unknown_caller(const ErrorTarget& target, CredentialFault fault);
void refuse_too_many(const ErrorTarget& target, std::chrono::seconds retry_after, std::string_view message);
void refuse_scope(const ErrorTarget& target, const oauth::ScopeSet& any_of);

}  // namespace callboard::edge
