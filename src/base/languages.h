// The languages of labels. configuration/translations.h explains how to add one to the dictionaries.
#pragma once

#include <array>
#include <string_view>

namespace callboard {

// The languages of translated labels of dictionaries, besides English.
inline constexpr std::array<std::string_view, 8> kTranslatedLanguages{"de", "es", "fr", "it",
                                                                      "nl", "pl", "pt", "sv"};

// The languages that a company can translate its own labels to, and English: those of
// configuration/dictionary.h.
inline constexpr auto kLabelLanguages = std::to_array<std::string_view>(
    {"af", "am",    "ar", "az", "bg", "bn", "ca",  "cs", "cy",    "da",    "de",    "el",    "en", "en-GB",
     "es", "es-MX", "et", "eu", "fa", "fi", "fil", "fr", "fr-CA", "ga",    "gl",    "gu",    "hi", "hr",
     "hu", "hy",    "id", "is", "it", "iw", "ja",  "ka", "km",    "kn",    "ko",    "lo",    "lt", "lv",
     "ml", "mn",    "mr", "ms", "ne", "nl", "no",  "pl", "pt",    "pt-BR", "ro",    "ru",    "si", "sk",
     "sl", "sr",    "sv", "sw", "ta", "te", "tr",  "uk", "ur",    "vi",    "zh-CN", "zh-TW", "zu"});

}  // namespace callboard
