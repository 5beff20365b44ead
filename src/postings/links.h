// Where people find a posting: the paths of its pages, the same for the API, the careers pages and mails.
#pragma once

#include <string>
#include <string_view>

#include "base/id.h"

namespace callboard::postings {

inline constexpr std::string_view kCareersPath = "/careers/";  // followed by the identifier of the company

// Lower-case letters and digits with hyphens between them; letters of other scripts are kept,
// percent-encoded.
std::string slug_of(std::string_view title);

// "acme/743999123456789-line-cook": the identifier of the company, the id and the slug.
std::string link_of(std::string_view company, const PostingId& id, std::string_view slug);

// The page of a posting, and the same page with its form: "/careers/acme/743999123456789-line-cook?oga=true".
std::string page_path(std::string_view link);
std::string apply_path(std::string_view link);

// Where an employee gets a link to refer somebody.
std::string referral_path(std::string_view link);

// The id in the part of the path that has the slug; a changed or absent slug leads to the same posting.
std::string_view id_in(std::string_view id_and_slug);

}  // namespace callboard::postings
