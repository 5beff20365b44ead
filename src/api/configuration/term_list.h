// A list of a few ids with their labels, all on one page.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "api/configuration/dictionary.h"
#include "configuration/dictionary.h"
#include "wire/shape.h"

namespace callboard::api {

struct TermList {
    std::int64_t total_found;
    std::vector<DictionaryEntry> content;

    static constexpr std::string_view kName = "TermList";
    static constexpr auto shape() {
        return wire::fields(wire::field("totalFound", &TermList::total_found),
                            wire::field("content", &TermList::content));
    }
};

inline DictionaryEntry entry(const configuration::Term& term) {
    return {.id = term.id, .label = term.label};
}

inline TermList term_list(std::span<const configuration::Term> terms) {
    TermList list{.total_found = std::ssize(terms), .content = {}};
    for (const auto& term : terms) list.content.push_back(entry(term));
    return list;
}

}  // namespace callboard::api
