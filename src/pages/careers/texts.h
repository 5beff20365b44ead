// The texts of the careers pages, and of those where candidates decide (pages/candidate/), in the languages
// of labels: web/careers/texts.tsv, one row for each text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace callboard::pages {

class CareersWords {
  public:
    // In the language; or in the language without its region; or in English.
    explicit CareersWords(std::string_view language);

    std::string_view language() const { return language_; }

    // The text with values in place of {their names}. Neither is escaped. Throws std::logic_error if there is
    // no such text.
    using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    std::string operator()(std::string_view id, Values values = {}) const;

  private:
    std::string_view language_;
    std::size_t column_ = 1;
};

// The code of HTML and HTTP (BCP 47) for one of ads.
std::string_view html_language(std::string_view language);

}  // namespace callboard::pages
