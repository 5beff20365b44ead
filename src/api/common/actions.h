// Links from a resource to related operations.
#pragma once

#include <string>
#include <string_view>

#include "wire/shape.h"

namespace callboard::api {

struct Action {
    std::string url;  // absolute, under the public URL
    std::string_view method = "GET";

    static constexpr std::string_view kName = "Action";
    static constexpr auto shape() {
        return wire::fields(wire::field("url", &Action::url), wire::field("method", &Action::method));
    }
};

struct DetailsAction {
    Action details;

    static constexpr std::string_view kName = "DetailsActions";
    static constexpr auto shape() { return wire::fields(wire::field("details", &DetailsAction::details)); }
};

}  // namespace callboard::api
