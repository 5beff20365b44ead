#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "base/id.h"
#include "base/names.h"

namespace callboard::audit {

enum class AuthorType { user, support_user, system, candidate };

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
    report
};

// An audit record as the company's administrators read it.
struct AuditEvent {
    AuditId id;
    std::string name;
    Timestamp date;
    AuthorType author_type{};
    std::optional<std::string> author_id;
    EntityType entity_type{};
    std::string entity_id;
    std::string context;  // JSON
};

}  // namespace callboard::audit

template <>
struct callboard::Names<callboard::audit::AuthorType> {
    using enum callboard::audit::AuthorType;
    static constexpr std::string_view kName = "AuditAuthorType";
    static constexpr std::array kList{
        std::pair{user, std::string_view{"USER"}}, std::pair{support_user, std::string_view{"SUPPORT_USER"}},
        std::pair{system, std::string_view{"SYSTEM"}}, std::pair{candidate, std::string_view{"CANDIDATE"}}};
};

template <>
struct callboard::Names<callboard::audit::EntityType> {
    using enum callboard::audit::EntityType;
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
    };
};
