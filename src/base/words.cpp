#include "base/words.h"

#include <algorithm>
#include <utility>

#include <utf8proc.h>

#include "base/encoding.h"
#include "base/function_ref.h"

namespace callboard {
namespace {

// Most characters are ASCII, and faster than by their category.
bool is_ascii_word_part(utf8proc_int32_t character) {
    return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') ||
           (character >= 'A' && character <= 'Z');
}

// Letters, marks and numbers: the categories LU to NO are consecutive.
bool is_word_part(utf8proc_int32_t character) {
    if (character < 0x80) return is_ascii_word_part(character);
    const auto category = utf8proc_category(character);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}
static_assert(UTF8PROC_CATEGORY_LU == 1 && UTF8PROC_CATEGORY_NO == 11);

bool is_word_by_itself(utf8proc_int32_t character) {
    if (character < 0x80) return false;
    constexpr std::pair<utf8proc_int32_t, utf8proc_int32_t> kRanges[] = {
        {0x3040, 0x30ff}, {0x3400, 0x4dbf}, {0x4e00, 0x9fff}, {0xf900, 0xfaff}, {0x20000, 0x3134f}};
    return std::ranges::any_of(
        kRanges, [&](const auto& range) { return character >= range.first && character <= range.second; });
}

using WordCallback = FunctionRef<void(const std::string& word, bool joined)>;

void each_word(std::string_view folded, WordCallback take) {
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(folded.data());
    auto left = static_cast<utf8proc_ssize_t>(folded.size());
    std::string word;
    bool after_one_alone = false;
    const auto end_word = [&](bool joined) {
        if (!word.empty()) take(word, joined);
        word.clear();
    };
    while (left > 0) {
        utf8proc_int32_t character = 0;
        const auto used = utf8proc_iterate(at, left, &character);
        if (used <= 0) break;
        const bool alone = is_word_by_itself(character);
        if (alone || !is_word_part(character)) end_word(false);
        if (alone || is_word_part(character))
            word.append(reinterpret_cast<const char*>(at), static_cast<std::size_t>(used));
        if (alone) end_word(after_one_alone);
        after_one_alone = alone;
        at += used;
        left -= used;
    }
    end_word(false);
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    each_word(fold(text), [&](const std::string& word, bool) {
        if (std::ranges::find(words, word) == words.end()) words.push_back(word);
    });
    return words;
}

std::vector<SearchWord> search_words(std::string_view text) {
    std::vector<SearchWord> words;
    each_word(fold_without_accents(text),
              [&](const std::string& word, bool joined) { words.push_back({word, joined}); });
    return words;
}

}  // namespace callboard
