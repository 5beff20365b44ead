// Route table rows of the careers pages. They are for people and search engines, so the OpenAPI document does
// not have them.
#include "pages/routes.h"

#include "edge/public_page.h"
#include "edge/web_input.h"
#include "pages/careers/apply_page.h"
#include "pages/careers/frame.h"
#include "pages/careers/job_page.h"
#include "pages/careers/list_page.h"
#include "pages/careers/referral_page.h"
#include "pages/careers/site_files.h"
#include "pages/careers/status_page.h"

namespace callboard::pages {
namespace {

edge::Route shown(edge::Columns columns, std::string_view content_type,
                  edge::WebReply (*handler)(db::Snapshot&, const edge::WebCall&)) {
    return edge::public_page(std::move(columns), content_type, careers_version, handler).outside_openapi();
}

}  // namespace

std::vector<edge::Route> careers_page_routes() {
    using edge::anybody;
    using edge::web;
    using enum http::Method;
    using throttle::Policy;

    std::vector<edge::Route> table;
    const auto add = [&](edge::Route row) { table.push_back(std::move(row)); };
    // clang-format off
    //         method path                                   operation            summary                                     who may call throttled by             ok   its own errors                  handler
    add(shown({get,   "/careers/{company}",                    "careersList",       "Get the list of a company's jobs",          anybody(),   {Policy::postings},     200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html",           careers_list_page).in_label_languages().for_sessions());
    add(shown({get,   "/careers/{company}/{posting}",          "careersJob",        "Get the page of a job",                     anybody(),   {Policy::postings},     200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html",           careers_job_page));
    add(shown({get,   "/careers/{company}/{posting}/form.css", "careersFormStyle",  "Get the stylesheet of an application form", anybody(),   {Policy::static_files}, 200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/css",            careers_form_style));
    add(shown({get,   "/careers/{company}/style.css",          "careersStyle",      "Get the colors of a company's pages",       anybody(),   {Policy::static_files}, 200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/css",            careers_style));
    add(shown({get,   "/careers/{company}/logo",               "careersLogo",       "Get the logo of a company",                 anybody(),   {Policy::static_files}, 200, {{404, "LOGO_NOT_FOUND"}}},     "image/png",           careers_logo));
    add(shown({get,   "/careers/{company}/feed.xml",           "careersFeed",       "Get the feed of a company's jobs",          anybody(),   {Policy::postings},     200, {{404, "RESOURCE_NOT_FOUND"}}}, "application/rss+xml", careers_feed));
    add(shown({get,   "/careers/{company}/sitemap.xml",        "careersSitemap",    "Get the sitemap of a company's jobs",       anybody(),   {Policy::postings},     200, {{404, "RESOURCE_NOT_FOUND"}}}, "application/xml",     careers_sitemap));
    add(edge::web_with_form(
             {post,   "/careers/{company}/{posting}",          "careersApply",      "Apply on the page of a job",                anybody(),   {Policy::pages},        303, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html", read_sent_form, refused_application, apply_on_page).with_body_limit(kApplyFormBody).outside_openapi());
    add(web  ({get,   "/careers/{company}/{posting}/referral", "careersReferral",   "Get an employee's link to refer somebody",  anybody(),   {Policy::pages},        200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html", careers_referral_page).outside_openapi());
    add(web  ({get,   "/careers/{company}/status",             "careersStatus",     "Get the page of an application",            anybody(),   {Policy::pages},        200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html", application_status_page).outside_openapi());
    add(web  ({post,  "/careers/{company}/status",             "careersChangeOwn",  "Withdraw an application by a mailed link",  anybody(),   {Policy::pages},        200, {{404, "RESOURCE_NOT_FOUND"}}}, "text/html", change_own_application).outside_openapi());
    // clang-format on
    return table;
}

}  // namespace callboard::pages
