#pragma once

#include <string_view>

#include "wire/json_patch.h"

namespace callboard::api {

// Throws VALIDATION_ERROR with every operation on a member that is read-only or only accepted on creation,
// and that would be ignored otherwise. `role` is the member with the role in this form of the API.
void require_patchable(const wire::JsonPatch& patch, std::string_view role);

}  // namespace callboard::api
