#include "edge/route_table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace callboard::edge {
namespace {

// In the order of their indexes, which follow those of the routes.
enum Placeholder : std::size_t { kNowhere, kWrongMethod, kScimNowhere, kScimWrongMethod, kPlaceholders };

throttle::Policy policy_of(Placeholder which) {
    return which >= kScimNowhere ? throttle::Policy::scim : throttle::Policy::customer_api;
}

Route row_without_handler(std::string_view operation, std::size_t routes, Placeholder which) {
    Route row{Columns{.method = http::Method::other,
                      .path = "",
                      .operation = operation,
                      .summary = "",
                      .access = any_credential(),
                      .policies = {policy_of(which)},
                      .success = 404}};
    row.index = routes + which;
    return row;
}

bool is_scim(std::string_view path) {
    constexpr std::string_view kPath = "/scim/v2";
    return path.starts_with(kPath) && (path.size() == kPath.size() || path[kPath.size()] == '/');
}

std::vector<Route> numbered(std::vector<Route> routes) {
    for (std::size_t i = 0; i < routes.size(); ++i) routes[i].index = i;
    return routes;
}

}  // namespace

std::vector<std::vector<throttle::Policy>> policies_of(const std::vector<Route>& routes) {
    std::vector<std::vector<throttle::Policy>> policies;
    policies.reserve(routes.size() + kPlaceholders);
    for (const Route& route : routes) policies.push_back(route.policies);
    for (const Placeholder each : {kNowhere, kWrongMethod, kScimNowhere, kScimWrongMethod})
        policies.push_back({policy_of(each)});
    return policies;
}

std::vector<OperationPlace> operation_places(const std::vector<Route>& routes) {
    std::vector<OperationPlace> places;
    places.reserve(routes.size());
    for (const Route& route : routes) places.push_back({route.operation, route.method, route.path});
    std::ranges::sort(places, {}, &OperationPlace::operation);
    return places;
}

RouteTable::Placeholders RouteTable::placeholders_of_scim(const std::vector<Route>& routes) {
    Placeholders made{
        .unknown_path = row_without_handler("scimNowhere", routes.size(), kScimNowhere),
        .wrong_method = row_without_handler("scimWrongMethod", routes.size(), kScimWrongMethod)};
    const auto like = std::ranges::find_if(routes, [](const Route& route) { return is_scim(route.path); });
    if (like == routes.end()) return made;
    made.unknown_path.error_format = like->error_format;
    made.wrong_method.error_format = like->error_format;
    return made;
}

RouteTable::RouteTable(std::vector<Route> routes)
    : common_{.unknown_path = row_without_handler("nowhere", routes.size(), kNowhere),
              .wrong_method = row_without_handler("wrongMethod", routes.size(), kWrongMethod)},
      scim_(placeholders_of_scim(routes)),
      routes_(numbered(std::move(routes))),
      router_(routes_),
      suggestions_(routes_) {}

void RouteTable::find(RequestContext& context) const {
    const http::Request& request = context.exchange->request;
    const Place* const place = router_.find(request.path, context.path);
    const Route* const route = place ? place->route(request.method) : nullptr;
    if (request.administrative && !(route && route->administrative)) return;
    const Placeholders& missing = is_scim(request.path) ? scim_ : common_;
    if (!place) {
        context.route = &missing.unknown_path;
        return;
    }
    context.route = route ? route : &missing.wrong_method;
    context.place = place;
}

std::vector<std::string> RouteTable::operations() const {
    std::vector<std::string> names;
    names.reserve(routes_.size() + kPlaceholders);
    for (const Route& route : routes_) names.emplace_back(route.operation);
    for (const Placeholders* const each : {&common_, &scim_}) {
        names.emplace_back(each->unknown_path.operation);
        names.emplace_back(each->wrong_method.operation);
    }
    return names;
}

}  // namespace callboard::edge
