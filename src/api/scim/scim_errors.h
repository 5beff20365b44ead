#pragma once

#include <span>
#include <string_view>

#include "base/error.h"
#include "http/message.h"

namespace callboard::api {

// The body of an error of SCIM (RFC 7644, section 3.12).
void write_scim_error(http::Response& response, std::span<const Fault> faults, std::string_view request_id);

}  // namespace callboard::api
