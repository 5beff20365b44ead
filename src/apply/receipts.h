// What the caller of the API learns of an application. A caller who may not see the candidate must not learn
// whether the person was known before: not from the id, which contains the time of its creation, and not from
// the status of an application that somebody else has sent.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "accounts/actor.h"
#include "candidates/application.h"
#include "candidates/applying.h"
#include "db/db.h"
#include "postings/posting.h"

namespace callboard::apply {

// Whether the caller's credential may read candidates; their role is checked besides.
enum class ReadsCandidates { no, yes };

// The id of the candidate, or of a receipt. It always looks the same.
std::string receipt_for(db::Tx& tx, const accounts::Actor& actor, ReadsCandidates scope,
                        const postings::Posting& posting, const candidates::Applied& applied);

// The status of the application with such an id; nothing if there is none that the caller may ask about. A
// repeated application seems to be new forever.
std::optional<candidates::Status> status_of(db::Snapshot& snapshot, const accounts::Actor& actor,
                                            ReadsCandidates scope, const postings::Posting& posting,
                                            std::string_view id);

}  // namespace callboard::apply
