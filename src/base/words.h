// Tokenisation of text for search.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace callboard {

// The distinct words of a text, case-folded, in order of first occurrence. A word is a run of letters and
// digits; in scripts without spaces between words (Han, Kana) each character is one.
std::vector<std::string> words_of(std::string_view text);

// The same without accents, and with repetitions, in the order of the text.
struct SearchWord {
    std::string text;
    bool joined;  // a one-character word directly after another one
};
std::vector<SearchWord> search_words(std::string_view text);

}  // namespace callboard
