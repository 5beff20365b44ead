#include "configuration/reasons.h"

#include <array>
#include <cstdlib>

#include "configuration/dictionary_data.h"

namespace callboard::configuration {
namespace {

constexpr std::array kRejections{
    Term{"01990000-0002-7000-8000-000000000001", "Not enough experience"},
    Term{"01990000-0002-7000-8000-000000000002", "Skills do not match"},
    Term{"01990000-0002-7000-8000-000000000003", "Overqualified"},
    Term{"01990000-0002-7000-8000-000000000004", "Salary expectations too high"},
    Term{"01990000-0002-7000-8000-000000000005", "No permission to work"},
    Term{"01990000-0002-7000-8000-000000000006", "Assessment not passed"},
    Term{"01990000-0002-7000-8000-000000000007", "Did not come to the interview"},
    Term{"01990000-0002-7000-8000-000000000008", "Another candidate was chosen"},
    Term{"01990000-0002-7000-8000-000000000009", "Position closed"},
};
static_assert(data::is_ordered<Term>(kRejections, &Term::id));

constexpr std::array kWithdrawals{
    Term{"01990000-0003-7000-8000-000000000001", "Accepted another offer"},
    Term{"01990000-0003-7000-8000-000000000002", "Stays with current employer"},
    Term{"01990000-0003-7000-8000-000000000003", "Salary too low"},
    Term{"01990000-0003-7000-8000-000000000004", "Location or commute"},
    Term{"01990000-0003-7000-8000-000000000005", "Not interested any more"},
    Term{"01990000-0003-7000-8000-000000000006", "Personal reasons"},
};
static_assert(data::is_ordered<Term>(kWithdrawals, &Term::id));

}  // namespace

std::span<const Term> reasons(ReasonKind kind) {
    switch (kind) {
        case ReasonKind::rejection: return kRejections;
        case ReasonKind::withdrawal: return kWithdrawals;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

const Term* find_reason(ReasonKind kind, std::string_view id) {
    return data::find(reasons(kind), &Term::id, id);
}

}  // namespace callboard::configuration
