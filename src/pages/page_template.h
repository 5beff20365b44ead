// Templates of pages: files of web/ with {{names}} as placeholders.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace callboard::pages {

// HTML from fill(), which is not escaped again.
struct Html {
    std::string markup;
};

// The value of a placeholder. Text is HTML-escaped.
class TemplateValue {
  public:
    // NOLINTBEGIN(google-explicit-constructor): values are written as they are
    TemplateValue(std::string_view text);
    TemplateValue(const std::string& text) : TemplateValue(std::string_view{text}) {}
    TemplateValue(const char* text) : TemplateValue(std::string_view{text}) {}
    TemplateValue(Html html) : markup_(std::move(html.markup)) {}
    // NOLINTEND(google-explicit-constructor)

    std::string_view markup() const { return markup_; }

  private:
    std::string markup_;
};

// The contents of a file of web/.
std::string_view web_file(std::string_view name);

using TemplateValues = std::initializer_list<std::pair<std::string_view, TemplateValue>>;

Html fill(std::string_view page, TemplateValues values);

std::string escaped(std::string_view text);

}  // namespace callboard::pages
