// The part of a list that was asked for (RFC 7644, section 3.4.2.4).
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "scim/filter.h"

namespace callboard::scim {

inline constexpr std::int64_t kMostPerPage = 200;

struct ListRequest {
    std::optional<Filter> filter;
    std::int64_t start = 1;  // the number of the first element
    std::int64_t count = 100;
};

template <class Item>
struct Page {
    std::vector<Item> items;
    std::int64_t total = 0;

    // Counts an element of the whole list, and keeps it if it is on the page.
    void offer(Item item, const ListRequest& request) {
        ++total;
        if (total >= request.start && std::ssize(items) < request.count) items.push_back(std::move(item));
    }
};

}  // namespace callboard::scim
