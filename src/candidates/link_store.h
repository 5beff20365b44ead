// Links by which candidates decide, by the hash of their token.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "base/names.h"
#include "db/db.h"

namespace callboard::candidates {

enum class LinkPurpose { consent, offer };

enum class Decision { accepted, declined };

namespace store {

struct CandidateLink {
    CompanyId company;
    CandidateId candidate;
    LinkPurpose purpose{};
    std::optional<OfferId> offer;  // with LinkPurpose::offer
    Timestamp version;             // of the consent request, or of the offer's last change
    std::string recipient;
    std::optional<Decision> decision;
    std::optional<Timestamp> decided_at;
};

void insert_link(db::Tx& tx, const Sha256& token, const CandidateLink& link, const MailId& mail,
                 Timestamp expires_at);

// Nothing if it has expired.
std::optional<CandidateLink> find_link(db::Snapshot& snapshot, const Sha256& token);

bool decide_link(db::Tx& tx, const Sha256& token, Decision decision);  // false: it was decided before

// Both return the mails that the links were sent by.
std::vector<MailId> delete_links(db::Tx& tx, const CandidateId& candidate);
std::vector<MailId> delete_links(db::Tx& tx, const CandidateId& candidate, LinkPurpose purpose,
                                 const std::optional<OfferId>& offer);

// Of offers that do not exist any more.
std::vector<MailId> delete_links_of_deleted_offers(db::Tx& tx, const CandidateId& candidate);

// Whether this address has a link to the offer that has not expired.
bool has_link(db::Snapshot& snapshot, const CandidateId& candidate, const OfferId& offer,
              std::string_view recipient);

// Deletes a limited batch; returns true if there may be more.
bool delete_expired_links(db::Tx& tx);

}  // namespace store
}  // namespace callboard::candidates

template <>
struct callboard::Names<callboard::candidates::LinkPurpose> {
    using enum callboard::candidates::LinkPurpose;
    static constexpr std::array kList{std::pair{consent, std::string_view{"CONSENT"}},
                                      std::pair{offer, std::string_view{"OFFER"}}};
};

template <>
struct callboard::Names<callboard::candidates::Decision> {
    using enum callboard::candidates::Decision;
    static constexpr std::array kList{std::pair{accepted, std::string_view{"ACCEPTED"}},
                                      std::pair{declined, std::string_view{"DECLINED"}}};
};
