// Screening questions of the demo company. Its candidates have answered some of them (facts.cpp); the form of
// one job asks them (configuration.cpp).
#pragma once

#include <array>
#include <string_view>

namespace callboard::cli::demo {

struct Question {
    std::string_view id;
    std::string_view label;
    std::string_view french;
};

struct Choice {
    std::string_view id;
    std::string_view label;
    std::string_view french;
};

// clang-format off
inline constexpr Question kWorkPermit{"01990000-0006-7000-8000-000000000001", "May you work in the country of this job?", "Avez-vous le droit de travailler dans le pays de ce poste ?"};
inline constexpr Question kWorkShifts{"01990000-0006-7000-8000-000000000002", "Which shifts do you prefer?", "Quels horaires préférez-vous ?"};
inline constexpr Question kMotive{"01990000-0006-7000-8000-000000000006", "Why do you want to work with us?", "Pourquoi voulez-vous travailler avec nous ?"};
inline constexpr Question kPermitDate{"01990000-0006-7000-8000-000000000007", "When do you expect your permit?", "Quand attendez-vous votre autorisation ?"};

inline constexpr std::array kYesAndNo{Choice{"yes", "Yes", "Oui"}, Choice{"no", "No", "Non"}};
inline constexpr std::array kShifts{Choice{"early", "Early", "Matin"}, Choice{"late", "Late", "Soir"}, Choice{"night", "Night", "Nuit"}};
// clang-format on

}  // namespace callboard::cli::demo
