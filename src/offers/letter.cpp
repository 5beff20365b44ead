#include "offers/letter.h"

#include <string_view>

#include "configuration/offer_properties.h"

namespace callboard::offers {
namespace {

// Display name; a custom property is its own name.
std::string_view label_of(std::string_view key) {
    for (const auto& category : configuration::offer_properties())
        for (const auto& property : category.properties)
            if (property.key == key) return property.label;
    return key;
}

}  // namespace

std::string text_of(const Letter& letter) {
    constexpr std::size_t kDay = std::string_view{"2026-01-31"}.size();
    std::string text = letter.company + "\n" + to_iso(letter.date).substr(0, kDay) + "\n\n";
    text += "Dear " + letter.candidate + ",\n\n";
    text += "we are glad to offer you the position of " + letter.job_title + ".\n\n";
    for (const auto& [key, value] : letter.terms)
        text.append(label_of(key)).append(": ").append(value).append("\n");
    if (!letter.terms.empty()) text += "\n";
    return text + "Yours sincerely,\n" + letter.company + "\n";
}

}  // namespace callboard::offers
