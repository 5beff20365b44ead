// What administrators do with sources. Referrals cannot be changed: they are the users.
#pragma once

#include <optional>
#include <string>

#include "accounts/actor.h"
#include "base/id.h"
#include "configuration/source_store.h"
#include "db/db.h"

namespace callboard::configuration {

struct NewSource {
    std::string type;
    std::optional<std::string> sub_type;  // required if the type has several
    std::optional<std::string> id;        // generated if absent
    std::string label;
};

// Throws SOURCE_TYPE_INVALID, SUBTYPE_REQUIRED, SOURCE_TYPE_AND_SUBTYPE_INVALID, SOURCE_ID_ALREADY_EXISTS.
store::StoredSource add_source(db::Tx& tx, const accounts::Actor& actor, const NewSource& wanted);

// The source of a recruiter, an agency, with this name, ignoring case; added if there is none.
store::StoredSource resolve_recruiter(db::Tx& tx, const accounts::Actor& actor, const std::string& name);

// These throw SOURCE_NOT_FOUND, also for an archived one, and SOURCE_IS_BUILT_IN for one that the server
// itself chooses.
store::StoredSource rename_source(db::Tx& tx, const accounts::Actor& actor,
                                  const SourceIdentifier& identifier, const std::string& label);
void archive_source(db::Tx& tx, const accounts::Actor& actor, const SourceIdentifier& identifier);

}  // namespace callboard::configuration
