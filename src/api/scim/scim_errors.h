#pragma once

#include <span>

#include "base/error.h"
#include "http/message.h"

namespace callboard::api {

// The body of an error of SCIM (RFC 7644, section 3.12).
void write_scim_error(http::Response& response, std::span<const Fault> faults);

}  // namespace callboard::api
