// Finds the row of a request: a tree of path segments, built once from the table.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "edge/call.h"
#include "edge/route.h"

namespace callboard::edge {

// The rows of one path, one for each method that it has.
class Place {
  public:
    const Route* route(http::Method method) const;
    std::string allowed() const;  // as the Allow header has it

    bool empty() const;
    void add(const Route& route);

  private:
    std::array<const Route*, 6> by_method_{};
};

class Router {
  public:
    explicit Router(std::span<const Route> routes);

    // Segments are decoded once, here, and compared as they then are: a path has one reading. A slash at the
    // end does not count. Null when there is no such path.
    const Place* find(std::string_view path, PathParams& params) const;

  private:
    struct Node {
        std::map<std::string, std::unique_ptr<Node>, std::less<>> literal;
        std::unique_ptr<Node> param;
        Place place;
        std::vector<std::string_view> param_names;  // of the path that ends here
    };

    static void add(Node& root, const Route& route);

    Node root_;
};

}  // namespace callboard::edge
