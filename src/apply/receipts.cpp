#include "apply/receipts.h"

#include "apply/receipt_store.h"
#include "candidates/application_store.h"
#include "jobs/access.h"

namespace callboard::apply {
namespace {

// Everybody who sees the job sees the record that the application belongs to (candidates/applying.h).
bool sees_candidates(db::Snapshot& snapshot, const accounts::Actor& actor, ReadsCandidates scope,
                     const JobId& job) {
    return scope == ReadsCandidates::yes && jobs::sees(snapshot, actor, job);
}

std::optional<candidates::Status> current_status(db::Snapshot& snapshot, const CandidateId& candidate,
                                                 const JobId& job) {
    const auto found = candidates::store::find(snapshot, candidate, job);
    return found ? std::optional{found->status} : std::nullopt;
}

}  // namespace

std::string receipt_for(db::Tx& tx, const accounts::Actor& actor, ReadsCandidates scope,
                        const postings::Posting& posting, const candidates::Applied& applied) {
    if (sees_candidates(tx, actor, scope, posting.job)) return std::string{applied.candidate.text()};
    const auto outcome = applied.is_new ? ReceiptOutcome::created : ReceiptOutcome::repeated;
    const ReceiptId id =
        store::insert_receipt(tx, {.candidate = applied.candidate, .job = posting.job, .outcome = outcome});
    return std::string{id.text()};
}

std::optional<candidates::Status> status_of(db::Snapshot& snapshot, const accounts::Actor& actor,
                                            ReadsCandidates scope, const postings::Posting& posting,
                                            std::string_view id) {
    if (const auto candidate = CandidateId::parse(id);
        candidate && sees_candidates(snapshot, actor, scope, posting.job)) {
        if (const auto status = current_status(snapshot, *candidate, posting.job)) return status;
    }
    const auto receipt_id = ReceiptId::parse(id);
    const auto receipt = receipt_id ? store::find_receipt(snapshot, *receipt_id) : std::nullopt;
    if (!receipt || receipt->job != posting.job) return std::nullopt;
    if (receipt->outcome == ReceiptOutcome::repeated) return candidates::Status::fresh;
    return current_status(snapshot, receipt->candidate, receipt->job);
}

}  // namespace callboard::apply
