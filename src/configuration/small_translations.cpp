#include <array>
#include <span>

#include "configuration/dictionary_data.h"

namespace callboard::configuration::data {
namespace {

// Labels in the order of kTranslatedLanguages.
constexpr std::array kLevels{
    Translation{"associate",
                {"Erste Berufserfahrung", "Algo de experiencia", "Première expérience", "Prima esperienza",
                 "Enige ervaring", "Młodszy specjalista", "Alguma experiência", "Viss erfarenhet"}},
    Translation{"director",
                {"Bereichsleitung", "Dirección", "Direction", "Direzione", "Directie", "Dyrektor", "Direção",
                 "Direktör"}},
    Translation{"entry_level",
                {"Berufseinstieg", "Nivel inicial", "Débutant", "Livello base", "Instapniveau",
                 "Poziom początkujący", "Nível inicial", "Ingångsnivå"}},
    Translation{"executive",
                {"Geschäftsleitung", "Alta dirección", "Direction générale", "Alta dirigenza",
                 "Topmanagement", "Kadra zarządzająca", "Alta direção", "Företagsledning"}},
    Translation{"internship",
                {"Praktikum", "Prácticas", "Stage", "Stage", "Stage", "Staż", "Estágio", "Praktik"}},
    Translation{"mid_senior_level",
                {"Mehrjährige Berufserfahrung", "Nivel intermedio a sénior", "Confirmé à senior",
                 "Livello medio-alto", "Medior tot senior", "Poziom średni i wyższy",
                 "Nível intermédio a sénior", "Erfaren till senior"}},
    Translation{"not_applicable",
                {"Nicht zutreffend", "No aplicable", "Non applicable", "Non applicabile",
                 "Niet van toepassing", "Nie dotyczy", "Não aplicável", "Ej tillämpligt"}},
};
static_assert(is_ordered<Translation>(kLevels, &Translation::id));

constexpr std::array kTypes{
    Translation{"contract",
                {"Freie Mitarbeit", "Por obra o servicio", "Prestation de services", "A contratto",
                 "Op contractbasis", "Kontrakt", "Prestação de serviços", "Konsultuppdrag"}},
    Translation{"intern",
                {"Praktikum", "Prácticas", "Stage", "Stage", "Stage", "Staż", "Estágio", "Praktik"}},
    Translation{"part_time",
                {"Teilzeit", "Jornada parcial", "Temps partiel", "Part-time", "Parttime", "Niepełny etat",
                 "Tempo parcial", "Deltid"}},
    Translation{"permanent",
                {"Vollzeit", "Jornada completa", "Temps plein", "Tempo pieno", "Fulltime", "Pełny etat",
                 "Tempo integral", "Heltid"}},
    Translation{"temporary",
                {"Befristet", "Temporal", "Temporaire", "A tempo determinato", "Tijdelijk",
                 "Praca tymczasowa", "Temporário", "Tidsbegränsad"}},
};
static_assert(is_ordered<Translation>(kTypes, &Translation::id));

}  // namespace

constinit const std::span<const Translation> kExperienceLevelTranslations = kLevels;
constinit const std::span<const Translation> kEmploymentTypeTranslations = kTypes;

}  // namespace callboard::configuration::data
