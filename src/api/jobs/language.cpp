#include "api/jobs/language.h"

#include <utility>

#include "configuration/dictionary.h"
#include "configuration/translations.h"
#include "jobs/job_content.h"

namespace callboard::api {
namespace {

using configuration::Dictionary;

void translate(Dictionary dictionary, jobs::LabelledTerm& term, std::string_view language) {
    if (const configuration::Term* const known = configuration::find_term(dictionary, term.id))
        term.label = configuration::label_of(dictionary, *known, language);
}

}  // namespace

LanguageView language_view(std::string code) {
    const configuration::Language* const known = configuration::find_language(code);
    if (!known) return {.code = std::move(code), .label = {}, .label_native = {}};
    return {.code = std::move(code), .label = known->label, .label_native = known->native_label};
}

std::string in_language(std::string details, std::string_view language) {
    if (language == "en" || !configuration::has_translations(language)) return details;
    auto translated = wire::decode<jobs::Details>(details);
    translate(Dictionary::industries, translated.industry, language);
    translate(Dictionary::functions, translated.function, language);
    translate(Dictionary::experience_levels, translated.experience_level, language);
    if (translated.type_of_employment)
        translate(Dictionary::employment_types, *translated.type_of_employment, language);
    if (translated.eeo_category) translate(Dictionary::eeo_categories, *translated.eeo_category, language);
    return wire::to_json(translated);
}

}  // namespace callboard::api
