// Authorization for reading and changing the configuration.
#pragma once

#include "accounts/actor.h"

namespace callboard::configuration {

// Throw PERMISSION_DENIED unless the actor's role may read, or change, the configuration of the company.
void require_reading(const accounts::Actor& actor);
void require_changing(const accounts::Actor& actor);

}  // namespace callboard::configuration
