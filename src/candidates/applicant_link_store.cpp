#include "candidates/applicant_link_store.h"

#include "base/encoding.h"

namespace callboard::candidates::store {
namespace {

constexpr std::int64_t kBatchSize = 500;

constexpr db::Sql kInsert{"applicant_link_insert", R"sql(
    INSERT INTO applicant_link (company_id, token_hash, candidate_id, job_id, recipient, mail_id, created_at,
                                expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8))sql"};

constexpr db::GlobalSql kFind{"applicant_link_find", R"sql(
    SELECT company_id, candidate_id, job_id, recipient
    FROM applicant_link WHERE token_hash = $1 AND expires_at > $2)sql"};

constexpr db::Sql kDelete{"applicant_link_delete", R"sql(
    DELETE FROM applicant_link WHERE company_id = $1 AND candidate_id = $2 RETURNING mail_id)sql"};

constexpr db::GlobalSql kDeleteExpired{"applicant_link_delete_expired", R"sql(
    DELETE FROM applicant_link WHERE token_hash IN
        (SELECT token_hash FROM applicant_link WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

constexpr db::Sql kInsertRequest{"erasure_request_insert", R"sql(
    INSERT INTO erasure_request (company_id, candidate_id, requested_at) VALUES ($1, $2, $3)
    ON CONFLICT (company_id, candidate_id) DO NOTHING)sql"};

constexpr db::Sql kFindRequest{"erasure_request_find", R"sql(
    SELECT requested_at FROM erasure_request WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr db::Sql kDeleteRequest{"erasure_request_delete", R"sql(
    DELETE FROM erasure_request WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr db::Sql kCountRequests{"erasure_request_count", R"sql(
    SELECT count(*) FROM erasure_request WHERE company_id = $1)sql"};

constexpr db::Sql kListRequests{"erasure_request_list", R"sql(
    SELECT r.candidate_id, c.first_name, c.last_name, r.requested_at
    FROM erasure_request r JOIN candidate c ON c.company_id = r.company_id AND c.id = r.candidate_id
    WHERE r.company_id = $1 ORDER BY r.requested_at, r.candidate_id LIMIT $2 OFFSET $3)sql"};

}  // namespace

void insert_applicant_link(db::Tx& tx, const Sha256& token, const ApplicantLink& link, const MailId& mail,
                           Timestamp expires_at) {
    tx.enqueue(kInsert, {to_hex(token), link.candidate, link.job, link.recipient, mail, tx.now, expires_at});
}

std::optional<ApplicantLink> find_applicant_link(db::Snapshot& snapshot, const Sha256& token) {
    return snapshot.first(kFind, {to_hex(token), snapshot.now}, [](const db::Row& row) {
        return ApplicantLink{.company = row.id<CompanyId>(0),
                             .candidate = row.id<CandidateId>(1),
                             .job = row.id<JobId>(2),
                             .recipient = row.string(3)};
    });
}

std::vector<MailId> delete_applicant_links(db::Tx& tx, const CandidateId& candidate) {
    return tx.all(kDelete, {candidate}, [](const db::Row& row) { return row.id<MailId>(0); });
}

bool delete_expired_applicant_links(db::Tx& tx) {
    return tx.execute(kDeleteExpired, {tx.now, kBatchSize}) == kBatchSize;
}

bool insert_erasure_request(db::Tx& tx, const CandidateId& candidate) {
    return tx.execute(kInsertRequest, {candidate, tx.now}) == 1;
}

std::optional<Timestamp> find_erasure_request(db::Snapshot& snapshot, const CandidateId& candidate) {
    return snapshot.first(kFindRequest, {candidate}, [](const db::Row& row) { return row.time(0); });
}

bool delete_erasure_request(db::Tx& tx, const CandidateId& candidate) {
    return tx.execute(kDeleteRequest, {candidate}) == 1;
}

std::int64_t count_erasure_requests(db::Snapshot& snapshot) {
    return snapshot.number(kCountRequests, {});
}

std::vector<ErasureRequest> list_erasure_requests(db::Snapshot& snapshot, std::int64_t limit,
                                                  std::int64_t offset) {
    return snapshot.all(kListRequests, {limit, offset}, [](const db::Row& row) {
        return ErasureRequest{.candidate = row.id<CandidateId>(0),
                              .first_name = row.string(1),
                              .last_name = row.string(2),
                              .requested_at = row.time(3)};
    });
}

}  // namespace callboard::candidates::store
