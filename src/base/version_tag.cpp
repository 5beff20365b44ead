#include "base/version_tag.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"

namespace callboard {
namespace {

std::string_view without_spaces(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> version_of(std::string_view tag) {
    if (tag.size() < 3 || tag.front() != '"' || tag.back() != '"') return std::nullopt;
    tag = tag.substr(1, tag.size() - 2);
    std::int64_t version = 0;
    const auto [end, fault] = std::from_chars(tag.data(), tag.data() + tag.size(), version);
    if (fault != std::errc{} || end != tag.data() + tag.size()) return std::nullopt;
    return version;
}

}  // namespace

bool ExpectedVersion::allows(std::int64_t current) const {
    return !versions || std::ranges::find(*versions, current) != versions->end();
}

std::string version_tag(std::int64_t version) {
    return '"' + std::to_string(version) + '"';
}

ExpectedVersion expected_version(std::string_view if_match) {
    if (const auto all = without_spaces(if_match); all.empty() || all == "*") return {};
    ExpectedVersion expected{std::vector<std::int64_t>{}};
    for (std::string_view rest = if_match; !rest.empty();) {
        const auto comma = std::min(rest.find(','), rest.size());
        if (const auto version = version_of(without_spaces(rest.substr(0, comma))))
            expected.versions->push_back(*version);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return expected;
}

void require_version(std::int64_t current, const ExpectedVersion& expected) {
    if (expected.allows(current)) return;
    throw precondition_failed("changed by somebody else in the meantime; get it and its ETag again");
}

}  // namespace callboard
