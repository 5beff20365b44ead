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
class Filling {
  public:
    // NOLINTBEGIN(google-explicit-constructor): values are written as they are
    Filling(std::string_view text);
    Filling(const std::string& text) : Filling(std::string_view{text}) {}
    Filling(const char* text) : Filling(std::string_view{text}) {}
    Filling(Html html) : markup_(std::move(html.markup)) {}
    // NOLINTEND(google-explicit-constructor)

    std::string_view markup() const { return markup_; }

  private:
    std::string markup_;
};

// The contents of a file of web/.
std::string_view web_file(std::string_view name);

using Fillings = std::initializer_list<std::pair<std::string_view, Filling>>;

Html fill(std::string_view page, Fillings values);

std::string escaped(std::string_view text);

}  // namespace callboard::pages
