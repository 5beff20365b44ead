// Sources of the applications of the demo company.
#pragma once

#include <array>
#include <string_view>

namespace callboard::cli::demo {

struct SourceName {
    std::string_view type;
    std::string_view sub_type;
    std::string_view id;  // empty for referrals, where it is a user
};

namespace sources {

inline constexpr SourceName kCareerSite{"CAREER_SITE", "CAREER_SITE", "career-site"};
inline constexpr SourceName kIndeed{"JOB_BOARD", "FREE_JOB_BOARD", "indeed"};
inline constexpr SourceName kGoogle{"JOB_BOARD", "FREE_JOB_BOARD", "google-jobs"};
inline constexpr SourceName kGlassdoor{"JOB_BOARD", "FREE_JOB_BOARD", "glassdoor"};
inline constexpr SourceName kSponsored{"JOB_BOARD", "PREMIUM_JOB_BOARD", "indeed"};
inline constexpr SourceName kStepstone{"JOB_BOARD", "PREMIUM_JOB_BOARD", "stepstone"};
inline constexpr SourceName kMonster{"JOB_BOARD", "PREMIUM_JOB_BOARD", "monster"};
inline constexpr SourceName kLinkedin{"SOCIAL", "SOCIAL_NETWORK", "linkedin"};
inline constexpr SourceName kFacebook{"SOCIAL", "SOCIAL_NETWORK", "facebook"};
inline constexpr SourceName kXing{"SOCIAL", "SOCIAL_NETWORK", "xing"};
inline constexpr SourceName kRecruiters{"AGENCY", "AGENCY", "recruiting-agency"};
inline constexpr SourceName kStaffing{"AGENCY", "AGENCY", "staffing-agency"};
inline constexpr SourceName kJobFair{"SOURCED", "SOURCED", "job-fair"};
inline constexpr SourceName kTalentPool{"SOURCED", "SOURCED", "talent-pool"};
inline constexpr SourceName kApi{"API", "API", "api"};
inline constexpr SourceName kReferral{"REFERRALS", "REFERRALS", ""};

}  // namespace sources

// Repeated entries are more frequent.
// clang-format off
inline constexpr auto kPublicSources = [] {
    using namespace sources;  // NOLINT(google-build-using-namespace): a table
    return std::array{kCareerSite, kCareerSite, kCareerSite, kIndeed, kIndeed, kIndeed, kLinkedin, kLinkedin, kFacebook,
                      kReferral, kReferral, kGoogle, kGlassdoor, kSponsored, kStepstone, kMonster, kXing, kRecruiters,
                      kStaffing, kJobFair, kApi};
}();
// clang-format on
inline constexpr std::array kQuietSources{sources::kReferral,   sources::kReferral, sources::kReferral,
                                          sources::kTalentPool, sources::kLinkedin, sources::kRecruiters,
                                          sources::kJobFair,    sources::kApi};
inline constexpr std::array kLeadSources{sources::kTalentPool, sources::kTalentPool, sources::kJobFair,
                                         sources::kLinkedin,   sources::kRecruiters, sources::kReferral};

}  // namespace callboard::cli::demo
