#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/common/actions.h"
#include "api/common/application_parts.h"
#include "api/common/job_link.h"
#include "api/common/resource_link.h"
#include "api/offers/approval_messages.h"
#include "base/names.h"
#include "db/db.h"
#include "edge/call.h"
#include "offers/list_request.h"
#include "offers/offer.h"
#include "wire/list_parameters.h"
#include "wire/shape.h"
#include "wire/text_map.h"

namespace callboard::api {

// The maximum number of properties of an offer, and of characters in each.
inline constexpr wire::Rule kTerms{.max_length = 4000, .max_items = offers::kMaxProperties};

struct OfferInput {
    std::optional<wire::TextMap> properties;

    static constexpr std::string_view kName = "OfferInput";
    static constexpr auto shape() {
        return wire::fields(wire::field("properties", &OfferInput::properties, kTerms));
    }
    static OfferInput example() {
        return {.properties = wire::TextMap{{"salary", "52000 USD"}, {"startDate", "2026-03-01"}}};
    }
};

struct OfferPatch {
    std::optional<offers::OfferStatus> status;
    std::optional<wire::TextMapPatch> properties;

    static constexpr std::string_view kName = "OfferPatch";
    static constexpr auto shape() {
        constexpr wire::Rule kChanges{
            .max_length = kTerms.max_length,
            .max_items = kTerms.max_items,
            .about = "The properties to change, only while the offer is CREATED; null removes one."};
        return wire::fields(wire::field("status", &OfferPatch::status),
                            wire::field("properties", &OfferPatch::properties, kChanges));
    }
    static OfferPatch example() {
        return {.status = offers::OfferStatus::accepted, .properties = std::nullopt};
    }
};

struct OfferActions {
    ResourceLink<CandidateId> candidate;
    JobLink job;
    Action details;

    static constexpr std::string_view kName = "OfferActions";
    static constexpr auto shape() {
        using Self = OfferActions;
        return wire::fields(wire::field("candidate", &Self::candidate), wire::field("job", &Self::job),
                            wire::field("details", &Self::details));
    }
};

struct OfferView {
    OfferId id;
    offers::OfferStatus status{};
    Timestamp created_on;
    Timestamp updated_on;
    wire::StoredTextMap properties;
    OfferActions actions;

    static constexpr std::string_view kName = "Offer";
    static constexpr auto shape() {
        using Self = OfferView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("status", &Self::status),
            wire::field("createdOn", &Self::created_on), wire::field("updatedOn", &Self::updated_on),
            wire::field("properties", &Self::properties, kTerms), wire::field("actions", &Self::actions));
    }
};

struct OfferLineView : OfferView {
    ApplicantPart candidate;
    AppliedJobPart job;

    static constexpr std::string_view kName = "OfferLine";
    static constexpr auto shape() {
        using Self = OfferLineView;
        return wire::fields(wire::inherited<Self>("id", &Self::id),
                            wire::inherited<Self>("status", &Self::status),
                            wire::field("candidate", &Self::candidate), wire::field("job", &Self::job),
                            wire::inherited<Self>("createdOn", &Self::created_on),
                            wire::inherited<Self>("updatedOn", &Self::updated_on),
                            wire::inherited<Self>("properties", &Self::properties, kTerms),
                            wire::inherited<Self>("actions", &Self::actions));
    }
};

struct OfferList {
    std::int64_t limit = 0;
    std::int64_t offset = 0;
    std::int64_t total_found = 0;
    std::vector<OfferLineView> content;

    static constexpr std::string_view kName = "Offers";
    static constexpr auto shape() {
        using Self = OfferList;
        return wire::fields(wire::field("limit", &Self::limit), wire::field("offset", &Self::offset),
                            wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

// The default is the maximum: clients that do not page expect all offers of the application.
struct ApplicationOffersQuery {
    std::int64_t limit = 100;
    std::int64_t offset = 0;

    static constexpr auto shape() {
        using Self = ApplicationOffersQuery;
        return wire::fields(wire::limit_field(&Self::limit), wire::offset_field(&Self::offset));
    }
};

struct OfferDocumentView {
    OfferDocumentId id;
    std::string name;
    Timestamp created_date;

    static constexpr std::string_view kName = "OfferDocument";
    static constexpr auto shape() {
        using Self = OfferDocumentView;
        return wire::fields(wire::field("id", &Self::id), wire::field("name", &Self::name),
                            wire::field("createdDate", &Self::created_date));
    }
};

// The only provider in the API.
enum class SignatureProvider { docusign };

struct OfferDocumentList {
    std::vector<OfferDocumentView> documents;
    bool is_currently_syncing = false;
    SignatureProvider provider = SignatureProvider::docusign;

    static constexpr std::string_view kName = "OfferDocuments";
    static constexpr auto shape() {
        using Self = OfferDocumentList;
        return wire::fields(wire::field("documents", &Self::documents),
                            wire::field("isCurrentlySyncing", &Self::is_currently_syncing),
                            wire::field("provider", &Self::provider));
    }
};

OfferList list_offers(db::Snapshot& snapshot, const edge::Call<wire::Nothing, offers::ListRequest>& call);
OfferList list_application_offers(db::Snapshot& snapshot,
                                  const edge::Call<wire::Nothing, ApplicationOffersQuery>& call);
edge::Reply<OfferView> create_offer(db::Tx& tx, const edge::Call<OfferInput>& call);
OfferView get_offer(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Reply<OfferView> patch_offer(db::Tx& tx, const edge::Call<OfferPatch>& call);
ApprovalRequestView get_latest_offer_approval(db::Snapshot& snapshot, const edge::Call<>& call);
OfferDocumentList list_offer_documents(db::Snapshot& snapshot, const edge::Call<>& call);
edge::Download get_offer_document(db::Snapshot& snapshot, const edge::Call<>& call);

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::SignatureProvider> {
    using enum callboard::api::SignatureProvider;
    static constexpr std::string_view kName = "SignatureProvider";
    static constexpr std::array kList{std::pair{docusign, std::string_view{"DOCUSIGN"}}};
};
