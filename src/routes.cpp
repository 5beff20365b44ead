#include "routes.h"

#include <iterator>
#include <utility>

#include "api/routes.h"
#include "pages/routes.h"
#include "sandbox/routes.h"

namespace callboard {
namespace {

void append(std::vector<edge::Route>& table, std::vector<edge::Route> chapter) {
    table.insert(table.end(), std::make_move_iterator(chapter.begin()),
                 std::make_move_iterator(chapter.end()));
}

}  // namespace

// In the order of the reference documentation.
std::vector<edge::Route> routes() {
    std::vector<edge::Route> table;
    append(table, pages::page_routes());
    append(table, pages::identity_routes());
    append(table, pages::candidate_page_routes());
    append(table, api::service_routes());
    append(table, api::oauth_routes());
    append(table, api::accounts_routes());
    append(table, api::configuration_routes());
    append(table, api::job_property_routes());
    append(table, api::jobs_routes());
    append(table, api::postings_routes());
    append(table, api::candidates_routes());
    append(table, api::apply_routes());
    append(table, api::careers_routes());
    append(table, api::offers_routes());
    append(table, api::audit_routes());
    append(table, api::usage_routes());
    append(table, api::events_routes());
    append(table, api::webhooks_routes());
    append(table, api::reports_routes());
    return table;
}

std::vector<edge::Route> routes_with_sandbox() {
    std::vector<edge::Route> table = routes();
    append(table, sandbox::sandbox_routes());
    return table;
}

std::vector<edge::Route> served_routes(Sandbox sandbox) {
    std::vector<edge::Route> table = sandbox == Sandbox::yes ? routes_with_sandbox() : routes();
    append(table, api::scim_routes());
    append(table, pages::careers_page_routes());
    append(table, pages::console_routes());
    return table;
}

}  // namespace callboard
