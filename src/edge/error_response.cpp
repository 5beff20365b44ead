#include "edge/error_response.h"

#include <cstdlib>

#include "wire/json_writer.h"

namespace callboard::edge {
namespace {

constexpr std::string_view kChallenge = R"(Bearer realm="callboard")";

void write_error(http::Response& response, int status, std::string_view message,
                 std::span<const Fault> faults) {
    response.clear();
    response.status = status;
    response.content_type = "application/json";
    wire::JsonWriter json{response.body};
    json.open_object();
    json.member("message", message);
    json.key("errors");
    json.open_array();
    for (const Fault& fault : faults) {
        json.open_object();
        json.member("code", fault.code);
        json.member("message", fault.message);
        if (!fault.path.empty()) json.member("dataPath", fault.path);
        json.close_object();
    }
    json.close_array();
    json.close_object();
}

std::string summary(std::span<const Fault> faults) {
    if (faults.size() > 1) return std::to_string(faults.size()) + " faults, listed under errors";
    return faults.front().path.empty() ? faults.front().message
                                       : faults.front().path + " " + faults.front().message;
}

}  // namespace

int status_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::invalid_request: return 400;
        case ErrorKind::unprocessable: return 422;
        case ErrorKind::no_access: return 401;
        case ErrorKind::forbidden: return 403;
        case ErrorKind::not_found: return 404;
        case ErrorKind::conflict: return 409;
        case ErrorKind::failed_dependency: return 424;
        case ErrorKind::timed_out: return 503;
        case ErrorKind::unavailable: return 503;
        case ErrorKind::overloaded: return 503;
        case ErrorKind::internal: return 500;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

void error_response(http::Response& response, const std::exception_ptr& failure, std::string_view request_id,
                    const telemetry::Log& log) {
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        if (!error.detail.empty()) {
            const auto level =
                error.kind == ErrorKind::internal ? telemetry::Level::error : telemetry::Level::warn;
            log.write(level, "request_failed", {{"request", request_id}, {"reason", error.detail}});
        }
        const int status = status_of(error.kind);
        write_error(response, status, summary(error.faults), error.faults);
        if (error.kind == ErrorKind::overloaded) response.add_header("Retry-After", "1");
        if (status == 401) response.add_header("WWW-Authenticate", kChallenge);
    } catch (const std::exception& surprise) {
        log.write(telemetry::Level::error, "request_failed",
                  {{"request", request_id}, {"reason", surprise.what()}});
        refuse(response, 500, "INTERNAL_ERROR", "internal error");
    } catch (...) {
        log.write(telemetry::Level::error, "request_failed",
                  {{"request", request_id}, {"reason", "unknown"}});
        refuse(response, 500, "INTERNAL_ERROR", "internal error");
    }
}

void refuse(http::Response& response, int status, std::string_view code, std::string_view message) {
    const Fault fault{std::string{code}, std::string{message}, {}};
    write_error(response, status, message, {&fault, 1});
}

void refuse_unknown_caller(http::Response& response, bool credential_sent) {
    if (credential_sent) {
        refuse(response, 401, "UNAUTHORIZED", "the credential is unknown, expired or revoked");
        response.add_header("WWW-Authenticate", R"(Bearer realm="callboard", error="invalid_token")");
    } else {
        refuse(response, 401, "UNAUTHORIZED", "a credential is needed");
        response.add_header("WWW-Authenticate", kChallenge);
    }
}

void refuse_too_many(http::Response& response, std::chrono::seconds retry_after, std::string_view message) {
    refuse(response, 429, "TOO_MANY_REQUESTS", message);
    response.add_header("Retry-After", std::to_string(retry_after.count()));
}

void refuse_scope(http::Response& response, const oauth::ScopeSet& any_of) {
    refuse(response, 403, "INSUFFICIENT_SCOPE",
           "the access token has none of the scopes that allow this: " + to_text(any_of));
    response.add_header("WWW-Authenticate",
                        R"(Bearer error="insufficient_scope", scope=")" + to_text(any_of) + '"');
}

}  // namespace callboard::edge
