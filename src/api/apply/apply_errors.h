// The format of errors of the operations with which candidates apply.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/names.h"
#include "edge/error_response.h"
#include "wire/shape.h"

namespace callboard::api {

enum class ApplyErrorCode {
    invalid_request,
    invalid_input,
    data_validation,
    resource_not_found,
    apply_api,
    file_upload,
    unauthorized,
    insufficient_scope,
    timeout,
    traffic_locked
};

struct ApplyError {
    std::string id;
    ApplyErrorCode code{};
    std::string message;

    static constexpr std::string_view kName = "ApplyError";
    static constexpr auto shape() {
        using Self = ApplyError;
        return wire::fields(wire::field("id", &Self::id, {.about = "The id of the request."}),
                            wire::field("code", &Self::code), wire::field("message", &Self::message));
    }
};

void write_apply_error(http::Response& response, std::span<const Fault> faults, std::string_view request_id);

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::ApplyErrorCode> {
    using enum callboard::api::ApplyErrorCode;
    static constexpr std::string_view kName = "ApplyErrorCode";
    static constexpr std::array kList{
        std::pair{invalid_request, std::string_view{"INVALID_REQUEST"}},
        std::pair{invalid_input, std::string_view{"INVALID_INPUT"}},
        std::pair{data_validation, std::string_view{"DATA_VALIDATION_ERROR"}},
        std::pair{resource_not_found, std::string_view{"RESOURCE_NOT_FOUND_ERROR"}},
        std::pair{apply_api, std::string_view{"APPLY_API_ERROR"}},
        std::pair{file_upload, std::string_view{"FILE_UPLOAD_ERROR"}},
        std::pair{unauthorized, std::string_view{"UNAUTHORIZED"}},
        std::pair{insufficient_scope, std::string_view{"INSUFFICIENT_SCOPE"}},
        std::pair{timeout, std::string_view{"REST_CALL_TIMEOUT"}},
        std::pair{traffic_locked, std::string_view{"TRAFFIC_LOCKED"}}};
};
