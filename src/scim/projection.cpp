#include "scim/projection.h"

#include <algorithm>
#include <ranges>

#include "base/ascii.h"

namespace callboard::scim {
namespace {

bool names(const std::vector<std::string>& list, std::string_view attribute) {
    return std::ranges::any_of(list, [&](const std::string& each) { return same_name(each, attribute); });
}

}  // namespace

Projection::Projection(std::string_view attributes, std::string_view excluded) {
    const auto for_each_name = [](std::string_view list, auto what) {
        for (const auto part : std::views::split(list, ',')) {
            std::string_view name = trimmed(std::string_view{part});
            if (name.contains(':')) name.remove_prefix(name.rfind(':') + 1);
            if (!name.empty()) what(name);
        }
    };
    for_each_name(attributes,
                  [&](std::string_view name) { only_.emplace_back(name.substr(0, name.find('.'))); });
    for_each_name(excluded, [&](std::string_view name) {
        if (!name.contains('.')) without_.emplace_back(name);
    });
}

bool Projection::shows(std::string_view attribute) const {
    return (only_.empty() || names(only_, attribute)) && !names(without_, attribute);
}

}  // namespace callboard::scim
