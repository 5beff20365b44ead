#pragma once

#include <optional>
#include <string>

#include "configuration/sources.h"
#include "db/db.h"

namespace callboard::candidates {

// How somebody came to us, as a caller names it.
struct SourceChoice {
    std::string type;
    std::optional<std::string> sub_type;
    std::string id;
};

// As references call what is wrong with a choice.
enum class SourceCodes { of_creation, of_change };

// The source that is meant. Throws when there is none.
configuration::Source chosen(db::Snapshot& snapshot, const SourceChoice& choice, SourceCodes codes);

}  // namespace callboard::candidates
