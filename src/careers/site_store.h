// What the careers pages of a company are made of, apart from its postings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/id.h"
#include "db/db.h"
#include "postings/listing.h"

namespace callboard::careers::store {

// A company with careers pages. Every company has them.
struct Site {
    CompanyId company;
    std::string identifier;
    std::string name;
    std::string version;  // never the same after a change of anything that the pages show
    std::optional<Timestamp> changed_at;
};

std::optional<Site> find_site(db::Snapshot& snapshot, std::string_view identifier);

// The values of the postings that the visitor sees, for filters.
struct Facet {
    std::string department;  // id; empty: none
    std::string country;     // code
    std::string language;    // code
    std::string workplace;   // a name of postings::LocationType
};
std::vector<Facet> facets(db::Snapshot& snapshot, postings::Visitor visitor);

// The public postings for the sitemap, newest first.
struct SitemapLine {
    PostingId id;
    std::string slug;
    Timestamp released_at;
};
std::vector<SitemapLine> sitemap_lines(db::Snapshot& snapshot, std::int64_t most);

}  // namespace callboard::careers::store
