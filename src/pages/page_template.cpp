#include "pages/page_template.h"

#include <algorithm>
#include <stdexcept>

#include "base/embedded.h"

namespace callboard::pages {

std::string_view web_file(std::string_view name) {
    const auto files = web_files();
    const auto found = std::ranges::find(files, name, &EmbeddedFile::name);
    if (found == files.end()) throw std::logic_error("there is no web/" + std::string{name});
    return found->text;
}

TemplateValue::TemplateValue(std::string_view text) : markup_(escaped(text)) {}

Html fill(std::string_view page, TemplateValues values) {
    std::string out;
    for (auto open = page.find("{{"); open != std::string_view::npos; open = page.find("{{")) {
        const auto close = page.find("}}", open);
        if (close == std::string_view::npos) throw std::logic_error("a {{ without its }}");
        const std::string_view name = page.substr(open + 2, close - open - 2);
        const auto* const value =
            std::ranges::find(values, name, [](const auto& pair) { return pair.first; });
        if (value == values.end()) throw std::logic_error("no value for {{" + std::string{name} + "}}");
        out.append(page.substr(0, open)).append(value->second.markup());
        page.remove_prefix(close + 2);
    }
    out.append(page);
    return {std::move(out)};
}

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

}  // namespace callboard::pages
