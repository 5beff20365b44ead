#include "candidates/attachments.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/candidate_store.h"
#include "events/audit_log.h"

namespace callboard::candidates {
namespace {

// Who asks for a file names neither a candidate nor a job.
constexpr ApplicationRefusals kFileRefused{kForbidden, kForbidden, "FILE_NOT_FOUND"};

files::StoredFile existing(db::Snapshot& snapshot, const FileId& id) {
    auto file = files::store::find(snapshot, id);
    if (!file) throw not_found("FILE_NOT_FOUND");
    return std::move(*file);
}

}  // namespace

std::vector<files::StoredFile> attachments(db::Snapshot& snapshot, const accounts::Actor& actor,
                                           const CandidateId& candidate, const JobId& job) {
    visible_application(snapshot, actor, candidate, job, kPropertiesRefused);
    return files::store::list(snapshot, candidate, job);
}

AttachmentContent attachment(db::Snapshot& snapshot, const accounts::Actor& actor, const FileId& id) {
    AttachmentContent found{.file = existing(snapshot, id), .bytes = {}};
    if (found.file.job) {
        visible_application(snapshot, actor, found.file.candidate, *found.file.job, kFileRefused);
    } else {
        visible(snapshot, actor, found.file.candidate, kForbidden);
    }
    found.bytes.reserve(static_cast<std::size_t>(found.file.size));
    files::store::read(snapshot, id, [&](std::string_view bytes) { found.bytes.append(bytes); });
    return found;
}

void delete_attachment(db::Tx& tx, const accounts::Actor& actor, const FileId& id) {
    store::lock_row(tx, existing(tx, id).candidate);
    const files::StoredFile file = existing(tx, id);  // the candidate may have been deleted before the lock
    std::optional<JobApplicationId> application;
    if (file.job) {
        application = lock_application(tx, actor, file.candidate, *file.job, kFileRefused).id;
    } else {
        lock_candidate(tx, actor, file.candidate, kForbidden);
    }
    if (!files::store::remove(tx, id)) throw not_found("FILE_NOT_FOUND");  // by somebody else meanwhile
    events::audit(
        tx, actor,
        {.name = "ATTACHMENT_DELETED",
         .entity_type = application ? events::EntityName{"APPLICATION"} : events::EntityName{"CANDIDATE"},
         .entity_id = application ? application->text() : file.candidate.text(),
         .context = {{"attachmentId", id.text()}, {"attachmentType", name_of(file.purpose)}}});
}

}  // namespace callboard::candidates
