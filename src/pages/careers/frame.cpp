#include "pages/careers/frame.h"

#include <utility>

#include "base/error.h"
#include "pages/identity/browser.h"
#include "postings/links.h"

namespace callboard::pages {
namespace {

Html logo(const CareersSite& site) {
    if (!site.has_logo) return {};
    return fill(web_file("careers/logo.html"), {{"path", site.path()}});
}

Html link(std::string_view url, std::string_view text) {
    return fill(web_file("careers/footer_link.html"), {{"url", url}, {"text", text}});
}

Html footer(const CareersSite& site, const CareersWords& words) {
    Html links;
    if (site.profile.website) links += link(*site.profile.website, site.name());
    if (site.page.privacy_url) links += link(*site.page.privacy_url, words("privacy"));
    if (site.page.imprint_url) links += link(*site.page.imprint_url, words("imprint"));
    links += link(site.path() + "/feed.xml", words("feed"));
    return links;
}

}  // namespace

std::string CareersSite::path() const {
    return std::string{postings::kCareersPath}.append(site.identifier);
}

careers::store::Site site_of(db::Snapshot& snapshot, const edge::PathParams& path) {
    auto site = careers::store::find_site(snapshot, path.text("company"));
    if (!site) throw not_found("RESOURCE_NOT_FOUND");
    return std::move(*site);
}

CareersSite careers_site(db::Snapshot& snapshot, const edge::PathParams& path) {
    auto site = site_of(snapshot, path);
    db::Snapshot own = snapshot.within(site.company);
    auto details = configuration::company_details(own);
    return {.site = std::move(site),
            .page = careers::public_careers_page(own),
            .profile = std::move(details.profile),
            .has_logo = details.has_logo};
}

bool is_employee(db::Snapshot& snapshot, const edge::WebCall& call, const careers::store::Site& site) {
    const auto session = session_of(snapshot, call);
    return session && session->who.company == site.company;
}

std::optional<edge::ContentVersion> careers_version(db::Snapshot& snapshot, const edge::PathParams& path) {
    auto site = careers::store::find_site(snapshot, path.text("company"));
    if (!site) return std::nullopt;
    return edge::ContentVersion{.text = std::move(site->version), .changed_at = site->changed_at};
}

edge::WebReply careers_page_reply(const CareersSite& site, const CareersWords& words, CareersContent content,
                                  int status) {
    Html head = std::move(content.head);
    if (!content.is_indexed) head += Html{"<meta name=\"robots\" content=\"noindex\">\n"};
    return {.status = status,
            .body = fill(web_file("careers/layout.html"), {{"language", words.language()},
                                                           {"title", content.title},
                                                           {"company", site.name()},
                                                           {"path", site.path()},
                                                           {"head", std::move(head)},
                                                           {"skip", words("skip")},
                                                           {"logo", logo(site)},
                                                           {"content", std::move(content.content)},
                                                           {"links", footer(site, words)}})
                        .markup,
            .headers = {}};
}

edge::WebReply careers_notice(const CareersSite& site, const CareersWords& words, std::string_view heading,
                              std::string_view text, int status) {
    return careers_page_reply(
        site, words,
        {.title = std::string{heading},
         .head = {},
         .content = fill(
             web_file("careers/notice.html"),
             {{"heading", heading}, {"text", text}, {"path", site.path()}, {"all_jobs", words("all_jobs")}})},
        status);
}

Html day(Timestamp time) {
    constexpr std::size_t kDay = std::string_view{"2026-01-31"}.size();
    const std::string text = to_iso(time).substr(0, kDay);
    return {"<time datetime=\"" + text + "\">" + text + "</time>"};
}

// The sanitiser writes tags in one way.
Html below_heading(std::string_view html) {
    std::string lower;
    lower.reserve(html.size());
    while (!html.empty()) {
        const bool is_heading = html.starts_with("<h1") || html.starts_with("<h2");
        const bool is_end = html.starts_with("</h1") || html.starts_with("</h2");
        if (is_heading || is_end) {
            lower.append(is_end ? "</h3" : "<h3");
            html.remove_prefix(is_end ? 4 : 3);
        } else {
            lower += html.front();
            html.remove_prefix(1);
        }
    }
    return {std::move(lower)};
}

Html hidden_field(std::string_view name, std::string_view value) {
    return fill("<input type=\"hidden\" name=\"{{name}}\" value=\"{{value}}\">\n",
                {{"name", name}, {"value", value}});
}

void operator+=(Html& html, const Html& more) {
    html.markup += more.markup;
}

}  // namespace callboard::pages
