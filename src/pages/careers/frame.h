// What all careers pages have in common: whose they are, and what is around their content.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "careers/careers_page.h"
#include "careers/site_store.h"
#include "configuration/company_profile.h"
#include "db/db.h"
#include "edge/web.h"
#include "pages/careers/texts.h"
#include "pages/page_template.h"

namespace callboard::pages {

// The company of the path, with what its pages show.
struct CareersSite {
    careers::store::Site site;
    careers::CareersPage page;
    configuration::CompanyProfile profile;
    bool has_logo = false;

    const std::string& name() const { return page.name ? *page.name : site.name; }
    std::string path() const;  // "/careers/acme"
};

// Throws RESOURCE_NOT_FOUND if there is no such company.
careers::store::Site site_of(db::Snapshot& snapshot, const edge::PathParams& path);
CareersSite careers_site(db::Snapshot& snapshot, const edge::PathParams& path);

// Whether the visitor is signed in as a user of the company, whatever the role.
bool is_employee(db::Snapshot& snapshot, const edge::WebCall& call, const careers::store::Site& site);

// For edge::public_page.
std::optional<edge::ContentVersion> careers_version(db::Snapshot& snapshot, const edge::PathParams& path);

struct CareersContent {
    std::string title;
    Html head;  // further elements of the head
    Html content;
    bool is_indexed = false;  // by search engines
};
edge::WebReply careers_page_reply(const CareersSite& site, const CareersWords& words, CareersContent content,
                                  int status = 200);

// A page with a heading and a text.
edge::WebReply careers_notice(const CareersSite& site, const CareersWords& words, std::string_view heading,
                              std::string_view text, int status);

// "2026-01-31" as a <time> element.
Html day(Timestamp time);

// HTML of an ad below a heading of ours: its own headings are below that one.
Html below_heading(std::string_view html);

Html hidden_field(std::string_view name, std::string_view value);

// Appends.
void operator+=(Html& html, const Html& more);

}  // namespace callboard::pages
