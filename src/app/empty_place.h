// Checks that a place has no database yet.
#pragma once

#include <string>

#include "base/error.h"
#include "settings/settings.h"

namespace callboard::app {

// `what` is found there.
Error not_empty(const std::string& what);

// Throws if there is a database, or on SQLite a file beside it, which SQLite would take for part of a new
// one.
void require_empty(const settings::Settings& settings);

}  // namespace callboard::app
