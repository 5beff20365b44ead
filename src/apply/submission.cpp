#include "apply/submission.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/dummy_write_store.h"
#include "apply/forms.h"
#include "base/encoding.h"
#include "base/error.h"
#include "candidates/consent.h"
#include "candidates/links.h"
#include "candidates/screening.h"
#include "events/audit_log.h"
#include "events/event_store.h"
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

bool has_message(const Input& input) {
    return input.message && !trim(*input.message).empty();
}

void store_file(db::Tx& tx, const postings::Posting& posting, const candidates::Applied& applied,
                const files::NewFile& file) {
    const FileId id = files::store::insert(tx, applied.candidate, posting.job, file);
    events::append(tx, events::ApplicationAttachmentCreated{.job_id = posting.job,
                                                            .candidate_id = applied.candidate,
                                                            .application_id = applied.application,
                                                            .attachment_id = id});
}

// What is written of an application, besides the person.
struct Content {
    candidates::ScreeningAnswers answers;
    std::vector<candidates::ScopeDecision> decisions;
    std::vector<const files::NewFile*> files;
};

// Of those that have rows of their own.
std::size_t count_values(const candidates::ScreeningAnswers& answers) {
    std::size_t count = 0;
    for (const candidates::ScreeningAnswer& answer : answers.content)
        for (const candidates::AnswerRecord& record : answer.records)
            for (const candidates::AnswerField& field : record.fields)
                count += static_cast<std::size_t>(
                    std::ranges::count(field.values, false, &candidates::AnswerValue::is_text));
    return count;
}

// The sizes of the rows that a new application would have, without the chunks of its files.
std::vector<std::size_t> sizes_of_rows(db::Snapshot& snapshot, const candidates::Profile& person,
                                       const Content& content) {
    constexpr std::size_t kRow = 400;
    // The application and its status, and the events and audit records of the candidate and of it.
    std::vector<std::size_t> sizes(5, kRow);
    const auto add = [&](std::size_t count, std::size_t size) { sizes.insert(sizes.end(), count, size); };
    const auto add_deliveries = [&](std::size_t events, std::string_view name) {
        if (events > 0)
            add(events * static_cast<std::size_t>(events::store::count_subscribers(snapshot, name)), kRow);
    };
    add(1, kRow + wire::to_json(person.summary).size() + wire::to_json(person.details).size());
    add(1, kRow + candidates::searched_text(person).size());
    add_deliveries(1, events::CandidateCreated::kName);
    add_deliveries(1, events::ApplicationCreated::kName);
    if (!content.answers.content.empty()) {
        add(1, kRow + wire::to_json(content.answers).size());
        add((count_values(content.answers) + 1) / 2, kRow);  // which have two indexes, not five
        add_deliveries(1, events::ScreeningAnswersCreated::kName);
    }
    add(2 * content.decisions.size(), kRow);  // with an audit record
    add(2 * content.files.size(), kRow);      // with an event
    add_deliveries(content.files.size(), events::ApplicationAttachmentCreated::kName);
    return sizes;
}

// Writes about as much as a new application would: an answer that came sooner, because there was nothing to
// wait for, would reveal that the person is known.
void record_repetition(db::Tx& tx, const events::Author& author, const JobId& job,
                       const candidates::Applied& applied, const candidates::Profile& person,
                       const Content& content) {
    constexpr std::size_t kMostRows = 1'000;
    events::audit(tx, author,
                  {.name = "JOB_APPLICATION_REPEATED",
                   .entity_type = "APPLICATION",
                   .entity_id = applied.application.text(),
                   .context = {{"candidateId", applied.candidate.text()}, {"jobId", job.text()}}});
    auto sizes = sizes_of_rows(tx, person, content);
    sizes.resize(std::min(sizes.size(), kMostRows));
    accounts::store::DummyWrites writes{tx, std::ssize(sizes)};
    for (const std::size_t size : sizes) writes.write(size);
    for (const files::NewFile* file : content.files)
        file->chunks.visit([&](std::string_view chunk) { writes.write_chunk(chunk.size()); });
}

}  // namespace

candidates::Applied submit(db::Tx& tx, const events::Author& author, const postings::Posting& posting,
                           const Input& input) {
    const Form form = form_for(tx, posting.job);
    std::vector<Fault> faults;
    auto answers = checked(form, input.answers, input.conditionals, faults);
    check_consents(form, input.consents, faults);
    check_files(form, input.files, faults);
    if (!faults.empty()) throw Error{ErrorKind::invalid_request, std::move(faults)};

    Content content{.answers = std::move(answers),
                    .decisions = decisions_of(form, input.consents, tx.now),
                    .files = input.files};
    std::optional<files::NewFile> message;
    if (has_message(input)) {
        message = files::text_file(files::Purpose::cover_letter, kMessageName, *input.message);
        content.files.push_back(&*message);
    }

    const candidates::Applied applied = candidates::apply_for_job(tx, author, posting.job, input.draft);
    const events::Author by = author.user ? author : candidates::as_candidate(author, applied.candidate);
    if (!applied.is_new) {
        record_repetition(tx, by, posting.job, applied, input.draft.profile, content);
        return applied;
    }
    candidates::record_answers(tx, applied.candidate, posting.job, applied.application, content.answers);
    candidates::record_decisions(tx, by, applied.candidate, content.decisions);
    for (const files::NewFile* file : content.files) store_file(tx, posting, applied, *file);
    return applied;
}

}  // namespace callboard::apply
