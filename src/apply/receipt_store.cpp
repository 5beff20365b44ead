#include "apply/receipt_store.h"

namespace callboard::apply::store {
namespace {

constexpr db::Sql kInsert{"application_receipt_insert", R"sql(
    INSERT INTO application_receipt (company_id, id, candidate_id, job_id, outcome, created_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kFind{"application_receipt_find", R"sql(
    SELECT candidate_id, job_id, outcome FROM application_receipt WHERE company_id = $1 AND id = $2)sql"};

}  // namespace

ReceiptId insert_receipt(db::Tx& tx, const Receipt& receipt) {
    const auto id = tx.new_id<ReceiptId>();
    tx.enqueue(kInsert, {id, receipt.candidate, receipt.job, receipt.outcome, tx.now});
    return id;
}

std::optional<Receipt> find_receipt(db::Snapshot& snapshot, const ReceiptId& id) {
    return snapshot.first(kFind, {id}, [](const db::Row& row) {
        return Receipt{.candidate = row.id<CandidateId>(0),
                       .job = row.id<JobId>(1),
                       .outcome = row.member<ReceiptOutcome>(2)};
    });
}

}  // namespace callboard::apply::store
