#include "pages/careers/status_page.h"

#include <optional>
#include <string>
#include <utility>

#include "base/secret.h"
#include "candidates/applicant_links.h"
#include "candidates/links.h"
#include "edge/route.h"
#include "pages/careers/apply_page.h"
#include "pages/careers/frame.h"

namespace callboard::pages {
namespace {

// The same for a link that never existed, has expired, or is of another company.
edge::WebReply link_is_void(const CareersSite& site, const edge::WebCall& call) {
    const CareersWords words{edge::preferred_language(call.request)};
    return careers_notice(site, words, words("link_void"), words("link_void_text"), 410);
}

Html action(const CareersSite& site, std::string_view token, std::string_view name, std::string_view heading,
            std::string_view text, std::string_view button) {
    return fill(web_file("careers/action.html"), {{"path", site.path() + std::string{kStatusPage}},
                                                  {"link", token},
                                                  {"action", name},
                                                  {"heading", heading},
                                                  {"text", text},
                                                  {"button", button}});
}

Html actions(const CareersSite& site, const CareersWords& words, const candidates::OwnApplication& own,
             std::string_view token) {
    Html all;
    if (candidates::can_withdraw(own.status))
        all += action(site, token, "withdraw", words("withdraw"),
                      words("withdraw_text", {{"company", site.name()}}), words("withdraw"));
    if (own.erasure_requested_at) {
        const std::string date = to_iso(*own.erasure_requested_at).substr(0, 10);
        all += fill("<p>{{text}}</p>\n", {{"text", words("erase_requested", {{"date", date}})}});
    } else {
        all += action(site, token, "erase", words("erase"), words("erase_text", {{"company", site.name()}}),
                      words("erase_button"));
    }
    return all;
}

struct StatusView {
    const CareersSite& site;
    const candidates::OwnApplication& application;
    std::string language;
    std::string_view token;
    Html notice;
};

edge::WebReply status_view(StatusView view) {
    const CareersWords words{view.language};
    const candidates::OwnApplication& own = view.application;
    const std::string date = to_iso(own.applied_at).substr(0, 10);
    return careers_page_reply(
        view.site, words,
        {.title = words("your_application"),
         .head = {},
         .content = fill(web_file("careers/status.html"),
                         {{"heading", words("your_application")},
                          {"notice", std::move(view.notice)},
                          {"hello", words("hello", {{"name", own.first_name}})},
                          {"applied_on", words("applied_on", {{"job", own.job_title}, {"date", date}})},
                          {"label", words("status")},
                          {"status", words("status_" + std::string{name_of(own.status)})},
                          {"actions", actions(view.site, words, own, view.token)}})});
}

std::optional<candidates::OwnApplication> application_of(db::Snapshot& snapshot, const CareersSite& site,
                                                         std::string_view token) {
    if (token.empty()) return std::nullopt;
    auto own = candidates::own_application(snapshot, Secret{std::string{token}});
    if (!own || own->company != site.site.company) return std::nullopt;
    return own;
}

std::string language_in(db::Snapshot& snapshot, const candidates::OwnApplication& own) {
    db::Snapshot inside = snapshot.within(own.company);
    return candidates::language_of(inside, own.job);
}

Html notice(bool is_done, std::string_view text) {
    return fill("<p class=\"notice{{kind}}\" role=\"{{role}}\">{{text}}</p>\n",
                {{"kind", is_done ? "" : " bad"}, {"role", is_done ? "status" : "alert"}, {"text", text}});
}

}  // namespace

edge::WebReply application_status_page(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    const std::string_view token = call.query ? call.query->text("token") : "";
    const auto own = application_of(snapshot, site, token);
    if (!own) return link_is_void(site, call);
    return status_view({.site = site,
                        .application = *own,
                        .language = language_in(snapshot, *own),
                        .token = token,
                        .notice = {}});
}

edge::WebReply change_own_application(db::Tx& tx, const edge::WebCall& call) {
    const CareersSite site = careers_site(tx, call.path);
    const std::string_view token = call.form ? call.form->text("link") : "";
    if (!application_of(tx, site, token)) return link_is_void(site, call);
    const Secret secret{std::string{token}};
    const std::string_view wanted = call.form->text("action");
    bool is_done = false;
    if (wanted == "withdraw") is_done = candidates::withdraw_by_link(tx, secret, call.author());
    if (wanted == "erase") is_done = candidates::request_erasure(tx, secret, call.author());
    const auto own = application_of(tx, site, token);
    if (!own) return link_is_void(site, call);
    std::string language = language_in(tx, *own);
    const CareersWords words{language};
    const std::string text =
        !is_done ? words("nothing_changed") : words(wanted == "erase" ? "erase_done" : "withdraw_done");
    return status_view({.site = site,
                        .application = *own,
                        .language = std::move(language),
                        .token = token,
                        .notice = notice(is_done, text)});
}

}  // namespace callboard::pages
