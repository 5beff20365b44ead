// A list of a few ids with their labels, all on one page.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "wire/shape.h"

namespace callboard::api {

struct TermView {
    std::string id;
    std::string label;

    static constexpr std::string_view kName = "Term";
    static constexpr auto shape() {
        return wire::fields(wire::field("id", &TermView::id), wire::field("label", &TermView::label));
    }
};

struct TermList {
    std::int64_t total_found;
    std::vector<TermView> content;

    static constexpr std::string_view kName = "TermList";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &TermList::total_found),
                            wire::field("content", &TermList::content));
    }
};

// A new label of something that has an id.
struct LabelInput {
    std::string label;

    static constexpr std::string_view kName = "LabelInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("label", &LabelInput::label,
                                        {.min_length = 1, .max_length = 1'000, .one_line = true}));
    }
    static LabelInput example() { return {.label = "No right to work"}; }
};

}  // namespace callboard::api
