// Routes of public postings. They need no credential, and pages of other sites may read them.
#include "api/routes.h"

#include "api/postings/postings.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kPublic{{406, "NOT_ACCEPTABLE"}, {503, "REQUEST_TIMEOUT"}, {503, "SERVICE_UNAVAILABLE"}};
const Errors kPostingList = kPublic + Errors{{401, "UNAUTHORIZED"}, {403, "PERMISSION_DENIED"}};
const Errors kOnePosting = kPublic + Errors{{401, "UNAUTHORIZED"}, {404, "POSTING_NOT_FOUND"}};

}  // namespace

std::vector<edge::Route> postings_routes() {
    using edge::anybody;
    using edge::anybody_or_caller;
    using edge::route;
    using enum http::Method;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                            operation                summary                              who may call         throttled    success errors        handler
    add(route({get,   "/v1/companies/{company}/postings",             "listPublicPostings",    "List the postings of a company",    anybody_or_caller(), {postings},  200, kPostingList}, list_public_postings).kept_by_version(postings_version).for_all_origins());
    add(route({get,   "/v1/companies/{company}/postings/{postingId}", "getPublicPosting",      "Get a posting by either of its ids", anybody_or_caller(), {postings}, 200, kOnePosting},  get_public_posting).kept_by_version(postings_version).for_all_origins());
    add(route({get,   "/v1/companies/{company}/departments",          "listPublicDepartments", "List the departments with postings", anybody(),           {postings},  200, kPublic},      list_public_departments).kept_by_version(postings_version).heavy().for_all_origins());
    // clang-format on
    return table;
}

}  // namespace callboard::api
