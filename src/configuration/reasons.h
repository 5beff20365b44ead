// Why an application ended: rejected by the company or withdrawn by the candidate. Sorted by id; ids must
// never change, because applications store them.
#pragma once

#include <span>
#include <string_view>

#include "configuration/dictionary.h"

namespace callboard::configuration {

enum class ReasonKind { rejection, withdrawal };

std::span<const Term> reasons(ReasonKind kind);

// Null if there is no such reason of this kind.
const Term* find_reason(ReasonKind kind, std::string_view id);

}  // namespace callboard::configuration
