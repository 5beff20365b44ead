// The path that a client probably meant who asked for one that does not exist.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "edge/route.h"

namespace callboard::edge {

// Compares segment by segment with the rows. Anybody can ask for unknown paths at will: the cost of an answer
// is bounded, and nothing is allocated or thrown.
class PathSuggestions {
  public:
    explicit PathSuggestions(std::span<const Route> routes);

    // A path as the table writes it, such as /jobs/{jobId}/publication. Nothing when none is near.
    std::optional<std::string_view> for_path(std::string_view path) const;

  private:
    struct Node {
        std::vector<std::string_view> names;  // of literal segments, as the children of the same index
        std::vector<std::unique_ptr<Node>> children;
        std::unique_ptr<Node> param;
        std::string_view path;  // of the rows that end here; empty: there are none
    };
    enum class Compare { exactly, with_typing_errors };

    static const Node* step(const Node& node, std::string_view segment, Compare compare);
    static std::string_view walk(const Node* node, std::string_view path, Compare compare);

    Node root_;
};

}  // namespace callboard::edge
