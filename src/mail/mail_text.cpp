#include "mail/mail_text.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

#include "base/embedded.h"
#include "base/encoding.h"
#include "base/error.h"
#include "base/languages.h"

namespace callboard::mail {
namespace {

constexpr std::string_view kLink = "link";
constexpr std::string_view kEnglish = "en";
constexpr std::size_t kLongestValue = 300;  // bytes; a link may be longer

// A section of a template file: the language, the subject, an empty line, the text.
struct Template {
    std::string_view language;
    std::string_view subject;
    std::string_view text;
};

std::string_view first_line(std::string_view& rest) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

std::string_view without_line_ends(std::string_view text) {
    while (text.starts_with('\n')) text.remove_prefix(1);
    while (text.ends_with('\n')) text.remove_suffix(1);
    return text;
}

Template parsed(std::string_view section) {
    section = without_line_ends(section);
    const std::string_view language = first_line(section);
    const std::string_view subject = first_line(section);
    return {.language = language, .subject = subject, .text = without_line_ends(section)};
}

std::vector<Template> templates_of(Kind kind) {
    constexpr std::string_view kBetween = "\n----\n";
    const auto files = template_files();
    const auto file = std::ranges::find(files, std::string{name_of(kind)} + ".txt", &EmbeddedFile::name);
    if (file == files.end()) throw internal("mail: there is no template of " + std::string{name_of(kind)});
    std::vector<Template> all;
    for (const auto section : std::views::split(file->text, kBetween))
        all.push_back(parsed(std::string_view{section}));
    return all;
}

Template template_in(Kind kind, std::string_view language) {
    const auto all = templates_of(kind);
    for (const std::string_view each : {language, language.substr(0, language.find('-')), kEnglish})
        if (const auto found = std::ranges::find(all, each, &Template::language); found != all.end())
            return *found;
    throw internal("mail: a template has no English text");
}

// Characters that break lines, or show the text after them in another order: the end of a sentence of ours
// could look like a part of the value.
constexpr std::array<std::string_view, 11> kUnwanted{"\u2028", "\u2029", "\u202a", "\u202b",
                                                     "\u202c", "\u202d", "\u202e", "\u2066",
                                                     "\u2067", "\u2068", "\u2069"};

// Control characters would start a line of their own, or a header.
std::string in_one_line(std::string_view value, std::size_t most) {
    std::string line{first_characters(value, most)};
    std::ranges::replace_if(
        line, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    for (const std::string_view each : kUnwanted)
        for (auto at = line.find(each); at != std::string::npos; at = line.find(each, at))
            line.replace(at, each.size(), " ");
    return line;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            default: out += c;
        }
    }
    return out;
}

// Calls `text` for what is between the values, and `value` for the name of each.
template <class Text, class Value>
void for_each_part(std::string_view pattern, Text text, Value value) {
    while (!pattern.empty()) {
        const auto open = std::min(pattern.find('{'), pattern.size());
        text(pattern.substr(0, open));
        pattern.remove_prefix(open);
        if (pattern.empty()) return;
        const auto close = pattern.find('}');
        if (close == std::string_view::npos) throw internal("mail: a template has a { without a }");
        value(pattern.substr(1, close - 1));
        pattern.remove_prefix(close + 1);
    }
}

std::string value_of(const Values& values, std::string_view name) {
    const auto found = values.find(std::string{name});
    if (found == values.end()) throw internal("mail: there is no value for " + std::string{name});
    return in_one_line(found->second, name == kLink ? found->second.size() : kLongestValue);
}

std::string filled(std::string_view pattern, const Values& values) {
    std::string out;
    for_each_part(
        pattern, [&](std::string_view text) { out += text; },
        [&](std::string_view name) { out += value_of(values, name); });
    return out;
}

std::string filled_html(std::string_view pattern, const Values& values) {
    std::string out;
    for_each_part(
        pattern, [&](std::string_view text) { out += escaped(text); },
        [&](std::string_view name) {
            const std::string value = escaped(value_of(values, name));
            out += name == kLink ? "<a href=\"" + value + "\">" + value + "</a>" : value;
        });
    return out;
}

std::string html_of(const Template& pattern, const Values& values) {
    std::string html =
        "<!doctype html>\n<html lang=\"" + std::string{pattern.language} +
        "\">\n<head><meta charset=\"utf-8\"><title>" + escaped(filled(pattern.subject, values)) +
        "</title></head>\n<body style=\"font-family: sans-serif; line-height: 1.5; max-width: 40em\">\n";
    for (const auto paragraph : std::views::split(pattern.text, std::string_view{"\n\n"}))
        html += "<p>" + filled_html(without_line_ends(std::string_view{paragraph}), values) + "</p>\n";
    return html + "</body>\n</html>\n";
}

}  // namespace

bool has_texts_in(std::string_view language) {
    const std::string_view main = language.substr(0, language.find('-'));
    return main == kEnglish || std::ranges::find(kTranslatedLanguages, main) != kTranslatedLanguages.end();
}

MailText text_of(const Mail& mail) {
    const Template pattern = template_in(mail.kind, mail.language);
    return {.subject = filled(pattern.subject, mail.values),
            .text = filled(pattern.text, mail.values) + "\n",
            .html = html_of(pattern, mail.values)};
}

std::set<std::string, std::less<>> value_names(Kind kind, std::string_view language) {
    const Template pattern = template_in(kind, language);
    std::set<std::string, std::less<>> names;
    for (const std::string_view text : {pattern.subject, pattern.text})
        for_each_part(text, [](std::string_view) {}, [&](std::string_view name) { names.emplace(name); });
    return names;
}

}  // namespace callboard::mail
