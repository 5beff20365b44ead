#pragma once

#include "oauth/scope.h"
#include "pages/page_template.h"

namespace callboard::pages {

// The descriptions of scopes, one line each.
Html scope_list(const oauth::ScopeSet& scopes);

}  // namespace callboard::pages
