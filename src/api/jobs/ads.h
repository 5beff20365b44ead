#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/common/actions.h"
#include "api/jobs/job_messages.h"
#include "base/clock.h"
#include "base/names.h"
#include "db/db.h"
#include "edge/call.h"
#include "jobs/job.h"
#include "jobs/job_content.h"
#include "wire/shape.h"

namespace callboard::api {

struct JobAdInput {
    std::string title;
    std::optional<LanguageInput> language;
    std::optional<jobs::AdSections> job_ad;
    std::optional<jobs::Location> location;

    static constexpr std::string_view kName = "JobAdInput";
    static constexpr auto shape() {
        using Self = JobAdInput;
        return wire::fields(wire::field("title", &Self::title, {.min_length = 1, .max_length = 256}),
                            wire::field("language", &Self::language), wire::field("jobAd", &Self::job_ad),
                            wire::field("location", &Self::location));
    }
    static JobAdInput example();
};

enum class AdPosting { published, not_published };

struct PostingsAction {
    Action postings;

    static constexpr std::string_view kName = "JobAdActions";
    static constexpr auto shape() { return wire::fields(wire::field("postings", &PostingsAction::postings)); }
};

struct AdCreatorView {
    UserId id;

    static constexpr std::string_view kName = "JobAdCreator";
    static constexpr auto shape() { return wire::fields(wire::field("id", &AdCreatorView::id)); }
};

struct JobAdView {
    JobAdId id;
    std::string title;
    LanguageView language;
    wire::JsonOf<jobs::AdSections> job_ad;
    std::optional<wire::JsonOf<jobs::Location>> location;
    Timestamp created_on;
    Timestamp updated_on;
    AdPosting posting_status{};
    bool is_default = false;
    PostingsAction actions;
    AdCreatorView creator;
    jobs::Posting visibility{};
    std::optional<std::string> apply_url;

    static constexpr std::string_view kName = "JobAdItem";
    static constexpr auto shape() {
        using Self = JobAdView;
        return wire::fields(
            wire::field("id", &Self::id), wire::field("title", &Self::title),
            wire::field("language", &Self::language), wire::field("jobAd", &Self::job_ad),
            wire::field("location", &Self::location), wire::field("createdOn", &Self::created_on),
            wire::field("updatedOn", &Self::updated_on), wire::field("postingStatus", &Self::posting_status),
            wire::field("default", &Self::is_default), wire::field("actions", &Self::actions),
            wire::field("creator", &Self::creator), wire::field("visibility", &Self::visibility),
            wire::field("applyUrl", &Self::apply_url,
                        {.about = "The page on which candidates apply, while the ad is published."}));
    }
};

wire::ArrayOf<JobAdView> list_job_ads(db::Snapshot& snapshot, const edge::Call<>& call);
JobAdView create_job_ad(db::Tx& tx, const edge::Call<JobAdInput>& call);
JobAdView get_job_ad(db::Snapshot& snapshot, const edge::Call<>& call);
JobAdView replace_job_ad(db::Tx& tx, const edge::Call<JobAdInput>& call);

}  // namespace callboard::api

template <>
struct callboard::Names<callboard::api::AdPosting> {
    using enum callboard::api::AdPosting;
    static constexpr std::string_view kName = "JobAdPostingStatus";
    static constexpr std::array kList{std::pair{published, std::string_view{"PUBLISHED"}},
                                      std::pair{not_published, std::string_view{"NOT_PUBLISHED"}}};
};
