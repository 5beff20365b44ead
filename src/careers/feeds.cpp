#include "careers/feeds.h"

#include <array>
#include <chrono>

#include "careers/xml_text.h"

namespace callboard::careers {
namespace {

constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

void element(std::string& xml, std::string_view name, std::string_view text) {
    xml.append("<").append(name).append(">").append(escaped_xml(text));
    xml.append("</").append(name).append(">\n");
}

std::string two_digits(auto number) {
    return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

}  // namespace

std::string feed_date(Timestamp time) {
    using namespace std::chrono;
    constexpr std::array kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto second = floor<seconds>(sys_time<milliseconds>{milliseconds{time.ms}});
    const auto day = floor<days>(second);
    const year_month_day date{day};
    const hh_mm_ss clock{second - day};
    return std::string{kDays[weekday{day}.c_encoding()]} + ", " +
           two_digits(static_cast<unsigned>(date.day())) + " " +
           kMonths[static_cast<unsigned>(date.month()) - 1] + " " +
           std::to_string(static_cast<int>(date.year())) + " " + two_digits(clock.hours().count()) + ":" +
           two_digits(clock.minutes().count()) + ":" + two_digits(clock.seconds().count()) + " GMT";
}

std::string rss(const Feed& feed) {
    std::string xml{kHead};
    xml += "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">\n<channel>\n";
    element(xml, "title", feed.title);
    element(xml, "link", feed.url);
    element(xml, "description", feed.description);
    xml += "<atom:link href=\"" + escaped_xml(feed.self_url) +
           "\" rel=\"self\" type=\"application/rss+xml\"/>\n";
    if (!feed.items.empty()) element(xml, "lastBuildDate", feed_date(feed.items.front().released_at));
    for (const FeedItem& item : feed.items) {
        xml += "<item>\n";
        element(xml, "title", item.title);
        element(xml, "link", item.url);
        xml += "<guid isPermaLink=\"false\">" + escaped_xml(item.id) + "</guid>\n";
        element(xml, "pubDate", feed_date(item.released_at));
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
