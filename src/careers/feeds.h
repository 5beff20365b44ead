// The feed of a company's postings (RSS 2.0) and its sitemap (sitemaps.org 0.9).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"

namespace callboard::careers {

inline constexpr std::int64_t kMostFeedItems = 50;
inline constexpr std::int64_t kMostSitemapUrls = 50'000;  // of the standard

struct FeedItem {
    std::string title;
    std::string url;
    std::string id;           // never another posting's
    std::string description;  // HTML
    std::string category;     // may be empty
    Timestamp released_at;
};

struct Feed {
    std::string title;
    std::string url;       // of the list of jobs
    std::string self_url;  // of the feed
    std::string description;
    std::vector<FeedItem> items;
};
std::string rss(const Feed& feed);

struct SitemapUrl {
    std::string url;
    Timestamp changed_at;
};
std::string sitemap(std::string_view list_url, const std::vector<SitemapUrl>& urls);

}  // namespace callboard::careers
