// Finds the route of a request in a prefix tree of path segments, built once.
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

// The routes of one path, by method.
class Place {
  public:
    const Route* route(http::Method method) const;
    std::string allowed() const;  // the value of the Allow header

    bool empty() const;
    void add(const Route& route);

  private:
    std::array<const Route*, 6> by_method_{};
};

class Router {
  public:
    explicit Router(std::span<const Route> routes);

    // `{name...}` as the last segment of a path stands for one or more segments, of which the first is its
    // value. Segments are percent-decoded once, before the comparison, so that a path has only one
    // interpretation. A trailing slash is ignored. A parameter that is not UTF-8, or has control characters,
    // is empty: an unknown id. Null if there is no such path.
    const Place* find(std::string_view path, PathParams& params) const;

  private:
    struct Node {
        std::map<std::string, std::unique_ptr<Node>, std::less<>> literal;
        std::unique_ptr<Node> param;
        bool takes_rest = false;  // all further segments
        Place place;
        std::vector<std::string_view> param_names;  // of the path that ends here
    };

    static void add(Node& root, const Route& route);

    Node root_;
};

}  // namespace callboard::edge
