#include <array>
#include <span>

#include "configuration/dictionary_data.h"

namespace callboard::configuration::data {
namespace {

constexpr std::array kList{
    Term{"accounting_auditing", "Accounting/Auditing"},
    Term{"administrative", "Administrative"},
    Term{"advertising", "Advertising"},
    Term{"analyst", "Analyst"},
    Term{"art_creative", "Art/Creative"},
    Term{"business_development", "Business Development"},
    Term{"consulting", "Consulting"},
    Term{"customer_service", "Customer Service"},
    Term{"design", "Design"},
    Term{"distribution", "Distribution"},
    Term{"education", "Education"},
    Term{"engineering", "Engineering"},
    Term{"finance", "Finance"},
    Term{"general_business", "General Business"},
    Term{"health_care_provider", "Health Care Provider"},
    Term{"human_resources", "Human Resources"},
    Term{"information_technology", "Information Technology"},
    Term{"legal", "Legal"},
    Term{"management", "Management"},
    Term{"manufacturing", "Manufacturing"},
    Term{"marketing", "Marketing"},
    Term{"other", "Other"},
    Term{"product_management", "Product Management"},
    Term{"production", "Production"},
    Term{"project_management", "Project Management"},
    Term{"public_relations", "Public Relations"},
    Term{"purchasing", "Purchasing"},
    Term{"quality_assurance", "Quality Assurance"},
    Term{"research", "Research"},
    Term{"sales", "Sales"},
    Term{"science", "Science"},
    Term{"strategy_planning", "Strategy/Planning"},
    Term{"supply_chain", "Supply Chain"},
    Term{"training", "Training"},
    Term{"writing_editing", "Writing/Editing"},
};
static_assert(is_ordered<Term>(kList, &Term::id));

}  // namespace

constinit const std::span<const Term> kFunctions = kList;

}  // namespace callboard::configuration::data
