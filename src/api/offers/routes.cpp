// Routes of offers and their documents.
#include "api/routes.h"

#include "api/offers/offers.h"
#include "edge/documented_errors.h"

namespace callboard::api {
namespace {

using edge::Errors;

const Errors kCandidate{{404, "CANDIDATE_NOT_FOUND"}};
const Errors kNoAccess = kCandidate + Errors{{401, "NO_ACCESS_TO_CANDIDATE"}};
const Errors kOffers{{403, "NO_ACCESS_TO_OFFERS"}};
const Errors kAppliedOffers = kNoAccess + Errors{{404, "APPLICATION_NOT_FOUND"}};
const Errors kOffer = kAppliedOffers + Errors{{404, "OFFER_NOT_FOUND"}};
const Errors kNewOffer = kAppliedOffers + Errors{{400, "INVALID_OFFER_PROPERTY"}, {403, "PERMISSION_DENIED"}};
const Errors kMoveOffer = kOffer + Errors{{400, "INVALID_OFFER_PROPERTY"},
                                          {400, "OFFER_PROPERTY_REQUIRED"},
                                          {400, "REQUIRED_SUB_STATUS_OMITTED"},
                                          {403, "PERMISSION_DENIED"},
                                          {409, "OFFER_STATUS_CONFLICT"}};
const Errors kOfferApproval =
    kAppliedOffers + Errors{{404, "OFFERS_NOT_FOUND"}, {404, "APPROVALS_NOT_FOUND"}};
const Errors kDocuments{{404, "OFFER_NOT_FOUND"}, {409, "OFFER_NOT_SENT"}};
const Errors kDocument = kDocuments + Errors{{404, "DOCUMENT_NOT_FOUND"}};

constexpr std::string_view kAppliedOffersPath = "/candidates/{candidateId}/jobs/{jobId}/offers";
constexpr std::string_view kOfferPath = "/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}";
constexpr std::string_view kOfferApprovalPath =
    "/candidates/{candidateId}/jobs/{jobId}/offers/{offerId}/approvals/latest";
constexpr std::string_view kDocumentPath = "/offers/{offerId}/documents/{documentId}";

}  // namespace

std::vector<edge::Route> offers_routes() {
    using edge::any_of;
    using edge::route;
    using enum http::Method;
    using enum oauth::Scope;
    using enum throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(route({get,   "/offers",                            "listOffers",                  "List offers",                                          any_of({candidates_offers_read}),           {customer_api},                 200, kOffers},              list_offers).heavy());
    add(route({get,   kAppliedOffersPath,                   "listApplicationOffers",       "List the offers of an application",                    any_of({candidates_offers_read}),           {customer_api},                 200, kAppliedOffers},       list_application_offers));
    add(route({post,  kAppliedOffersPath,                   "createOffer",                 "Create an offer",                                      any_of({candidates_offers_manage}),         {customer_api},                 201, kNewOffer},            create_offer).with_faults_as_400());
    add(route({get,   kOfferPath,                           "getOffer",                    "Get an offer",                                         any_of({candidates_offers_read}),           {customer_api},                 200, kOffer},               get_offer));
    add(route({patch, kOfferPath,                           "updateOffer",                 "Update the status or the properties of an offer",      any_of({candidates_offers_manage}),         {customer_api},                 200, kMoveOffer},           patch_offer).with_faults_as_400());
    add(route({get,   kOfferApprovalPath,                   "getLatestOfferApproval",      "Get the latest approval request of an offer",          any_of({candidates_offers_read}),           {customer_api},                 200, kOfferApproval},       get_latest_offer_approval));
    add(route({get,   "/offers/{offerId}/documents",        "listOfferDocuments",          "List the documents of an offer",                       any_of({candidates_offers_read}),           {customer_api},                 200, kDocuments},           list_offer_documents));
    add(route({get,   kDocumentPath,                        "getOfferDocument",            "Download a document of an offer",                      any_of({candidates_offers_read}),           {customer_api},                 200, kDocument},            get_offer_document));
    // clang-format on
    return table;
}

}  // namespace callboard::api
