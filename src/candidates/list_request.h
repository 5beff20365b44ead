// The query parameters of the list of candidates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"
#include "candidates/application.h"
#include "candidates/candidate.h"
#include "db/text_search.h"
#include "wire/list_parameters.h"

template <>
struct callboard::Names<callboard::db::WordMatch> {
    using enum callboard::db::WordMatch;
    static constexpr std::string_view kName = "WordMatch";
    static constexpr std::array kList{std::pair{words, std::string_view{"words"}},
                                      std::pair{prefix, std::string_view{"prefix"}}};
};

namespace callboard::candidates {

// A filter without values is not applied. Grouped lists have the same length: each index is one criterion.
struct ListRequest {
    std::optional<std::string> text;
    db::WordMatch match = db::WordMatch::words;
    std::vector<std::string> places;
    std::vector<std::string> tags;
    std::vector<ConsentStatus> consents;
    std::optional<Timestamp> updated_after;
    std::vector<std::string> jobs;  // a malformed id matches no job
    std::vector<Status> statuses;
    std::optional<std::string> sub_status;
    std::optional<Onboarding> onboarding;
    std::vector<std::int64_t> ratings;  // of reviews, which do not exist yet

    std::vector<std::string> property_ids;
    std::vector<std::string> property_values;

    std::vector<std::string> source_types;
    std::vector<std::string> source_sub_types;
    std::vector<std::string> source_values;

    std::vector<std::string> question_categories;
    std::vector<std::string> question_fields;
    std::vector<std::string> question_values;

    std::optional<std::string> cursor;  // where the page before ended
    std::int64_t offset = 0;
    std::int64_t limit = 10;

    static constexpr auto shape() {
        using Self = ListRequest;
        constexpr wire::Rule kIds{.max_length = 256, .max_items = 100};
        return wire::fields(
            wire::field("q", &Self::text,
                        {.max_length = 1000,
                         .about = "Finds any of these words; \"words in quotes\" are matched as a phrase."}),
            wire::field(
                "match", &Self::match,
                {.about = "How q is compared: words, the default, or prefix: all words must match, and "
                          "the last one may be the beginning of a word of the name, or of the e-mail "
                          "address before the @."}),
            wire::limit_field(&Self::limit),
            wire::offset_field(&Self::offset, "For later pages, use pageId instead.", 10'000),
            wire::cursor_field("pageId", &Self::cursor,
                               "The nextPageId of the previous page; send the same filters."),
            wire::field("jobId", &Self::jobs, kIds),
            wire::field("location", &Self::places,
                        {.max_length = 256, .max_items = 100, .about = "Words in the candidate's location."}),
            wire::field("averageRating", &Self::ratings, {.min = 1, .max = 5, .max_items = 5}),
            wire::field("status", &Self::statuses, {.max_items = 100}),
            wire::field("consentStatus", &Self::consents, {.max_items = 100}),
            wire::field("subStatus", &Self::sub_status, {.max_length = 256, .about = "Requires status."}),
            wire::field("tag", &Self::tags, {.max_length = 150, .max_items = 100}),
            wire::field("updatedAfter", &Self::updated_after),
            wire::field("onboardingStatus", &Self::onboarding),
            wire::field("propertyId", &Self::property_ids, kIds),
            wire::field("propertyValueId", &Self::property_values, kIds),
            wire::field("sourceType", &Self::source_types, kIds),
            wire::field("sourceSubType", &Self::source_sub_types, kIds),
            wire::field("sourceValueId", &Self::source_values, kIds),
            wire::field("questionCategory", &Self::question_categories, kIds),
            wire::field("questionFieldId", &Self::question_fields, kIds),
            wire::field("questionFieldValueId", &Self::question_values, kIds));
    }
};

}  // namespace callboard::candidates
