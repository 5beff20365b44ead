// Pages are files of web/ with {{names}} in them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace callboard::pages {

// Markup: what came out of fill(). Everything else is text.
struct Html {
    std::string markup;
};

// What stands for a {{name}}. Text is escaped: whatever it holds, it is shown as it is.
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

// The text of a file of web/.
std::string_view web_file(std::string_view name);

using Fillings = std::initializer_list<std::pair<std::string_view, Filling>>;

Html fill(std::string_view page, Fillings values);

std::string escaped(std::string_view text);

}  // namespace callboard::pages
