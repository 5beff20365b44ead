#pragma once

#include <string_view>

#include "wire/json_patch.h"

namespace callboard::api {

// Throws with each operation that would change what a patch of a user cannot change: what is shown, or taken
// when a user is made, and would otherwise be lost. `role` is the member that says the role in this form of
// the API.
void require_patchable(const wire::JsonPatch& patch, std::string_view role);

}  // namespace callboard::api
