// The mail with an offer, and what a candidate does by the link in it (candidates/links.h): read the letter,
// and accept or decline. The link is void once the offer is withdrawn, or answered in another way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/password_links.h"
#include "base/secret.h"
#include "candidates/candidate.h"
#include "candidates/link_store.h"
#include "db/db.h"
#include "events/author.h"
#include "offers/offer.h"

namespace callboard::offers {

// Mails a link to an offer that was just sent. Without effect if mail cannot be sent to the address of the
// candidate.
void mail_link(db::Tx& tx, const Offer& offer, const candidates::Candidate& candidate,
               const std::string& job_title, const accounts::LinkMailing& mailing);

void revoke_links(db::Tx& tx, const Offer& offer);

// Whether the candidate can answer by a link.
bool has_link(db::Snapshot& snapshot, const Offer& offer);

// What the page of a link shows. Nothing if the link does not work.
struct OfferQuestion {
    std::string company;
    std::string first_name;
    std::string language;  // as of the mail
    std::string job_title;
    std::string letter;                            // empty if it was declined, like the documents
    std::vector<OfferDocument> documents;          // the first one is the letter
    std::optional<candidates::Decision> decision;  // made by this link
    std::optional<Timestamp> decided_at;
};
std::optional<OfferQuestion> offer_question(db::Snapshot& snapshot, const Secret& token);

// A document of the offer, unless the candidate has declined it.
std::optional<OfferFile> offered_document(db::Snapshot& snapshot, const Secret& token,
                                          const OfferDocumentId& id);

// The decision of the candidate. Returns false if the link does not work, or was used before.
bool decide_offer(db::Tx& tx, const Secret& token, candidates::Decision decision,
                  const events::Author& visitor);

}  // namespace callboard::offers
