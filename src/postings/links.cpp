#include "postings/links.h"

#include "base/encoding.h"
#include "base/words.h"

namespace callboard::postings {
namespace {

constexpr std::size_t kLongestSlug = 80;  // in bytes, before it is encoded

}  // namespace

std::string slug_of(std::string_view title) {
    std::string slug;
    for (const SearchWord& each : search_words(title)) {
        if (slug.size() + each.text.size() + 1 > kLongestSlug) break;
        slug.append(slug.empty() ? "" : "-").append(each.text);
    }
    return percent_encode(slug);
}

std::string link_of(std::string_view company, const PostingId& id, std::string_view slug) {
    std::string link{company};
    link.append("/").append(id.text());
    if (!slug.empty()) link.append("-").append(slug);
    return link;
}

std::string page_path(std::string_view link) {
    return std::string{kCareersPath}.append(link);
}

std::string apply_path(std::string_view link) {
    constexpr std::string_view kForm = "?oga=true";
    std::string path;
    path.reserve(kCareersPath.size() + link.size() + kForm.size());
    return path.append(kCareersPath).append(link).append(kForm);
}

std::string referral_path(std::string_view link) {
    return page_path(link).append("/referral");
}

std::string_view id_in(std::string_view id_and_slug) {
    return id_and_slug.substr(0, id_and_slug.find('-'));
}

}  // namespace callboard::postings
