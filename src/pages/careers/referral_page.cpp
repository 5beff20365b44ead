#include "pages/careers/referral_page.h"

#include <string>

#include "base/encoding.h"
#include "configuration/sources.h"
#include "edge/route.h"
#include "pages/careers/form_view.h"
#include "pages/careers/job_page.h"
#include "pages/identity/browser.h"
#include "pages/identity/sign_in_page.h"

namespace callboard::pages {
namespace {

// Strangers see the job by it, and their application has the source that it names.
std::string referral_link(const std::string& job_page, const UserId& user) {
    const auto parameter = [](std::string_view name, std::string_view value) {
        return std::string{name}.append("=").append(percent_encode(value));
    };
    return job_page + "?" + parameter(field::kSourceType, configuration::kReferrals) + "&" +
           parameter(field::kSource, user.text());
}

}  // namespace

edge::WebReply careers_referral_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    const auto session = session_of(snapshot, call);
    if (!session) return send_to_sign_in(call);
    const auto shown = shown_posting(snapshot, call, site.site);
    if (!shown) return posting_is_gone(site, call);
    const postings::FullPosting& posting = shown->posting;
    const bool is_employee = session->who.company == site.site.company;
    if (!is_employee || posting.visibility != postings::Visibility::everyone)
        return edge::redirect(path_of(site, posting));
    const CareersWords words{posting.language};
    const std::string heading = words("refer", {{"job", posting.title}});
    const std::string path = path_of(site, posting);
    return careers_page_reply(
        site, words,
        {.title = heading,
         .head = {},
         .content = fill(web_file("careers/referral.html"),
                         {{"path", path},
                          {"job", posting.title},
                          {"heading", heading},
                          {"text", words("refer_text")},
                          {"link", referral_link(call.public_url() + path, session->who.user)}})});
}

}  // namespace callboard::pages
