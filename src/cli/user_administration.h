// Commands of an operator for users who are locked out or leave: user list, set-password, deactivate.
#pragma once

#include "cli/spec.h"

namespace callboard::cli {

void add_user_administration(CommandSpec& user_group);

}  // namespace callboard::cli
