#include "careers/feeds.h"

#include "base/http_date.h"
#include "careers/xml_text.h"

namespace callboard::careers {
namespace {

constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

void element(std::string& xml, std::string_view name, std::string_view text) {
    xml.append("<").append(name).append(">").append(escaped_xml(text));
    xml.append("</").append(name).append(">\n");
}

}  // namespace

std::string rss(const Feed& feed) {
    std::string xml{kHead};
    xml += "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n";
    element(xml, "title", feed.title);
    element(xml, "link", feed.url);
    element(xml, "description", feed.description);
    xml += "<atom:link href=\"" + escaped_xml(feed.self_url) +
           "\" rel=\"self\" type=\"application/rss+xml\"/>\n";
    if (!feed.items.empty()) element(xml, "lastBuildDate", http_date(feed.items.front().released_at));
    for (const FeedItem& item : feed.items) {
        xml += "<item>\n";
        element(xml, "title", item.title);
        element(xml, "link", item.url);
        xml += "<guid isPermaLink=\"false\">" + escaped_xml(item.id) + "</guid>\n";
        element(xml, "pubDate", http_date(item.released_at));
        if (!item.category.empty()) element(xml, "category", item.category);
        element(xml, "description", item.description);
        xml += "</item>\n";
    }
    return xml + "</channel>\n</rss>\n";
}

std::string sitemap(std::string_view list_url, const std::vector<SitemapUrl>& urls) {
    std::string xml{kHead};
    xml += "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";
    xml += "<url><loc>" + escaped_xml(list_url) + "</loc></url>\n";
    for (const SitemapUrl& each : urls)
        xml += "<url><loc>" + escaped_xml(each.url) + "</loc><lastmod>" + to_iso(each.changed_at) +
               "</lastmod></url>\n";
    return xml + "</urlset>\n";
}

}  // namespace callboard::careers
