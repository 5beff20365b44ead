// Routes of the careers page, and of applicants who want their data to be deleted.
#include "api/routes.h"

#include "api/careers/careers.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kPermission{{403, "PERMISSION_DENIED"}};
const Errors kOneRequest = kPermission + Errors{{404, "CANDIDATE_NOT_FOUND"}};

constexpr std::string_view kPagePath = "/configuration/careers-page";
constexpr std::string_view kRequestsPath = "/erasure-requests";
constexpr std::string_view kRequestPath = "/erasure-requests/{candidateId}";

}  // namespace

std::vector<edge::Route> careers_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path           operation               summary                                                    who may call                    throttled by    ok   its own errors handler
    add(route({get,   kPagePath,     "getCareersPage",       "Get the colors and texts of the careers page",            any_of({configuration_read}),   {customer_api}, 200, kPermission},  get_careers_page).with_version());
    add(route({put,   kPagePath,     "setCareersPage",       "Set the colors and texts of the careers page",            any_of({configuration_manage}), {customer_api}, 200, kPermission},  put_careers_page).with_version());
    add(route({get,   kRequestsPath, "listErasureRequests",  "List applicants who asked for the deletion of their data", any_of({candidates_read}),     {customer_api}, 200, kPermission},  list_erasure_requests));
    add(route({del,   kRequestPath,  "dismissErasureRequest", "Dismiss a request for the deletion of data",             any_of({candidates_manage}),    {customer_api}, 204, kOneRequest},  delete_erasure_request));
    // clang-format on
    return table;
}

}  // namespace callboard::api
