// A posting as structured data for search engines: schema.org JobPosting, in JSON-LD.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "postings/posting.h"

namespace callboard::careers {

// What the data says besides the posting.
struct Publisher {
    std::string name;
    std::string identifier;
    std::optional<std::string> website;
    std::optional<std::string> logo;  // absolute URL
};

// All texts of the ad as HTML, with the titles of its sections.
std::string description_of(const postings::FullPosting& posting);

// JSON for a <script> element: it cannot end that element, or begin a comment in it.
std::string job_posting_data(const postings::FullPosting& posting, const Publisher& publisher,
                             std::string_view url);

// JSON in which <, > and & are escapes.
std::string safe_in_script(std::string_view json);

}  // namespace callboard::careers
