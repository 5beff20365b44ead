// The name of the database in messages.
#pragma once

#include <string>

#include "settings/settings.h"

namespace callboard::app {

// "the data directory ./callboard-data", "the database db.internal/callboard"; never contains a password.
std::string database_name(const settings::Settings& settings);

}  // namespace callboard::app
