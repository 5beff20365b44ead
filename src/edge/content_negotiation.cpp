#include "edge/content_negotiation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include "base/languages.h"
#include "http/header_text.h"
#include "http/preference.h"

namespace callboard::edge {
namespace {

bool is_utf8_or_unspecified(std::string_view parameters) {
    for (const auto part : std::views::split(parameters, ';')) {
        std::string_view parameter = http::trimmed(std::string_view{part});
        constexpr std::string_view kCharset = "charset=";
        if (!http::same_name(parameter.substr(0, kCharset.size()), kCharset)) continue;
        parameter.remove_prefix(kCharset.size());
        return http::same_name(parameter, "utf-8") || http::same_name(parameter, "\"utf-8\"");
    }
    return true;
}

bool is_json(std::string_view type) {
    constexpr std::string_view kSuffix = "+json";
    return http::same_name(type, "application/json") ||
           (type.size() > kSuffix.size() &&
            http::same_name(type.substr(type.size() - kSuffix.size()), kSuffix));
}

// The supported language for a tag such as "fr-CA", if any.
std::optional<std::string_view> language_for(std::string_view tag) {
    const std::string_view primary = tag.substr(0, tag.find('-'));
    if (http::same_name(primary, "en")) return "en";
    for (const std::string_view language : kTranslatedLanguages)
        if (http::same_name(primary, language)) return language;
    return std::nullopt;
}

std::string_view most_wanted(const http::Request& request,
                             std::optional<std::string_view> (*language_of)(std::string_view tag)) {
    std::string_view best = "en";
    double weight = 0;
    for (const auto part : std::views::split(request.header("Accept-Language"), ',')) {
        const std::string_view entry{part};
        const auto semicolon = std::min(entry.find(';'), entry.size());
        const auto language = language_of(http::trimmed(entry.substr(0, semicolon)));
        const double its_weight = http::quality(entry.substr(semicolon));
        if (!language || its_weight <= weight) continue;
        best = *language;
        weight = its_weight;
    }
    return best;
}

}  // namespace

bool has_body(const http::Request& request) {
    const std::string_view length = request.header("Content-Length");
    return (!length.empty() && length != "0") || !request.header("Transfer-Encoding").empty();
}

bool takes_gzip(const http::Request& request) {
    if (request.header("Accept-Encoding").empty()) return false;
    return http::allows(request.list("Accept-Encoding"), {"gzip", "*"});
}

std::string_view preferred_language(const http::Request& request) {
    return most_wanted(request, language_for);
}

std::optional<std::string_view> label_language(std::string_view tag) {
    constexpr auto kOtherNames = std::to_array<std::pair<std::string_view, std::string_view>>(
        {{"he", "iw"}, {"nb", "no"}, {"nn", "no"}});
    const std::string_view primary = tag.substr(0, tag.find('-'));
    for (const std::string_view wanted : {tag, primary})
        for (const std::string_view language : kLabelLanguages)
            if (http::same_name(wanted, language)) return language;
    for (const auto& [other, language] : kOtherNames)
        if (http::same_name(primary, other)) return language;
    return std::nullopt;
}

std::string_view preferred_label_language(const http::Request& request) {
    return most_wanted(request, label_language);
}

wire::Handling preferred_handling(const http::Request& request) {
    if (!request.has("Prefer")) return wire::Handling::lenient;
    const auto handling = http::preference(request.list("Prefer"), "handling");
    return handling && http::same_name(*handling, "strict") ? wire::Handling::strict
                                                            : wire::Handling::lenient;
}

std::optional<std::size_t> preferred_type(const http::Request& request,
                                          std::span<const std::string_view> types) {
    const std::string accepted = request.list("Accept");
    if (http::trimmed(accepted).empty()) return 0;
    std::optional<std::size_t> best;
    double weight = 0;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string_view type = types[i].substr(0, types[i].find(';'));
        const std::string any_subtype = std::string{type.substr(0, type.find('/'))} + "/*";
        const double its_weight = http::weight(accepted, {type, any_subtype, "*/*"});
        if (its_weight <= weight) continue;
        best = i;
        weight = its_weight;
    }
    return best;
}

bool prefers_html(const http::Request& request) {
    const std::string_view first = request.header("Accept");
    if (first.empty() || first == "*/*") return false;
    if (request.has("X-SmartToken") || request.has("Authorization")) return false;
    const std::string accepted = request.list("Accept");
    return http::weight(accepted, {"text/html", "text/*", "*/*"}) >
           http::weight(accepted, {"application/json", "application/*", "*/*"});
}

bool can_answer(const http::Request& request, const Route& route) {
    if (route.negotiates) {
        std::vector<std::string_view> types{route.response_type};
        types.insert(types.end(), route.other_types.begin(), route.other_types.end());
        return preferred_type(request, types).has_value();
    }
    if (!route.response_schema || request.header("Accept") == "*/*") return true;
    const std::string accepted = request.list("Accept");
    return http::trimmed(accepted).empty() ||
           http::allows(accepted, {"application/json", "application/*", "*/*"});
}

bool can_read(const http::Request& request, const Route& route) {
    const std::string_view type = request.header("Content-Type");
    if (!route.request_schema || type.empty() || !has_body(request)) return true;
    const auto semicolon = std::min(type.find(';'), type.size());
    return is_json(http::trimmed(type.substr(0, semicolon))) &&
           is_utf8_or_unspecified(type.substr(semicolon));
}

}  // namespace callboard::edge
