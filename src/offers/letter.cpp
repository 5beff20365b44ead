#include "offers/letter.h"

#include <algorithm>
#include <string_view>

namespace callboard::offers {
namespace {

std::string_view label_of(std::string_view key, std::span<const configuration::OfferProperty> properties) {
    const auto known = std::ranges::find(properties, key, &configuration::OfferProperty::key);
    return known == properties.end() ? key : std::string_view{known->label};
}

}  // namespace

std::string text_of(const Letter& letter, std::span<const configuration::OfferProperty> properties) {
    constexpr std::size_t kDay = std::string_view{"2026-01-31"}.size();
    std::string text = letter.company + "\n" + to_iso(letter.date).substr(0, kDay) + "\n\n";
    text += "Dear " + letter.candidate + ",\n\n";
    text += "we are glad to offer you the position of " + letter.job_title + ".\n\n";
    for (const auto& [key, value] : letter.terms)
        text.append(label_of(key, properties)).append(": ").append(value).append("\n");
    if (!letter.terms.empty()) text += "\n";
    return text + "Yours sincerely,\n" + letter.company + "\n";
}

}  // namespace callboard::offers
