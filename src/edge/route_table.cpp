#include "edge/route_table.h"

#include <utility>

namespace callboard::edge {
namespace {

Route row_without_handler(std::string_view operation, std::size_t index) {
    Route row{Columns{.method = http::Method::other,
                      .path = "",
                      .operation = operation,
                      .summary = "",
                      .access = any_credential(),
                      .policies = {throttle::Policy::customer_api},
                      .success = 404}};
    row.index = index;
    return row;
}

std::vector<Route> numbered(std::vector<Route> routes) {
    for (std::size_t i = 0; i < routes.size(); ++i) routes[i].index = i;
    return routes;
}

}  // namespace

std::vector<std::vector<throttle::Policy>> policies_of(const std::vector<Route>& routes) {
    std::vector<std::vector<throttle::Policy>> policies;
    policies.reserve(routes.size() + 2);
    for (const Route& route : routes) policies.push_back(route.policies);
    policies.resize(routes.size() + 2, row_without_handler("", 0).policies);
    return policies;
}

RouteTable::RouteTable(std::vector<Route> routes)
    : unknown_path_(row_without_handler("nowhere", routes.size())),
      wrong_method_(row_without_handler("wrongMethod", routes.size() + 1)),
      routes_(numbered(std::move(routes))),
      router_(routes_),
      suggestions_(routes_) {}

void RouteTable::find(RequestContext& context) const {
    const http::Request& request = context.exchange->request;
    const Place* const place = router_.find(request.path, context.path);
    if (!place) return;
    const Route* const route = place->route(request.method);
    if (request.administrative && !(route && route->administrative)) return;
    context.route = route ? route : &wrong_method_;
    context.place = place;
}

std::vector<std::string> RouteTable::operations() const {
    std::vector<std::string> names;
    names.reserve(routes_.size() + 2);
    for (const Route& route : routes_) names.emplace_back(route.operation);
    names.emplace_back(unknown_path_.operation);
    names.emplace_back(wrong_method_.operation);
    return names;
}

}  // namespace callboard::edge
