// Why an application ended: given by the company (rejection) or by the candidate (withdrawal). In the order
// of their ids, which are forever: applications keep them.
#pragma once

#include <span>
#include <string_view>

#include "configuration/dictionary.h"

namespace callboard::configuration {

enum class ReasonKind { rejection, withdrawal };

std::span<const Term> reasons(ReasonKind kind);

// Null when there is no such reason of this kind.
const Term* find_reason(ReasonKind kind, std::string_view id);

}  // namespace callboard::configuration
