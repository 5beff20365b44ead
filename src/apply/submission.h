// An application that somebody sends for a posting. Without HTTP: the API and the careers pages both call it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apply/answers.h"
#include "base/id.h"
#include "candidates/applying.h"
#include "db/db.h"
#include "events/author.h"
#include "files/file_store.h"
#include "postings/posting.h"

namespace callboard::apply {

inline constexpr std::size_t kMostMessage = 4'000;  // characters of a message to the hiring manager
inline constexpr std::size_t kMostAttachments = 10;

using Consents = std::map<candidates::ConsentScope, bool>;

struct Input {
    candidates::Draft draft;
    std::vector<Answer> answers;
    Conditionals conditionals = Conditionals::included;
    Consents consents;                         // what is missing is not given
    std::vector<const files::NewFile*> files;  // not copied: they may be large
    std::optional<std::string> message;        // to the hiring manager; kept as a file
};

// Candidate, application, answers, consent, files and events in one transaction. A repeated application for
// the same job is recorded in the audit log and changes nothing: `is_new` is false then, which nobody who has
// not proved who they are may learn, neither from the answer nor from the time that it takes. Throws
// VALIDATION_ERROR (400) with every fault. The posting must be active.
candidates::Applied submit(db::Tx& tx, const events::Author& author, const postings::Posting& posting,
                           const Input& input);

}  // namespace callboard::apply
