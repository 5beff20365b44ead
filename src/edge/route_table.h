// All routes, and placeholders for requests that match none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/path_suggestions.h"
#include "edge/route.h"
#include "edge/router.h"
#include "throttle/policy.h"

namespace callboard::edge {

// The policies of each route, by index, and of the placeholders.
std::vector<std::vector<throttle::Policy>> policies_of(const std::vector<Route>& routes);

// For Services.
std::vector<OperationPlace> operation_places(const std::vector<Route>& routes);

class RouteTable {
  public:
    explicit RouteTable(std::vector<Route> routes);
    RouteTable(const RouteTable&) = delete;
    RouteTable& operator=(const RouteTable&) = delete;

    // The placeholder for unknown paths.
    const Route& unknown_path() const { return common_.unknown_path; }

    // Finds the route of a request, and its path parameters.
    void find(RequestContext& context) const;

    // The path that the client probably meant.
    std::optional<std::string_view> suggestion(std::string_view path) const {
        return suggestions_.for_path(path);
    }

    std::vector<std::string> operations() const;  // by the index of the route

  private:
    // Requests without a route are authenticated and throttled like any other, and then refused: below
    // /scim/v2 in the terms of SCIM.
    struct Placeholders {
        Route unknown_path;
        Route wrong_method;
    };
    static Placeholders placeholders_of_scim(const std::vector<Route>& routes);

    const Placeholders common_;
    const Placeholders scim_;
    const std::vector<Route> routes_;
    const Router router_;
    const PathSuggestions suggestions_;
};

}  // namespace callboard::edge
