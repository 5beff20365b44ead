#include "apply/submission.h"

#include <algorithm>
#include <utility>

#include "accounts/dummy_write_store.h"
#include "apply/forms.h"
#include "base/error.h"
#include "candidates/consent.h"
#include "candidates/links.h"
#include "candidates/screening.h"
#include "events/audit_log.h"
#include "events/outbox.h"

namespace callboard::apply {
namespace {

constexpr std::string_view kMessageName = "message.txt";

void check_consents(const Form& form, const Consents& given, std::vector<Fault>& faults) {
    for (const FormConsent& asked : form.consents.value_or(std::vector<FormConsent>{})) {
        const auto found = given.find(asked.scope);
        if (asked.required.value_or(false) && (found == given.end() || !found->second))
            faults.push_back({"VALIDATION_ERROR", "is required to apply",
                              "/consentDecisions/" + std::string{name_of(asked.scope)}});
    }
}

// A decision on each purpose that the form asks about: what is missing is declined. Without questions in the
// form, those that were given.
std::vector<candidates::ScopeDecision> decisions_of(const Form& form, const Consents& given, Timestamp now) {
    std::vector<candidates::ScopeDecision> decisions;
    const auto add = [&](candidates::ConsentScope scope, bool is_given) {
        decisions.push_back(
            {.scope = scope,
             .decision = is_given ? candidates::Consent::acquired : candidates::Consent::declined,
             .decided_at = now});
    };
    if (form.consents && !form.consents->empty()) {
        for (const FormConsent& asked : *form.consents) {
            const auto found = given.find(asked.scope);
            add(asked.scope, found != given.end() && found->second);
        }
    } else {
        for (const auto& [scope, is_given] : given) add(scope, is_given);
    }
    return decisions;
}

void check_files(const Form& form, const std::vector<const files::NewFile*>& sent,
                 std::vector<Fault>& faults) {
    const bool has_avatar = std::ranges::any_of(
        sent, [](const files::NewFile* file) { return file->purpose == files::Purpose::avatar; });
    if (has_avatar && !form.avatar_upload_available.value_or(true))
        faults.push_back({"VALIDATION_ERROR", "is not accepted by this company", "/avatar"});
}

void store_file(db::Tx& tx, const postings::Posting& posting, const candidates::Applied& applied,
                const files::NewFile& file) {
    const FileId id = files::store::insert(tx, applied.candidate, posting.job, file);
    events::append(tx, events::ApplicationAttachmentCreated{.job_id = posting.job,
                                                            .candidate_id = applied.candidate,
                                                            .application_id = applied.application,
                                                            .attachment_id = id});
}

std::size_t size_of(const Input& input) {
    std::size_t size = input.message ? input.message->size() : 0;
    for (const files::NewFile* file : input.files)
        for (const std::string& chunk : file->chunks) size += chunk.size();
    return size;
}

// Writes about as much as a new application: an answer that came sooner, because there was nothing to wait
// for, would reveal that the person is known.
void record_repetition(db::Tx& tx, const events::Author& author, const JobId& job,
                       const candidates::Applied& applied, const Input& input) {
    constexpr int kRows = 10;  // take as long as those of a candidate with an application and four answers
    constexpr std::size_t kRowSize = 500;
    static_assert(kRows <= accounts::store::DummyWrites::kMost);
    events::audit(tx, author,
                  {.name = "JOB_APPLICATION_REPEATED",
                   .entity_type = "APPLICATION",
                   .entity_id = applied.application.text(),
                   .context = {{"candidateId", applied.candidate.text()}, {"jobId", job.text()}}});
    accounts::store::DummyWrites writes{tx};
    for (int i = 0; i < kRows; ++i) writes.write(kRowSize);
    if (const std::size_t size = size_of(input); size > 0) writes.write_large(size);
}

}  // namespace

candidates::Applied submit(db::Tx& tx, const events::Author& author, const postings::Posting& posting,
                           const Input& input) {
    const Form form = form_for(tx, posting.job);
    std::vector<Fault> faults;
    const auto answers = checked(form, input.answers, input.conditionals, faults);
    check_consents(form, input.consents, faults);
    check_files(form, input.files, faults);
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};

    const candidates::Applied applied = candidates::apply_for_job(tx, author, posting.job, input.draft);
    const events::Author by = author.user ? author : candidates::as_candidate(author, applied.candidate);
    if (!applied.is_new) {
        record_repetition(tx, by, posting.job, applied, input);
        return applied;
    }
    candidates::record_answers(tx, applied.candidate, posting.job, applied.application, answers);
    candidates::record_decisions(tx, by, applied.candidate, decisions_of(form, input.consents, tx.now));
    for (const files::NewFile* file : input.files) store_file(tx, posting, applied, *file);
    if (input.message && !input.message->empty())
        store_file(tx, posting, applied,
                   files::text_file(files::Purpose::cover_letter, kMessageName, *input.message));
    return applied;
}

}  // namespace callboard::apply
