#include "edge/router.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/encoding.h"

namespace callboard::edge {
namespace {

constexpr std::string_view kRest = "...}";

// Calls `what` for each segment, in order; stops when it returns false.
template <class What>
bool for_each_segment(std::string_view path, What what) {
    if (!path.starts_with('/')) return false;
    path.remove_prefix(1);
    while (!path.empty()) {
        const auto slash = path.find('/');
        if (!what(path.substr(0, slash))) return false;
        if (slash == std::string_view::npos) break;
        path.remove_prefix(slash + 1);
    }
    return true;
}

bool is_printable_ascii(char c) {
    return c >= ' ' && c <= '~';
}

// Nothing has an id that is not text, and databases refuse such bytes. An empty parameter is an unknown id,
// too: no path has empty segments.
std::string_view as_id(std::string_view segment) {
    const bool is_text = std::ranges::all_of(segment, is_printable_ascii) ||
                         (is_utf8(segment) && !has_control_characters(segment));
    return is_text ? segment : std::string_view{};
}

}  // namespace

Router::Router(std::span<const Route> routes) {
    for (const Route& route : routes) add(root_, route);
}

const Route* Place::route(http::Method method) const {
    const auto index = static_cast<std::size_t>(method);
    return index < by_method_.size() ? by_method_[index] : nullptr;
}

std::string Place::allowed() const {
    std::string names;
    for (std::size_t i = 0; i < by_method_.size(); ++i) {
        const auto method = static_cast<http::Method>(i);
        if (!by_method_[i] || method == http::Method::options) continue;
        names.append(name_of(method)).append(", ");
        if (method == http::Method::get) names.append("HEAD, ");
    }
    return names + "OPTIONS";
}

bool Place::empty() const {
    return std::ranges::all_of(by_method_, [](const Route* route) { return route == nullptr; });
}

void Place::add(const Route& route) {
    const Route*& slot = by_method_.at(static_cast<std::size_t>(route.method));
    if (slot) throw std::logic_error("two rows for " + std::string{route.path});
    slot = &route;
}

const Place* Router::find(std::string_view path, PathParams& params) const {
    const Node* node = &root_;
    std::array<std::string_view, PathParams::kMost> values;
    std::size_t count = 0;
    const bool found = for_each_segment(path, [&](std::string_view segment) {
        if (segment.contains('%')) {
            auto decoded = percent_decode(segment, Plus::literal);
            if (!decoded) return false;
            segment = params.keep(std::move(*decoded));
        }
        if (node->takes_rest) return true;
        if (const auto literal = node->literal.find(segment); literal != node->literal.end()) {
            node = literal->second.get();
            return true;
        }
        if (!node->param || segment.empty()) return false;
        values[count++] = as_id(segment);
        node = node->param.get();
        return true;
    });
    if (!found || node->place.empty()) return nullptr;
    for (std::size_t i = 0; i < count; ++i) params.add(node->param_names[i], values[i]);
    return &node->place;
}

void Router::add(Node& root, const Route& route) {
    Node* node = &root;
    std::vector<std::string_view> names;
    for_each_segment(route.path, [&](std::string_view segment) {
        if (!segment.starts_with('{')) {
            auto& next = node->literal[std::string{segment}];
            if (!next) next = std::make_unique<Node>();
            node = next.get();
            return true;
        }
        const bool takes_rest = segment.ends_with(kRest);
        names.push_back(segment.substr(1, segment.size() - 1 - (takes_rest ? kRest.size() : 1)));
        if (!node->param) node->param = std::make_unique<Node>();
        node = node->param.get();
        node->takes_rest = takes_rest;
        return true;
    });
    if (!node->place.empty() && node->param_names != names)
        throw std::logic_error("two names for one part of " + std::string{route.path});
    node->param_names = std::move(names);
    node->place.add(route);
}

}  // namespace callboard::edge
