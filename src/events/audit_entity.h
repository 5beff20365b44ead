// What audit records are about.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::events {

enum class EntityType {
    user,
    candidate,
    application,
    offer,
    job,
    company,
    job_property,
    job_ad,
    credential,
    report_file,
    onboarding_process,
    hiring_team_role,
    webhook_subscription,
    report,
    hiring_process,
    reason,
    source,
    candidate_property,
    offer_property
};

}  // namespace callboard::events

template <>
struct callboard::Names<callboard::events::EntityType> {
    using enum callboard::events::EntityType;
    static constexpr std::string_view kName = "AuditEntityType";
    static constexpr std::array kList{
        std::pair{user, std::string_view{"USER"}},
        std::pair{candidate, std::string_view{"CANDIDATE"}},
        std::pair{application, std::string_view{"APPLICATION"}},
        std::pair{offer, std::string_view{"OFFER"}},
        std::pair{job, std::string_view{"JOB"}},
        std::pair{company, std::string_view{"COMPANY"}},
        std::pair{job_property, std::string_view{"JOB_PROPERTY"}},
        std::pair{job_ad, std::string_view{"JOB_AD"}},
        std::pair{credential, std::string_view{"CREDENTIAL"}},
        std::pair{report_file, std::string_view{"REPORT_FILE"}},
        std::pair{onboarding_process, std::string_view{"ONBOARDING_PROCESS"}},
        std::pair{hiring_team_role, std::string_view{"HIRING_TEAM_ROLE"}},
        std::pair{webhook_subscription, std::string_view{"WEBHOOK_SUBSCRIPTION"}},
        std::pair{report, std::string_view{"REPORT"}},
        std::pair{hiring_process, std::string_view{"HIRING_PROCESS"}},
        std::pair{reason, std::string_view{"REASON"}},
        std::pair{source, std::string_view{"SOURCE"}},
        std::pair{candidate_property, std::string_view{"CANDIDATE_PROPERTY"}},
        std::pair{offer_property, std::string_view{"OFFER_PROPERTY"}},
    };
};

namespace callboard::events {

// The name of an EntityType. Any other text does not compile.
class EntityName {
  public:
    // NOLINTNEXTLINE(google-explicit-constructor): an entry is written as it is
    consteval EntityName(const char* name) : name_(name) {
        if (!named<EntityType>(name_)) throw "not the name of an EntityType";
    }
    constexpr std::string_view text() const { return name_; }

  private:
    std::string_view name_;
};

}  // namespace callboard::events
