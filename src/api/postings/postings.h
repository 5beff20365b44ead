// Public postings: what anybody can read about the published jobs of a company.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/db.h"
#include "edge/call.h"
#include "edge/route.h"
#include "jobs/job_content.h"
#include "postings/list_request.h"
#include "postings/posting.h"
#include "wire/shape.h"

namespace callboard::api {

struct PostingCompanyView {
    std::string identifier;
    std::string name;

    static constexpr std::string_view kName = "PostingCompany";
    static constexpr auto shape() {
        return wire::fields(wire::field("identifier", &PostingCompanyView::identifier),
                            wire::field("name", &PostingCompanyView::name));
    }
};

struct PostingLanguageView {
    std::string code;
    std::optional<std::string_view> label;
    std::optional<std::string_view> label_native;

    static constexpr std::string_view kName = "PostingLanguage";
    static constexpr auto shape() {
        return wire::fields(wire::field("code", &PostingLanguageView::code),
                            wire::field("label", &PostingLanguageView::label),
                            wire::field("labelNative", &PostingLanguageView::label_native));
    }
};

struct PostingItemView {
    PostingId id;
    PostingUuid uuid;
    std::string name;
    JobAdId job_ad_id;
    bool default_job_ad = false;
    PostingCompanyView company;
    Timestamp released_date;
    wire::Stored<postings::PostingContent> content;
    std::string ref;
    PostingLanguageView language;
    postings::Visibility visibility{};

    static constexpr std::string_view kName = "PostingItem";
    static constexpr auto shape() {
        using Self = PostingItemView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("uuid", &Self::uuid), wire::field("name", &Self::name),
            wire::field("jobAdId", &Self::job_ad_id), wire::field("defaultJobAd", &Self::default_job_ad),
            wire::field("company", &Self::company), wire::field("releasedDate", &Self::released_date),
            wire::members(&Self::content),
            wire::field("ref", &Self::ref, {.about = "The address of the posting in this API."}),
            wire::field("language", &Self::language), wire::field("visibility", &Self::visibility));
    }
};

struct PostingListView {
    std::int64_t limit = 0;
    std::int64_t offset = 0;
    std::int64_t total_found = 0;
    std::vector<PostingItemView> content;

    static constexpr std::string_view kName = "Postings";
    static constexpr auto shape() {
        using Self = PostingListView;
        return wire::fields(wire::field("limit", &Self::limit), wire::field("offset", &Self::offset),
                            wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

struct PostingAdView {
    wire::JsonOf<jobs::AdSections> sections;

    static constexpr std::string_view kName = "PostingJobAd";
    static constexpr auto shape() { return wire::fields(wire::field("sections", &PostingAdView::sections)); }
};

struct PostingView {
    PostingId id;
    PostingUuid uuid;
    std::string name;
    JobId job_id;
    JobAdId job_ad_id;
    bool default_job_ad = false;
    PostingCompanyView company;
    Timestamp released_date;
    wire::Stored<postings::PostingContent> content;
    std::string ref;
    std::string posting_url;
    std::string apply_url;
    std::optional<std::string> referral_url;
    PostingAdView job_ad;
    PostingLanguageView language;
    postings::Visibility visibility{};
    bool active = true;

    static constexpr std::string_view kName = "Posting";
    static constexpr auto shape() {
        using Self = PostingView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("uuid", &Self::uuid), wire::field("name", &Self::name),
            wire::field("jobId", &Self::job_id), wire::field("jobAdId", &Self::job_ad_id),
            wire::field("defaultJobAd", &Self::default_job_ad), wire::field("company", &Self::company),
            wire::field("releasedDate", &Self::released_date), wire::members(&Self::content),
            wire::field("ref", &Self::ref, {.about = "The address of the posting in this API."}),
            wire::field("postingUrl", &Self::posting_url, {.about = "The page of the posting."}),
            wire::field("applyUrl", &Self::apply_url, {.about = "The page on which candidates apply."}),
            wire::field("referralUrl", &Self::referral_url,
                        {.about = "The page on which an employee of the company gets the link to refer "
                                  "somebody; absent for internal postings."}),
            wire::field("jobAd", &Self::job_ad), wire::field("language", &Self::language),
            wire::field("visibility", &Self::visibility),
            wire::field("active", &Self::active, {.about = "Always true: others are not found."}));
    }
};

// Where candidates come from, for the link on which they apply.
struct PostingSourceQuery {
    std::optional<std::string> source_type_id;
    std::optional<std::string> source_sub_type_id;
    std::optional<std::string> source_id;

    static constexpr auto shape() {
        using Self = PostingSourceQuery;
        return wire::fields(
            wire::field("sourceTypeId", &Self::source_type_id,
                        {.max_length = 256, .about = "Added to applyUrl, as the other parameters."}),
            wire::field("sourceSubTypeId", &Self::source_sub_type_id, {.max_length = 256}),
            wire::field("sourceId", &Self::source_id, {.max_length = 256}));
    }
};

struct PublicDepartmentView {
    std::string id;
    std::string label;
    std::optional<std::string> description;

    static constexpr std::string_view kName = "PublicDepartment";
    static constexpr auto shape() {
        using Self = PublicDepartmentView;
        return wire::fields(wire::field("id", &Self::id), wire::field("label", &Self::label),
                            wire::field("description", &Self::description));
    }
};

struct PublicDepartmentsView {
    std::int64_t total_found = 0;
    std::vector<PublicDepartmentView> content;

    static constexpr std::string_view kName = "PublicDepartments";
    static constexpr auto shape() {
        using Self = PublicDepartmentsView;
        return wire::fields(wire::field("totalFound", &Self::total_found),
                            wire::field("content", &Self::content));
    }
};

PostingListView list_public_postings(db::Snapshot& snapshot,
                                     const edge::Call<wire::Nothing, postings::ListRequest>& call);
PostingView get_public_posting(db::Snapshot& snapshot,
                               const edge::Call<wire::Nothing, PostingSourceQuery>& call);
PublicDepartmentsView list_public_departments(db::Snapshot& snapshot, const edge::Call<>& call);

// Of all public responses about a company.
std::optional<edge::ContentVersion> postings_version(db::Snapshot& snapshot, const edge::PathParams& path);

}  // namespace callboard::api
