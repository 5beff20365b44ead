#include "wire/query.h"

#include <algorithm>
#include <ranges>

#include "base/encoding.h"

namespace callboard::wire {
namespace {

std::string decoded(std::string_view text) {
    auto plain = percent_decode(text, Plus::space);
    if (!plain) throw invalid_request("INVALID_PARAMETER", "the query has an invalid percent-encoding");
    return std::move(*plain);
}

}  // namespace

QueryParameters::QueryParameters(std::string_view query) {
    for (const auto part : std::views::split(query, '&')) {
        const std::string_view pair{part};
        const auto equals = pair.find('=');
        if (equals == std::string_view::npos || equals + 1 == pair.size()) continue;
        pairs_.emplace_back(decoded(pair.substr(0, equals)), decoded(pair.substr(equals + 1)));
    }
}

std::optional<std::string_view> QueryParameters::last(std::string_view name) const {
    for (const auto& [key, value] : std::views::reverse(pairs_))
        if (key == name) return value;
    return std::nullopt;
}

std::vector<std::string_view> QueryParameters::all(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const auto& [key, value] : pairs_) {
        if (key != name) continue;
        for (const auto part : std::views::split(value, ','))
            if (!part.empty()) values.emplace_back(part);
    }
    return values;
}

std::vector<std::string_view> QueryParameters::names_beginning_with(std::string_view prefix) const {
    std::vector<std::string_view> names;
    for (const auto& [key, value] : pairs_)
        if (key.size() > prefix.size() && key.starts_with(prefix) &&
            std::ranges::find(names, key) == names.end())
            names.emplace_back(key);
    return names;
}

std::vector<Fault> named_faults(std::vector<Fault> faults) {
    for (Fault& fault : faults) {
        if (fault.path.empty()) continue;
        fault.message = fault.path.substr(1) + " " + fault.message;
        fault.path.clear();
    }
    return faults;
}

// Fast path: names are compared undecoded first.
void note_unknown_parameters(std::string_view query, KnownNames known, Reading& reading,
                             std::string_view known_prefix) {
    if (!reading.wants_unknown_names()) return;
    for (const auto part : std::views::split(query, '&')) {
        const std::string_view pair{part};
        if (pair.empty()) continue;
        const std::string_view raw = pair.substr(0, pair.find('='));
        if (std::ranges::find(known, raw) != known.end()) continue;
        const std::string name = percent_decode(raw, Plus::space).value_or(std::string{raw});
        if (!known_prefix.empty() && name.starts_with(known_prefix)) continue;
        if (std::ranges::find(known, name) == known.end()) reading.unknown_parameter(name, known);
    }
}

}  // namespace callboard::wire
