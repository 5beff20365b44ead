// All scopes of access tokens, with the text of the consent page.
#pragma once

#include <array>
#include <bitset>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace callboard::oauth {

// clang-format off
#define CALLBOARD_SCOPES(X) \
    X(applications_manage,                    "Manage applications and credentials") \
    X(approvals_create,                       "Create Approval Requests") \
    X(approvals_decide,                       "Approve or Reject Approval Requests") \
    X(approvals_read,                         "Access Approval Requests") \
    X(assessment_orders_read,                 "Access Assessment Orders") \
    X(assignments_read,                       "Access onboarding process assignments") \
    X(assignments_submissions_read,           "Access onboarding form answers and attachments") \
    X(audit_events_read,                      "Access Audit Events") \
    X(candidate_applications_manage,          "Apply to jobs on behalf of a candidate") \
    X(candidate_status_read,                  "Access Candidate's status") \
    X(candidate_view_application_status_read, "See a candidate's own application status") \
    X(candidates_create,                      "Create Candidates") \
    X(candidates_manage,                      "Manage Candidate Status and Properties") \
    X(candidates_offers_manage,               "Create and change Offers") \
    X(candidates_offers_read,                 "Access Offer Terms") \
    X(candidates_parse_resume,                "Read resumes into candidate profiles") \
    X(candidates_read,                        "Access Candidates") \
    X(company_read,                           "Access Company Information") \
    X(configuration_manage,                   "Manage Company Settings") \
    X(configuration_read,                     "Access Company Settings") \
    X(event_management_read,                  "Access Events") \
    X(event_management_write,                 "Create and change Events") \
    X(interview_templates_manage,             "Manage Interview Templates") \
    X(interview_templates_read,               "Access Interview Templates") \
    X(interview_types_read,                   "Access Interview Types") \
    X(interview_types_write,                  "Create and delete Interview Types") \
    X(interviews_read,                        "Access Interviews and Timeslots") \
    X(interviews_write,                       "Create, update and delete Interviews and Timeslots") \
    X(job_applications_manage,                "Manage Job Applications") \
    X(job_applications_read,                  "Access Job Applications") \
    X(jobs_manage,                            "Manage jobs") \
    X(jobs_publications_manage,               "Publish Jobs") \
    X(jobs_read,                              "Access Jobs") \
    X(message_templates_read,                 "Access Message Templates") \
    X(message_templates_write,                "Create and change Message Templates") \
    X(messages_manage,                        "Manage Messages") \
    X(messages_read,                          "Access Messages") \
    X(messages_write,                         "Message Users") \
    X(new_hires_read,                         "Access new hires") \
    X(onboarding_processes_read,              "Access onboarding processes") \
    X(partner_configuration_manage,           "Manage the configuration of a partner") \
    X(reporting_read,                         "Get analytics reports and download report files") \
    X(reporting_write,                        "Manage/execute analytics reports") \
    X(reviews_read,                           "Access Reviews") \
    X(reviews_write,                          "Create, update and delete Reviews") \
    X(schedule_preferences_read,              "Access Schedule Preferences") \
    X(self_schedules_manage,                  "Manage Self-Schedules") \
    X(self_schedules_read,                    "Access Self-Schedules") \
    X(url_shortener_write,                    "Make short links") \
    X(user_me_read,                           "Access information about my user") \
    X(users_manage,                           "Manage Users") \
    X(users_read,                             "Access Users") \
    X(webhooks_delete,                        "Delete webhook subscription") \
    X(webhooks_manage,                        "View, create and delete webhook subscriptions") \
    X(webhooks_read,                          "View webhook subscriptions") \
    X(webhooks_write,                         "Create new webhook subscription")
// clang-format on

enum class Scope {
#define CALLBOARD_SCOPE(name, prompt) name,
    CALLBOARD_SCOPES(CALLBOARD_SCOPE)
#undef CALLBOARD_SCOPE
};

struct ScopePrompt {
    Scope scope;
    std::string_view name;
    std::string_view prompt;
};

inline constexpr std::array kScopes{
#define CALLBOARD_SCOPE(name, prompt) ScopePrompt{Scope::name, #name, prompt},
    CALLBOARD_SCOPES(CALLBOARD_SCOPE)
#undef CALLBOARD_SCOPE
};

class ScopeSet {
  public:
    constexpr ScopeSet() = default;
    ScopeSet(std::initializer_list<Scope> scopes) {
        for (const Scope scope : scopes) bits_.set(static_cast<std::size_t>(scope));
    }
    static ScopeSet all() {
        ScopeSet every;
        every.bits_.set();
        return every;
    }

    bool empty() const { return bits_.none(); }
    bool contains(Scope scope) const { return bits_.test(static_cast<std::size_t>(scope)); }
    bool includes(const ScopeSet& others) const { return (others.bits_ & ~bits_).none(); }
    bool has_any_of(const ScopeSet& others) const { return (bits_ & others.bits_).any(); }

    void insert(Scope scope) { bits_.set(static_cast<std::size_t>(scope)); }
    friend ScopeSet operator|(ScopeSet a, const ScopeSet& b) { return a.bits_ |= b.bits_, a; }
    bool operator==(const ScopeSet&) const = default;

  private:
    std::bitset<kScopes.size()> bits_;
};

// Names separated by spaces, as sent and stored (RFC 6749, section 3.3).
std::string to_text(const ScopeSet& scopes);

struct ReadScopes {
    ScopeSet known;
    std::optional<std::string> unknown;  // the first unknown name
};
ReadScopes read_scopes(std::string_view text);

}  // namespace callboard::oauth

template <>
struct callboard::Names<callboard::oauth::Scope> {
    static constexpr std::string_view kName = "Scope";
    static constexpr auto kList = [] {
        std::array<std::pair<oauth::Scope, std::string_view>, oauth::kScopes.size()> names{};
        for (std::size_t i = 0; i < names.size(); ++i)
            names[i] = {oauth::kScopes[i].scope, oauth::kScopes[i].name};
        return names;
    }();
};
