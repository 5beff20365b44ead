#include "configuration/access.h"

#include "base/error.h"

namespace callboard::configuration {

void require_reading(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).reads_configuration) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not see the configuration");
}

void require_changing(const accounts::Actor& actor) {
    if (accounts::rights_of(actor.role).changes_configuration) return;
    throw forbidden("PERMISSION_DENIED", "users with this role may not change the configuration");
}

}  // namespace callboard::configuration
