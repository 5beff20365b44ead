// A text as search sees it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace callboard {

// The words of a text, folded, each once, in order. A word is a run of letters and digits; of scripts that
// write no spaces between words (Han, Kana) each character is one.
std::vector<std::string> words_of(std::string_view text);

// The same without accents, and repeated ones, too: their order is that of the text.
struct SearchWord {
    std::string text;
    bool joined;  // a character that is a word, right behind another one
};
std::vector<SearchWord> search_words(std::string_view text);

}  // namespace callboard
