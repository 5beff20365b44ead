// A user as a SCIM resource (RFC 7643, section 4.1).
//
// userName is the e-mail address, and emails has only this one; externalId is the identifier for single
// sign-on; roles has the system role. Other attributes are accepted and not kept.
#pragma once

#include <string_view>

#include "accounts/user.h"
#include "scim/filter.h"
#include "scim/projection.h"
#include "wire/json_writer.h"

namespace callboard::scim {

inline constexpr std::string_view kUserSchema = "urn:ietf:params:scim:schemas:core:2.0:User";

Values values_of(const accounts::UserRecord& record, const Attribute& attribute);

// `base` is the address of the SCIM service.
void write_user(wire::JsonWriter& out, const accounts::UserRecord& record, const Projection& projection,
                std::string_view base);

}  // namespace callboard::scim
