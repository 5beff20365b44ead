// The languages that words of ours come in, besides English. configuration/translations.h says how to add
// one.
#pragma once

#include <array>
#include <string_view>

namespace callboard {

inline constexpr std::array<std::string_view, 8> kTranslatedLanguages{"de", "es", "fr", "it",
                                                                      "nl", "pl", "pt", "sv"};

}  // namespace callboard
