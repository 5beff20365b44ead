// Route table rows of the pages for candidates, who have no account.
#include "pages/routes.h"

#include "edge/documented_errors.h"
#include "edge/services.h"
#include "edge/web.h"
#include "pages/candidate/consent_page.h"
#include "pages/candidate/offer_page.h"

namespace callboard::pages {
namespace {

const edge::Errors kDocument{{404, "DOCUMENT_NOT_FOUND"}};

}  // namespace

std::vector<edge::Route> candidate_page_routes() {
    using edge::anybody;
    using edge::web;
    using enum http::Method;
    constexpr auto pass = edge::with_password;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                  operation                      summary                                                 who may call                                throttled by                    ok   its own errors         handler
    add(web  ({get,   edge::kConsentPath,                   "candidateConsentPage",        "Get the page of a consent request",                    anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        candidate_consent_page));
    add(pass ({post,  edge::kConsentPath,                   "decideConsent",               "Give or decline consent by a mailed link",             anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        decide_candidate_consent));
    add(web  ({get,   edge::kOfferPath,                     "candidateOfferPage",          "Get the page of an offer",                             anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        candidate_offer_page));
    add(pass ({post,  edge::kOfferPath,                     "answerOffer",                 "Accept or decline an offer by a mailed link",          anybody(),                                  {throttle::Policy::pages},      200, {}},                   "text/html",        decide_candidate_offer));
    add(web  ({get,   kOfferDocumentPath,                   "downloadOfferedDocument",     "Download a document of an offer by a mailed link",     anybody(),                                  {throttle::Policy::pages},      200, kDocument},            edge::kFile,        candidate_offer_document));
    // clang-format on
    return table;
}

}  // namespace callboard::pages
