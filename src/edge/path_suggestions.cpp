#include "edge/path_suggestions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/nearest.h"

namespace callboard::edge {
namespace {

constexpr std::size_t kLongestPath = 256;
constexpr std::size_t kLongestSegment = 40;  // no literal segment of a route is longer
constexpr std::size_t kMostCompared = 8;     // candidates per segment, because an edit distance is expensive

// Removes the first segment from a path without leading slash, and returns it.
std::string_view take_segment(std::string_view& path) {
    const auto slash = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    return segment;
}

std::uint32_t letters_of(std::string_view word) {
    std::uint32_t letters = 0;
    for (const char c : word) letters |= 1U << (static_cast<unsigned char>(c) & 31U);
    return letters;
}

// A cheap filter before the edit distance: by length, and by the set of letters, in which one error changes
// at most two.
bool may_be_near(std::string_view word, std::string_view name) {
    const std::size_t errors = std::clamp<std::size_t>(word.size() / 3, 1, 3);
    const auto [shorter, longer] = std::minmax({word.size(), name.size()});  // by value, not by reference
    return longer - shorter <= errors &&
           std::popcount(letters_of(word) ^ letters_of(name)) <= 2 * static_cast<int>(errors);
}

}  // namespace

PathSuggestions::PathSuggestions(std::span<const Route> routes) {
    for (const Route& route : routes) {
        if (route.path.ends_with("...}")) continue;  // every path below it exists
        Node* node = &root_;
        std::string_view rest = route.path.substr(std::min<std::size_t>(1, route.path.size()));
        while (!rest.empty()) {
            const std::string_view segment = take_segment(rest);
            if (segment.starts_with('{')) {
                if (!node->param) node->param = std::make_unique<Node>();
                node = node->param.get();
                continue;
            }
            const auto index =
                static_cast<std::size_t>(std::ranges::find(node->names, segment) - node->names.begin());
            if (index == node->names.size()) {
                node->names.push_back(segment);
                node->children.push_back(std::make_unique<Node>());
            }
            node = node->children[index].get();
        }
        node->path = route.path;
    }
}

// Tries a misspelt segment, a missing first segment, and a superfluous first segment.
std::optional<std::string_view> PathSuggestions::for_path(std::string_view path) const {
    if (path.size() > kLongestPath || path.size() < 2) return std::nullopt;
    path.remove_prefix(1);
    std::string_view shorter = path;
    const std::string_view first = take_segment(shorter);
    std::string_view found = walk(root_, path, Compare::with_typing_errors);
    for (const auto& child : root_.children) {
        const bool has_name = std::ranges::find(child->names, first) != child->names.end();
        if (found.empty() && has_name) found = walk(*child, path, Compare::exactly);
    }
    if (found.empty() && !shorter.empty()) found = walk(root_, shorter, Compare::exactly);
    return found.empty() ? std::nullopt : std::optional{found};
}

const PathSuggestions::Node* PathSuggestions::child_named(const Node& node, std::string_view name) {
    const auto found = std::ranges::find(node.names, name);
    if (found == node.names.end()) return nullptr;
    return node.children[static_cast<std::size_t>(found - node.names.begin())].get();
}

const PathSuggestions::Node* PathSuggestions::child_near(const Node& node, std::string_view segment) {
    if (segment.size() > kLongestSegment) return nullptr;
    std::array<std::string_view, kMostCompared> compared;
    std::size_t count = 0;
    for (const std::string_view name : node.names)
        if (count < compared.size() && name != segment && may_be_near(segment, name))
            compared[count++] = name;
    const auto name = nearest(segment, std::span{compared}.first(count));
    return name ? child_named(node, *name) : nullptr;
}

// Empty if no route matches. As deep as the longest route; each node is visited once at most.
std::string_view PathSuggestions::walk(const Node& node, std::string_view path, Compare compare) {
    if (path.empty()) return node.path;
    const std::string_view segment = take_segment(path);
    const std::array<const Node*, 3> children{
        child_named(node, segment),
        compare == Compare::with_typing_errors ? child_near(node, segment) : nullptr,
        segment.empty() ? nullptr : node.param.get()};
    for (const Node* const child : children) {
        const std::string_view found = child ? walk(*child, path, compare) : std::string_view{};
        if (!found.empty()) return found;
    }
    return {};
}

}  // namespace callboard::edge
