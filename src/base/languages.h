// The languages of translated labels, besides English. configuration/translations.h explains how to add one.
#pragma once

#include <array>
#include <string_view>

namespace callboard {

inline constexpr std::array<std::string_view, 8> kTranslatedLanguages{"de", "es", "fr", "it",
                                                                      "nl", "pl", "pt", "sv"};

}  // namespace callboard
