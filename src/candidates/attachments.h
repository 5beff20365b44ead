// Files that candidates sent, as those who see the application read and delete them.
#pragma once

#include <string>
#include <vector>

#include "accounts/actor.h"
#include "base/id.h"
#include "db/db.h"
#include "files/file_store.h"

namespace callboard::candidates {

// Of an application, oldest first.
std::vector<files::StoredFile> attachments(db::Snapshot& snapshot, const accounts::Actor& actor,
                                           const CandidateId& candidate, const JobId& job);

struct AttachmentContent {
    files::StoredFile file;
    std::string bytes;
};

// These throw FILE_NOT_FOUND, and PERMISSION_DENIED if the actor does not see what the file belongs to.
AttachmentContent attachment(db::Snapshot& snapshot, const accounts::Actor& actor, const FileId& id);
void delete_attachment(db::Tx& tx, const accounts::Actor& actor, const FileId& id);

}  // namespace callboard::candidates
