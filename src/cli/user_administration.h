// Commands for an operator when somebody is locked out or leaves: user list, set-password, deactivate.
#pragma once

#include "cli/spec.h"

namespace callboard::cli {

void add_user_administration(CommandSpec& user_group);

}  // namespace callboard::cli
