// Whatever ended a request, as the client sees it. The one place where errors become HTTP.
#pragma once

#include <chrono>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "http/message.h"
#include "oauth/scope.h"
#include "telemetry/log.h"

namespace callboard::edge {

int status_of(ErrorKind kind);

// Fills the response with the error, and logs what only the log may know.
void error_response(http::Response& response, const std::exception_ptr& failure, std::string_view request_id,
                    const telemetry::Log& log);

// Refusals that a client can repeat at will are not thrown: an exception costs more than the rest of the
// answer.
void refuse(http::Response& response, int status, std::string_view code, std::string_view message);
void refuse_unknown_caller(http::Response& response, bool credential_sent);
void refuse_too_many(http::Response& response, std::chrono::seconds retry_after, std::string_view message);
void refuse_scope(http::Response& response, const oauth::ScopeSet& any_of);

}  // namespace callboard::edge
