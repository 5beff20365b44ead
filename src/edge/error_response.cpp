#include "edge/error_response.h"

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "edge/content_negotiation.h"
#include "edge/error_hints.h"
#include "edge/route.h"
#include "wire/json_writer.h"
#include "wire/reading.h"

namespace callboard::edge {
namespace {

constexpr std::size_t kMostFaults = wire::Reading::kMostFaults;

constexpr std::string_view kChallenge = R"(Bearer realm="callboard")";
constexpr std::string_view kInvalidToken = R"(Bearer realm="callboard", error="invalid_token")";

void write_json(http::Response& response, std::string_view message, std::span<const Fault> faults) {
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

void write_error(const ErrorTarget& target, int status, std::string_view message,
                 std::span<const Fault> faults) {
    http::Response& response = target.response;
    response.clear();
    response.status = status;
    if (target.format) return target.format(response, faults, target.request_id);
    if (!target.page) return write_json(response, message, faults);
    response.content_type = "text/html; charset=utf-8";
    response.body = target.page({.status = status, .message = message, .request_id = target.request_id});
}

std::string summary(std::span<const Fault> faults) {
    if (faults.size() > kMostFaults)
        return "more than " + std::to_string(kMostFaults) +
               " faults, the first of which are listed under errors";
    if (faults.size() > 1) return std::to_string(faults.size()) + " faults, listed under errors";
    return faults.front().path.empty() ? faults.front().message
                                       : faults.front().path + " " + faults.front().message;
}

// The reason is logged only, and found there by the request id.
std::string internal_error_message(std::string_view request_id) {
    return "internal server error; the server log has the reason under request id " + std::string{request_id};
}

// Some rules are checked without a decoder, which keeps only the first faults.
std::vector<Fault> first_faults(const std::vector<Fault>& all) {
    if (all.size() <= kMostFaults) return all;
    std::vector<Fault> first{all.begin(), all.begin() + kMostFaults};
    first.push_back({all.front().code, "there are more faults, which are not listed", {}});
    return first;
}

std::vector<Fault> explained(const Error& error, std::string_view request_id) {
    std::vector<Fault> faults = first_faults(error.faults);
    for (Fault& fault : faults) {
        if (error.kind == ErrorKind::internal) fault.message = internal_error_message(request_id);
        if (const auto where = hint_for(fault.code); !where.empty()) fault.message.append("; ").append(where);
    }
    return faults;
}

std::string_view explanation(CredentialFault fault) {
    switch (fault) {
        case CredentialFault::missing:
            return "no credential was sent; send the header Authorization: Bearer <access token>, or "
                   "X-SmartToken: <API key>";
        case CredentialFault::sent_twice: return "the header Authorization was sent more than once";
        case CredentialFault::not_bearer:
            return "the header Authorization must be Bearer <access token>; an API key is sent as "
                   "X-SmartToken: <API key>";
        case CredentialFault::api_key_as_bearer:
            return "this is an API key; send it as X-SmartToken: <API key>, without Authorization";
        case CredentialFault::refresh_token_as_bearer:
            return "this is a refresh token; POST /identity/oauth/token exchanges it for an access token";
        case CredentialFault::access_token_as_api_key:
            return "this is an access token; send it as Authorization: Bearer <access token>, without "
                   "X-SmartToken";
        case CredentialFault::unknown_api_key:
            return "the API key in X-SmartToken is unknown or revoked, or its user is not active";
        case CredentialFault::unknown_access_token:
            return "the access token is unknown or revoked, or its user is not active";
        case CredentialFault::unknown_scim_token:
            return "the SCIM token is unknown or revoked, or its service account is not active";
        case CredentialFault::scim_token_elsewhere: return "this is a SCIM token; it is only for /scim/v2";
        case CredentialFault::no_scim_token:
            return "this is not a SCIM token; send Authorization: Bearer <SCIM token>, which an operator "
                   "creates "
                   "with callboard scim-token create";
        case CredentialFault::expired_access_token:
            return "the access token has expired; POST /identity/oauth/token issues a new one for the "
                   "refresh "
                   "token or the client credentials";
        case CredentialFault::unknown_session: return "the session has ended; sign in at /identity/sign-in";
        case CredentialFault::session_of_foreign_origin:
            return "the session cookie is only accepted from pages of this server, and the header Origin "
                   "names "
                   "another site: open the console at the public URL of the server (--public-url)";
        case CredentialFault::session_read_without_origin:
            return "the session cookie is only accepted from pages of this server: the request has neither "
                   "Sec-Fetch-Site: same-origin nor the server's own Origin";
        case CredentialFault::session_change_without_origin:
            return "the session cookie is only accepted from pages of this server: a change must have the "
                   "server's own Origin";
        case CredentialFault::session_with_form:
            return "with a session cookie, the Content-Type of a change must be one that forms cannot send, "
                   "such as application/json, or multipart/form-data";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
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
        case ErrorKind::precondition_failed: return 412;
        case ErrorKind::too_many: return 429;
        case ErrorKind::failed_dependency: return 424;
        case ErrorKind::timed_out: return 503;
        case ErrorKind::unavailable: return 503;
        case ErrorKind::overloaded: return 503;
        case ErrorKind::internal: return 500;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

ErrorTarget error_target(const RequestContext& context, http::Response& response) {
    const http::Request& request = context.exchange->request;
    const bool for_people = context.route->is_missing() || context.route->response_type == "text/html";
    return {.response = response,
            .request_id = request.id,
            .page = for_people && prefers_html(request) ? context.services->error_page : nullptr,
            .format = context.route->error_format};
}

void error_response(const ErrorTarget& target, const std::exception_ptr& failure, const telemetry::Log& log) {
    const auto log_failure = [&](telemetry::Level level, std::string_view reason) {
        log.write(level, "request_failed", {{"request", target.request_id}, {"reason", reason}});
    };
    try {
        std::rethrow_exception(failure);
    } catch (const Error& error) {
        const bool ours = error.kind == ErrorKind::internal;
        if (!error.detail.empty())
            log_failure(ours ? telemetry::Level::error : telemetry::Level::warn, error.detail);
        const int status = status_of(error.kind);
        const std::vector<Fault> faults = explained(error, target.request_id);
        write_error(target, status, summary(faults), faults);
        if (error.retry_after)
            target.response.add_header("Retry-After", std::to_string(error.retry_after->count()));
        if (status == 401) target.response.add_header("WWW-Authenticate", kChallenge);
    } catch (const std::bad_alloc&) {
        const auto failure_of_memory = std::make_exception_ptr(overloaded("out of memory"));
        error_response(target, failure_of_memory, log);
    } catch (const std::exception& surprise) {
        log_failure(telemetry::Level::error, surprise.what());
        refuse(target, 500, "INTERNAL_ERROR", internal_error_message(target.request_id));
    } catch (...) {
        log_failure(telemetry::Level::error, "unknown");
        refuse(target, 500, "INTERNAL_ERROR", internal_error_message(target.request_id));
    }
}

void refuse(const ErrorTarget& target, int status, std::string_view code, std::string_view message) {
    const Fault fault{std::string{code}, std::string{message}, {}};
    write_error(target, status, message, {&fault, 1});
}

void refuse_unknown_caller(const ErrorTarget& target, CredentialFault fault) {
    refuse(target, 401, "UNAUTHORIZED", explanation(fault));
    target.response.add_header("WWW-Authenticate", is_absent(fault) ? kChallenge : kInvalidToken);
}

void refuse_too_many(const ErrorTarget& target, std::chrono::seconds retry_after, std::string_view message) {
    const std::string wait = std::to_string(retry_after.count());
    refuse(target, 429, "TOO_MANY_REQUESTS", std::string{message} + "; try again after " + wait + " s");
    target.response.add_header("Retry-After", wait);
}

void refuse_scope(const ErrorTarget& target, const oauth::ScopeSet& any_of) {
    refuse(target, 403, "INSUFFICIENT_SCOPE",
           "insufficient scope; one of these is required: " + to_text(any_of));
    target.response.add_header("WWW-Authenticate",
                               R"(Bearer error="insufficient_scope", scope=")" + to_text(any_of) + '"');
}

}  // namespace callboard::edge
