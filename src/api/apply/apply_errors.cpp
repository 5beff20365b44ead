#include "api/apply/apply_errors.h"

#include <algorithm>
#include <array>

namespace callboard::api {
namespace {

constexpr std::size_t kMostFaultsInMessage = 20;

// The codes of other operations that can be met here, too.
constexpr std::array kCodes{
    std::pair{std::string_view{"RESOURCE_NOT_FOUND_ERROR"}, ApplyErrorCode::resource_not_found},
    std::pair{std::string_view{"VALIDATION_ERROR"}, ApplyErrorCode::data_validation},
    std::pair{std::string_view{"INVALID_PARAMETER"}, ApplyErrorCode::invalid_input},
    std::pair{std::string_view{"SOURCE_NOT_FOUND"}, ApplyErrorCode::invalid_input},
    std::pair{std::string_view{"SOURCE_TYPE_NOT_FOUND"}, ApplyErrorCode::invalid_input},
    std::pair{std::string_view{"SUBTYPE_REQUIRED"}, ApplyErrorCode::invalid_input},
    std::pair{std::string_view{"UNAUTHORIZED"}, ApplyErrorCode::unauthorized},
    std::pair{std::string_view{"INSUFFICIENT_SCOPE"}, ApplyErrorCode::insufficient_scope},
    std::pair{std::string_view{"PERMISSION_DENIED"}, ApplyErrorCode::unauthorized},
    std::pair{std::string_view{"TOO_MANY_REQUESTS"}, ApplyErrorCode::traffic_locked},
    std::pair{std::string_view{"REQUEST_TIMEOUT"}, ApplyErrorCode::timeout},
};

bool is_about_file(const Fault& fault) {
    return fault.path.starts_with("/resume") || fault.path.starts_with("/avatar") ||
           fault.path.starts_with("/attachments");
}

ApplyErrorCode code_of(const Fault& fault, int status) {
    if (is_about_file(fault)) return ApplyErrorCode::file_upload;
    const auto found = std::ranges::find(kCodes, fault.code, &decltype(kCodes)::value_type::first);
    if (found != kCodes.end()) return found->second;
    return status >= 500 || status == 409 ? ApplyErrorCode::apply_api : ApplyErrorCode::invalid_request;
}

std::string message_of(std::span<const Fault> faults) {
    std::string message;
    for (const Fault& fault : faults.first(std::min(faults.size(), kMostFaultsInMessage))) {
        message.append(message.empty() ? "" : "; ");
        if (!fault.path.empty()) message.append(fault.path).append(" ");
        message.append(fault.message);
    }
    return message;
}

}  // namespace

void write_apply_error(http::Response& response, std::span<const Fault> faults, std::string_view request_id) {
    const ApplyErrorCode code = code_of(faults.front(), response.status);
    // What the body refers to; 404 is for the path.
    if (code == ApplyErrorCode::invalid_input) response.status = 400;
    response.content_type = "application/json";
    wire::encode(response.body,
                 ApplyError{.id = std::string{request_id}, .code = code, .message = message_of(faults)});
}

}  // namespace callboard::api
