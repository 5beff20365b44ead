#include "api/scim/scim_errors.h"

#include <string>

#include "api/scim/scim_replies.h"
#include "scim/fault.h"
#include "wire/json_writer.h"

namespace callboard::api {

void write_scim_error(http::Response& response, std::span<const Fault> faults,
                      std::string_view /*request_id*/) {
    if (response.status == 422) response.status = 400;  // invalid values, in SCIM
    std::string detail;
    for (const Fault& fault : faults) {
        detail.append(detail.empty() ? "" : "; ");
        if (!fault.path.empty()) detail.append(fault.path).append(" ");
        detail.append(fault.message);
    }
    response.content_type = kScimType;
    wire::JsonWriter out{response.body};
    out.open_object();
    out.key("schemas");
    out.open_array();
    out.text("urn:ietf:params:scim:api:messages:2.0:Error");
    out.close_array();
    out.member("status", std::to_string(response.status));
    const auto keyword = faults.empty() ? std::string_view{} : scim::keyword_for(faults.front().code);
    if (!keyword.empty()) out.member("scimType", keyword);
    out.member("detail", detail);
    out.close_object();
}

}  // namespace callboard::api
