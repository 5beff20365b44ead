#include "offers/letter.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/languages.h"

namespace callboard::offers {
namespace {

std::string_view label_of(std::string_view key, std::span<const configuration::OfferProperty> properties) {
    const auto known = std::ranges::find(properties, key, &configuration::OfferProperty::key);
    return known == properties.end() ? key : std::string_view{known->label};
}

// What is not of the company, in the form of address of the mail (mail/templates/offer.txt).
struct Words {
    std::string_view language;
    std::string_view salutation;
    std::string_view offer;
    std::string_view closing;
};

constexpr std::array<Words, 1 + kTranslatedLanguages.size()> kWords{{
    {"en", "Dear {name},", "we are glad to offer you the position of {job}.", "Yours sincerely,"},
    {"de", "Guten Tag {name},", "wir freuen uns, Ihnen die Stelle {job} anzubieten.",
     "Mit freundlichen Grüßen"},
    {"es", "Hola, {name}:", "Nos complace ofrecerle el puesto de {job}.", "Atentamente,"},
    {"fr", "Bonjour {name},", "Nous avons le plaisir de vous proposer le poste de {job}.", "Cordialement,"},
    {"it", "Ciao {name},", "siamo lieti di offrirti la posizione di {job}.", "Cordiali saluti,"},
    {"nl", "Hallo {name},", "Met plezier bieden we je de functie {job} aan.", "Met vriendelijke groet,"},
    {"pl", "Dzień dobry {name},", "z przyjemnością oferujemy Ci stanowisko: {job}.", "Z poważaniem"},
    {"pt", "Olá, {name}!", "Temos o prazer de oferecer a você a vaga de {job}.", "Atenciosamente,"},
    {"sv", "Hej {name}!", "Vi har glädjen att erbjuda dig tjänsten {job}.", "Med vänliga hälsningar"},
}};

const Words& words_in(std::string_view language) {
    const std::string_view main = language.substr(0, language.find('-'));
    const auto* const found = std::ranges::find(kWords, main, &Words::language);
    return found == kWords.end() ? kWords.front() : *found;
}

}  // namespace

std::string text_of(const Letter& letter, std::span<const configuration::OfferProperty> properties) {
    constexpr std::size_t kDay = std::string_view{"2026-01-31"}.size();
    std::string text = letter.company + "\n" + to_iso(letter.date).substr(0, kDay) + "\n\n";
    const Words& words = words_in(letter.language);
    text += fmt::format(fmt::runtime(words.salutation), fmt::arg("name", letter.candidate)) + "\n\n";
    text += fmt::format(fmt::runtime(words.offer), fmt::arg("job", letter.job_title)) + "\n\n";
    for (const auto& [key, value] : letter.terms)
        text.append(label_of(key, properties)).append(": ").append(value).append("\n");
    if (!letter.terms.empty()) text += "\n";
    return text.append(words.closing).append("\n").append(letter.company).append("\n");
}

}  // namespace callboard::offers
