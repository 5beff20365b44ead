#include "wire/form.h"

#include <algorithm>
#include <ranges>

#include "base/encoding.h"
#include "base/error.h"
#include "wire/json.h"

namespace callboard::wire {

std::optional<Form> Form::parse(std::string_view text) {
    Form form;
    for (const auto part : std::views::split(text, '&')) {
        const std::string_view pair{part};
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        auto name = percent_decode(pair.substr(0, equals), Plus::space);
        auto value = percent_decode(pair.substr(std::min(equals + 1, pair.size())), Plus::space);
        if (!name || !value) return std::nullopt;
        form.fields_.emplace_back(std::move(*name), std::move(*value));
    }
    return form;
}

std::optional<Form> Form::parse_json(std::string_view text, std::span<const std::string_view> names) {
    try {
        const JsonDocument document{text};
        if (document.root().kind() != JsonKind::object) return std::nullopt;
        Form form;
        for (const std::string_view name : names) {
            const auto value = document.root().find(name);
            if (!value || value->kind() == JsonKind::null) continue;
            if (value->kind() != JsonKind::text) return std::nullopt;
            form.fields_.emplace_back(name, value->text());
        }
        return form;
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<std::string_view> Form::get(std::string_view name) const {
    const auto found = std::ranges::find(fields_, name, [](const auto& field) { return field.first; });
    if (found == fields_.end() || found->second.empty()) return std::nullopt;
    return found->second;
}

bool Form::contains(std::string_view name) const {
    return std::ranges::any_of(fields_, [&](const auto& field) { return field.first == name; });
}

bool Form::has_repeated(std::string_view name) const {
    return std::ranges::count(fields_, name,
                              [](const auto& field) { return std::string_view{field.first}; }) > 1;
}

bool Form::has_any_twice() const {
    std::vector<std::string_view> names;
    names.reserve(fields_.size());
    for (const auto& [name, value] : fields_) names.emplace_back(name);
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
}

}  // namespace callboard::wire
