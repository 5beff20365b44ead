#include "candidates/link_store.h"

#include "base/encoding.h"

namespace callboard::candidates::store {
namespace {

constexpr std::int64_t kBatchSize = 500;

constexpr db::Sql kInsert{"candidate_link_insert", R"sql(
    INSERT INTO candidate_link (company_id, token_hash, candidate_id, purpose, offer_id, version, recipient, mail_id,
                                created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))sql"};

constexpr db::GlobalSql kFind{"candidate_link_find", R"sql(
    SELECT company_id, candidate_id, purpose, offer_id, version, recipient, decision, decided_at
    FROM candidate_link WHERE token_hash = $1 AND expires_at > $2)sql"};

constexpr db::Sql kDecide{"candidate_link_decide", R"sql(
    UPDATE candidate_link SET decision = $3, decided_at = $4
    WHERE company_id = $1 AND token_hash = $2 AND decision IS NULL AND expires_at > $4)sql"};

constexpr db::Sql kDeleteAll{"candidate_link_delete_all", R"sql(
    DELETE FROM candidate_link WHERE company_id = $1 AND candidate_id = $2 RETURNING mail_id)sql"};

constexpr db::Sql kDelete{"candidate_link_delete", R"sql(
    DELETE FROM candidate_link
    WHERE company_id = $1 AND candidate_id = $2 AND purpose = $3 AND COALESCE(offer_id, '') = $4
    RETURNING mail_id)sql"};

constexpr db::Sql kDeleteOfDeletedOffers{"candidate_link_delete_of_deleted_offers", R"sql(
    DELETE FROM candidate_link
    WHERE company_id = $1 AND candidate_id = $2 AND offer_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM offer o WHERE o.company_id = candidate_link.company_id AND o.id = candidate_link.offer_id)
    RETURNING mail_id)sql"};

constexpr db::Sql kCountOfOffer{"candidate_link_count_of_offer", R"sql(
    SELECT count(*) FROM candidate_link
    WHERE company_id = $1 AND candidate_id = $2 AND offer_id = $3 AND recipient = $4 AND expires_at > $5)sql"};

constexpr db::GlobalSql kDeleteExpired{"candidate_link_delete_expired", R"sql(
    DELETE FROM candidate_link WHERE token_hash IN
        (SELECT token_hash FROM candidate_link WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))sql"};

MailId mail_from(const db::Row& row) {
    return row.id<MailId>(0);
}

}  // namespace

void insert_link(db::Tx& tx, const Sha256& token, const CandidateLink& link, const MailId& mail,
                 Timestamp expires_at) {
    tx.enqueue(kInsert, {to_hex(token), link.candidate, link.purpose, link.offer, link.version,
                         link.recipient, mail, tx.now, expires_at});
}

std::optional<CandidateLink> find_link(db::Snapshot& snapshot, const Sha256& token) {
    return snapshot.first(kFind, {to_hex(token), snapshot.now}, [](const db::Row& row) {
        return CandidateLink{
            .company = row.id<CompanyId>(0),
            .candidate = row.id<CandidateId>(1),
            .purpose = row.member<LinkPurpose>(2),
            .offer = row.optional_id<OfferId>(3),
            .version = row.time(4),
            .recipient = row.string(5),
            .decision = row.is_null(6) ? std::nullopt : std::optional{row.member<Decision>(6)},
            .decided_at = row.optional_time(7)};
    });
}

bool decide_link(db::Tx& tx, const Sha256& token, Decision decision) {
    return tx.execute(kDecide, {to_hex(token), decision, tx.now}) == 1;
}

std::vector<MailId> delete_links(db::Tx& tx, const CandidateId& candidate) {
    return tx.all(kDeleteAll, {candidate}, mail_from);
}

std::vector<MailId> delete_links(db::Tx& tx, const CandidateId& candidate, LinkPurpose purpose,
                                 const std::optional<OfferId>& offer) {
    return tx.all(kDelete, {candidate, purpose, offer ? offer->text() : ""}, mail_from);
}

std::vector<MailId> delete_links_of_deleted_offers(db::Tx& tx, const CandidateId& candidate) {
    return tx.all(kDeleteOfDeletedOffers, {candidate}, mail_from);
}

bool has_link(db::Snapshot& snapshot, const CandidateId& candidate, const OfferId& offer,
              std::string_view recipient) {
    return snapshot.number(kCountOfOffer, {candidate, offer, recipient, snapshot.now}) > 0;
}

bool delete_expired_links(db::Tx& tx) {
    return tx.execute(kDeleteExpired, {tx.now, kBatchSize}) == kBatchSize;
}

}  // namespace callboard::candidates::store
