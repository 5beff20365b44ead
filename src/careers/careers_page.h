// How the careers pages of a company look, and what they say: stored as JSON in the format of the API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/actor.h"
#include "apply/form.h"
#include "base/version_tag.h"
#include "db/db.h"
#include "markup/html.h"
#include "wire/shape.h"

namespace callboard::careers {

inline constexpr std::size_t kMostTranslations = 50;

inline constexpr wire::Rule kHeadlineRule{.min_length = 1, .max_length = 200, .one_line = true};
inline constexpr wire::Rule kIntroductionRule{
    .max_length = 10'000,
    .about = "HTML above the list of jobs; elements and attributes that are not allowed are removed."};
inline constexpr wire::Rule kConfirmationRule{
    .min_length = 1, .max_length = 2'000, .about = "What applicants read after they have applied."};

struct CareersTranslation {
    std::string language;
    std::optional<std::string> headline;
    std::optional<markup::Html> introduction;
    std::optional<std::string> confirmation;

    static constexpr std::string_view kName = "CareersPageTranslation";
    static constexpr auto shape() {
        using Self = CareersTranslation;
        return wire::fields(
            wire::field("language", &Self::language,
                        {.min_length = 2, .max_length = 16, .about = "A code of `GET /v1/languages`."}),
            wire::field("headline", &Self::headline, kHeadlineRule),
            wire::field("introduction", &Self::introduction, kIntroductionRule),
            wire::field("confirmation", &Self::confirmation, kConfirmationRule));
    }
};

struct CareersPage {
    std::optional<std::string> name;
    std::optional<std::string> accent_color;
    std::optional<std::string> header_color;
    std::optional<std::string> headline;
    std::optional<markup::Html> introduction;
    std::optional<std::string> confirmation;
    std::optional<std::string> imprint_url;
    std::optional<std::string> privacy_url;
    std::optional<std::vector<CareersTranslation>> translations;

    static constexpr std::string_view kName = "CareersPage";
    static constexpr auto shape() {
        using Self = CareersPage;
        constexpr wire::Rule kColor{.min_length = 7, .max_length = 7, .about = "As `#rrggbb`."};
        constexpr wire::Rule kUrl{.min_length = 8, .max_length = 2'000, .one_line = true};
        return wire::fields(
            wire::field("name", &Self::name,
                        {.min_length = 1,
                         .max_length = 200,
                         .one_line = true,
                         .about = "The name of the company on the pages, if it is not that of the company."}),
            wire::field("accentColor", &Self::accent_color, kColor),
            wire::field("headerColor", &Self::header_color, kColor),
            wire::field("headline", &Self::headline, kHeadlineRule),
            wire::field("introduction", &Self::introduction, kIntroductionRule),
            wire::field("confirmation", &Self::confirmation, kConfirmationRule),
            wire::field("imprintUrl", &Self::imprint_url, kUrl),
            wire::field("privacyUrl", &Self::privacy_url, kUrl),
            wire::field("translations", &Self::translations, {.max_items = kMostTranslations}));
    }
    static CareersPage example();
};

struct VersionedPage {
    CareersPage page;
    std::int64_t version = 0;  // 0: never changed
};

// Throws VALIDATION_ERROR with every fault: colours, links, languages that are unknown or used twice.
void require_valid(const CareersPage& page);

// Users who may read the configuration see it, administrators change it.
VersionedPage careers_page(db::Snapshot& snapshot, const accounts::Actor& actor);
VersionedPage set_careers_page(db::Tx& tx, const accounts::Actor& actor, const CareersPage& page,
                               const ExpectedVersion& expected);

// For visitors.
CareersPage public_careers_page(db::Snapshot& snapshot);

// The texts in the first of the languages that the company has translated any to, with or without its region;
// or those that are not translated.
struct CareersTexts {
    std::optional<std::string> headline;
    std::optional<markup::Html> introduction;
    std::optional<std::string> confirmation;
    std::string headline_language;  // empty: not translated, so it may be any
    std::string introduction_language;
};
CareersTexts texts_in(const CareersPage& page, std::initializer_list<std::string_view> languages);

// The form, with the privacy policy of the careers page if it has none of its own.
apply::Form with_privacy_policy(apply::Form form, const CareersPage& page, const std::string& company);

}  // namespace callboard::careers
