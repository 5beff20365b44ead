// Suggests an existing path for an unknown one.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "edge/route.h"

namespace callboard::edge {

// Compares segment by segment with the routes. Clients can request unknown paths at will, so the cost is
// bounded, without allocations and exceptions.
class PathSuggestions {
  public:
    explicit PathSuggestions(std::span<const Route> routes);

    // A path template such as /jobs/{jobId}/publication. Nothing if none is similar.
    std::optional<std::string_view> for_path(std::string_view path) const;

  private:
    struct Node {
        std::vector<std::string_view> names;  // literal segments, with the same index as their children
        std::vector<std::unique_ptr<Node>> children;
        std::unique_ptr<Node> param;
        std::string_view path;  // of the routes that end here; empty: none
    };
    enum class Compare { exactly, with_typing_errors };

    static const Node* child_named(const Node& node, std::string_view name);
    static const Node* child_near(const Node& node, std::string_view segment);
    static std::string_view walk(const Node& node, std::string_view path, Compare compare);

    Node root_;
};

}  // namespace callboard::edge
