#pragma once

#include <optional>
#include <string>

#include "configuration/sources.h"
#include "db/db.h"

namespace callboard::candidates {

// The source of an application as given by a caller.
struct SourceChoice {
    std::string type;
    std::optional<std::string> sub_type;
    std::string id;
};

// The error codes differ between creating and changing, as in the API reference.
enum class SourceCodes { of_creation, of_change };

// The configured source. Throws if there is none.
configuration::Source chosen(db::Snapshot& snapshot, const SourceChoice& choice, SourceCodes codes);

}  // namespace callboard::candidates
