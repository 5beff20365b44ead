// Mails with a link to a page where a candidate decides, without an account: on the storage of their data
// (candidates/consent.h), or on an offer (offers/offer_links.h). A link works for one decision and 30 days,
// and until the question is revoked or asked anew, or the candidate has another e-mail address or is deleted.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/password_links.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/secret.h"
#include "candidates/candidate.h"
#include "candidates/link_store.h"
#include "db/db.h"
#include "events/author.h"
#include "mail/mail.h"

namespace callboard::candidates {

inline constexpr std::chrono::days kLinkLife{30};

// What the candidate is asked.
struct Question {
    LinkPurpose purpose{};
    std::optional<OfferId> offer;
    Timestamp version;  // as in store::CandidateLink
};

// Mails a link, which replaces the last one for the same question. Returns false if mail cannot be sent to
// the candidate's address, or too many were in a day; then there is no new link.
bool mail_link(db::Tx& tx, const Candidate& candidate, const Question& question, mail::Mail mail,
               const accounts::LinkMailing& mailing);

// The link and the candidate, if it may be used for this purpose. Whether what it asks about is still open is
// for the caller to find out.
struct FoundLink {
    store::CandidateLink link;
    Candidate candidate;
};
std::optional<FoundLink> find_link(db::Snapshot& snapshot, const Secret& token, LinkPurpose purpose);

// Uses the link up. Returns false if somebody else was faster. The candidate's row must be locked.
bool use_link(db::Tx& tx, const Secret& token, Decision decision);

// These also delete mails that were not sent yet.
void revoke_links(db::Tx& tx, const CandidateId& candidate);
void revoke_links_of_deleted_offers(db::Tx& tx, const CandidateId& candidate);
void revoke_links(db::Tx& tx, const CandidateId& candidate, const Question& question);

// Of a candidate who is deleted, or will have another address: also deletes the address from mails that were
// sent.
void forget_links(db::Tx& tx, const CandidateId& candidate, std::string_view address);

// The author of what the candidate decides.
events::Author as_candidate(const events::Author& visitor, const CandidateId& candidate);

// The language in which the candidate applied, which is that of the job's ad; empty if there is none.
std::string language_of(db::Snapshot& snapshot, const JobId& job);
std::string language_of(db::Snapshot& snapshot, const CandidateId& candidate);

// That language, if mails have texts in it; otherwise that of the company.
std::string language_of_page(db::Snapshot& snapshot, std::string_view language);

}  // namespace callboard::candidates
