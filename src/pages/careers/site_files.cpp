#include "pages/careers/site_files.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "base/error.h"
#include "careers/color.h"
#include "careers/feeds.h"
#include "careers/structured_data.h"
#include "pages/careers/frame.h"
#include "postings/links.h"
#include "postings/listing.h"

namespace callboard::pages {
namespace {

using careers::Color;

// The backgrounds of web/callboard.css on which the accent has to be readable.
constexpr Color kLightPaper{0xfb, 0xfa, 0xf7};
constexpr Color kDarkCard{0x1d, 0x21, 0x1f};

std::string variable(std::string_view name, const Color& color) {
    return "--" + std::string{name} + ": " + color.text() + ";";
}

std::string accent_rules(const Color& wanted) {
    const Color light = careers::readable_on(wanted, kLightPaper);
    const Color dark = careers::readable_on(wanted, kDarkCard);
    return ":root {" + variable("accent", light) +
           variable("accent-strong", careers::mixed(light, careers::kBlack, 0.25)) +
           variable("accent-wash", careers::mixed(light, careers::kWhite, 0.93)) + "}\n" +
           "@media (prefers-color-scheme: dark) { :root {" + variable("accent", dark) +
           variable("accent-strong", careers::mixed(dark, careers::kWhite, 0.25)) +
           variable("accent-wash", careers::mixed(kDarkCard, dark, 0.1)) + "} }\n";
}

std::string_view media_type(accounts::ImageFormat format) {
    switch (format) {
        case accounts::ImageFormat::png: return "image/png";
        case accounts::ImageFormat::jpeg: return "image/jpeg";
        case accounts::ImageFormat::gif: return "image/gif";
        case accounts::ImageFormat::webp: return "image/webp";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

careers::FeedItem item_of(db::Snapshot& own, const CareersSite& site,
                          const postings::store::PostingLine& line, const std::string& origin) {
    const auto posting = postings::find_full(own, line.id.text());
    const std::string link = postings::link_of(site.site.identifier, line.id, postings::slug_of(line.title));
    careers::FeedItem item{.title = line.title,
                           .url = origin + postings::page_path(link),
                           .id = "urn:uuid:" + std::string{line.uuid.text()},
                           .description = posting ? careers::description_of(*posting) : std::string{},
                           .category = {},
                           .released_at = line.released_at};
    if (posting && posting->content.department) item.category = posting->content.department->label;
    return item;
}

}  // namespace

std::string color_rules(const careers::CareersPage& page) {
    std::string css;
    if (const auto accent = page.accent_color ? Color::parse(*page.accent_color) : std::nullopt)
        css += accent_rules(*accent);
    if (const auto header = page.header_color ? Color::parse(*page.header_color) : std::nullopt)
        css += ":root {" + variable("banner", *header) + variable("banner-text", careers::text_on(*header)) +
               "}\n";
    return css + "/* end */\n";
}

edge::WebReply careers_style(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto site = site_of(snapshot, call.path);
    db::Snapshot own = snapshot.within(site.company);
    return {.content_type = "text/css; charset=utf-8",
            .body = color_rules(careers::public_careers_page(own)),
            .headers = {}};
}

edge::WebReply careers_logo(db::Snapshot& snapshot, const edge::WebCall& call) {
    const auto site = site_of(snapshot, call.path);
    db::Snapshot own = snapshot.within(site.company);
    auto logo = configuration::company_logo(own);
    if (!logo) throw not_found("LOGO_NOT_FOUND");
    return {.content_type = media_type(logo->format), .body = std::move(logo->bytes), .headers = {}};
}

edge::WebReply careers_feed(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    const CareersWords words{"en"};
    db::Snapshot own = snapshot.within(site.site.company);
    postings::ListRequest request;
    request.limit = careers::kMostFeedItems;
    const std::string& origin = call.public_url();
    careers::Feed feed{
        .title = words("jobs_at", {{"company", site.name()}}),
        .url = origin + site.path(),
        .self_url = origin + site.path() + "/feed.xml",
        .description = site.page.headline.value_or(words("jobs_at", {{"company", site.name()}})),
        .items = {}};
    for (const auto& line : postings::list(own, request).postings)
        feed.items.push_back(item_of(own, site, line, origin));
    return {.content_type = "application/rss+xml; charset=utf-8", .body = careers::rss(feed), .headers = {}};
}

edge::WebReply careers_sitemap(db::Snapshot& snapshot, const edge::WebCall& call) {
    const CareersSite site = careers_site(snapshot, call.path);
    db::Snapshot own = snapshot.within(site.site.company);
    std::vector<careers::SitemapUrl> urls;
    for (const auto& each : careers::store::sitemap_lines(own, careers::kMostSitemapUrls - 1)) {
        const std::string link = postings::link_of(site.site.identifier, each.id, each.slug);
        urls.push_back(
            {.url = call.public_url() + postings::page_path(link), .changed_at = each.released_at});
    }
    return {.content_type = "application/xml; charset=utf-8",
            .body = careers::sitemap(call.public_url() + site.path(), urls),
            .headers = {}};
}

}  // namespace callboard::pages
