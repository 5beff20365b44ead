// All SQL of offers and their documents.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "accounts/actor.h"
#include "db/db.h"
#include "offers/list_request.h"
#include "offers/offer.h"

namespace callboard::offers::store {

void insert(db::Tx& tx, const Offer& offer);
void update(db::Tx& tx, const Offer& offer);  // status, terms and time of the change
std::optional<Offer> find(db::Snapshot& snapshot, const OfferId& id);

// Which offers a list shows, and where it starts.
struct Selection {
    const ListRequest& asked;                  // with the age converted to a time
    const accounts::Actor* seen_by = nullptr;  // only those for jobs that the actor sees
    std::optional<std::vector<JobId>> jobs;    // these jobs, of which there is one at least
    std::optional<std::pair<CandidateId, JobId>> application;
};

std::int64_t total(db::Snapshot& snapshot, const Selection& selection);
// Newest first.
std::vector<Offer> page(db::Snapshot& snapshot, const Selection& selection, std::int64_t total);
std::vector<OfferLine> with_names(db::Snapshot& snapshot, std::vector<Offer> offers);  // in the same order

void insert(db::Tx& tx, const OfferId& offer, const OfferDocument& document, std::string_view content);
std::vector<OfferDocument> list_documents(db::Snapshot& snapshot, const OfferId& offer);  // oldest first
std::optional<OfferFile> find_document(db::Snapshot& snapshot, const OfferId& offer,
                                       const OfferDocumentId& id);

}  // namespace callboard::offers::store
