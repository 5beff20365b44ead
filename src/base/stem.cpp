#include "base/stem.h"

#include <algorithm>
#include <span>

namespace callboard {
namespace {

// M. F. Porter, An algorithm for suffix stripping, 1980, with the differences of his own implementation:
// words of two letters are unchanged, and step 2 has the endings "bli" and "logi". strip_agent_suffix() is an
// addition.

bool is_consonant(std::string_view word, std::size_t at) {
    if (word[at] == 'y') return at == 0 || !is_consonant(word, at - 1);
    return !std::string_view{"aeiou"}.contains(word[at]);
}

bool has_vowel(std::string_view word) {
    for (std::size_t at = 0; at < word.size(); ++at)
        if (!is_consonant(word, at)) return true;
    return false;
}

// Porter's m: the number of vowel-consonant sequences.
int measure(std::string_view word) {
    int count = 0;
    for (std::size_t at = 1; at < word.size(); ++at)
        if (!is_consonant(word, at - 1) && is_consonant(word, at)) ++count;
    return count;
}

bool ends_doubled(std::string_view word) {
    const std::size_t size = word.size();
    return size >= 2 && word[size - 1] == word[size - 2] && is_consonant(word, size - 1);
}

// Porter's *o: consonant, vowel, consonant other than w, x, y; as in "hop" and "fil", from "hope" and "file".
bool ends_short(std::string_view word) {
    const std::size_t size = word.size();
    return size >= 3 && is_consonant(word, size - 3) && !is_consonant(word, size - 2) &&
           is_consonant(word, size - 1) && !std::string_view{"wxy"}.contains(word.back());
}

struct Rule {
    std::string_view ending;
    std::string_view instead;
    std::string_view after;  // if not empty, one of these letters must precede it
};

constexpr Rule kPlurals[] = {{"sses", "ss"}, {"ies", "i"}, {"ss", "ss"}, {"s", ""}};

constexpr Rule kAgreed[] = {{"eed", "ee"}};

constexpr Rule kCutShort[] = {{"at", "ate"}, {"bl", "ble"}, {"iz", "ize"}};

// The first match is used, so longer endings precede shorter ones with the same end.
constexpr Rule kDoubleSuffixes[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"}, {"anci", "ance"}, {"izer", "ize"},
    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"}, {"eli", "e"},     {"ousli", "ous"},
    {"ization", "ize"}, {"ation", "ate"},   {"ator", "ate"},  {"alism", "al"},  {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},  {"iviti", "ive"}, {"biliti", "ble"},
    {"logi", "log"}};

constexpr Rule kSuffixes[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
                              {"ical", "ic"},  {"ful", ""},   {"ness", ""}};

constexpr Rule kLastSuffixes[] = {{"al", ""},   {"ance", ""},      {"ence", ""}, {"er", ""},    {"ic", ""},
                                  {"able", ""}, {"ible", ""},      {"ant", ""},  {"ement", ""}, {"ment", ""},
                                  {"ent", ""},  {"ion", "", "st"}, {"ou", ""},   {"ism", ""},   {"ate", ""},
                                  {"iti", ""},  {"ous", ""},       {"ive", ""},  {"ize", ""}};

// Tries only the first ending that matches, and replaces it if the measure of the stem before it is greater
// than `more_than`.
void replace_ending(std::string& word, std::span<const Rule> rules, int more_than) {
    for (const Rule& rule : rules) {
        if (!word.ends_with(rule.ending)) continue;
        const std::string_view rest{word.data(), word.size() - rule.ending.size()};
        if (measure(rest) > more_than && (rule.after.empty() || rule.after.contains(rest.back())))
            word.replace(rest.size(), rule.ending.size(), rule.instead);
        return;
    }
}

// Restores a stem after "ed" or "ing": "hopp", "hop" and "activat" become "hop", "hope" and "activate".
void restore_ending(std::string& word) {
    const std::size_t size = word.size();
    replace_ending(word, kCutShort, -1);
    if (word.size() != size) return;
    if (ends_doubled(word) && !std::string_view{"lsz"}.contains(word.back())) {
        word.pop_back();
    } else if (measure(word) == 1 && ends_short(word)) {
        word += 'e';
    }
}

void strip_past_tense(std::string& word) {
    if (word.ends_with("eed")) {
        replace_ending(word, kAgreed, 0);
        return;
    }
    for (const std::string_view ending : {"ed", "ing"}) {
        if (!word.ends_with(ending) || !has_vowel({word.data(), word.size() - ending.size()})) continue;
        word.resize(word.size() - ending.size());
        restore_ending(word);
        return;
    }
}

void strip_final_e(std::string& word) {
    if (word.ends_with('e')) {
        const std::string_view rest{word.data(), word.size() - 1};
        if (measure(rest) > 1 || (measure(rest) == 1 && !ends_short(rest))) word.pop_back();
    }
    if (word.ends_with("ll") && measure(word) > 1) word.pop_back();
}

// An addition to Porter, who keeps "er" on short words: "builder" and "driver" become "build" and "drive".
void strip_agent_suffix(std::string& word) {
    if (!word.ends_with("er")) return;
    const std::string_view rest{word.data(), word.size() - 2};
    const bool was_cut_short = ends_short(rest);
    if (measure(rest) != 1 || (rest.size() < 4 && !was_cut_short)) return;
    word.resize(rest.size());
    if (was_cut_short) word += 'e';
}

}  // namespace

std::string stem(std::string_view word) {
    std::string left{word};
    if (word.size() < 3 || !std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; }))
        return left;
    replace_ending(left, kPlurals, -1);
    strip_past_tense(left);
    strip_agent_suffix(left);
    if (left.ends_with('y') && has_vowel({left.data(), left.size() - 1})) left.back() = 'i';
    replace_ending(left, kDoubleSuffixes, 0);
    replace_ending(left, kSuffixes, 0);
    replace_ending(left, kLastSuffixes, 1);
    strip_final_e(left);
    return left;
}

}  // namespace callboard
