#include "oauth/scope.h"

#include <gtest/gtest.h>

namespace callboard {
namespace {

using oauth::read_scopes;
using oauth::Scope;
using oauth::ScopeSet;

TEST(Scope, EveryDocumentedNameIsKnown) {
    for (const std::string name : {"approvals_create",
                                   "approvals_read",
                                   "approvals_decide",
                                   "assessment_orders_read",
                                   "assignments_read",
                                   "assignments_submissions_read",
                                   "audit_events_read",
                                   "candidate_applications_manage",
                                   "candidates_create",
                                   "candidates_read",
                                   "candidates_manage",
                                   "candidates_offers_read",
                                   "candidates_offers_manage",
                                   "candidate_status_read",
                                   "company_read",
                                   "configuration_read",
                                   "configuration_manage",
                                   "interviews_read",
                                   "interviews_write",
                                   "interview_types_read",
                                   "interview_types_write",
                                   "jobs_read",
                                   "jobs_manage",
                                   "jobs_publications_manage",
                                   "job_applications_read",
                                   "messages_read",
                                   "messages_write",
                                   "messages_manage",
                                   "new_hires_read",
                                   "onboarding_processes_read",
                                   "reporting_read",
                                   "reporting_write",
                                   "reviews_read",
                                   "reviews_write",
                                   "users_read",
                                   "users_manage",
                                   "user_me_read",
                                   "webhooks_read",
                                   "webhooks_write",
                                   "webhooks_delete",
                                   "webhooks_manage"})
        EXPECT_FALSE(read_scopes(name).unknown) << name;
}

TEST(Scope, TheNewerNamesOfTheListAreKnownToo) {
    for (const std::string name :
         {"partner_configuration_manage", "candidates_parse_resume", "candidate_view_application_status_read",
          "job_applications_manage", "message_templates_read", "message_templates_write",
          "self_schedules_read", "self_schedules_manage", "schedule_preferences_read",
          "interview_templates_read", "interview_templates_manage", "event_management_read",
          "event_management_write", "url_shortener_write"})
        EXPECT_FALSE(read_scopes(name).unknown) << name;
}

TEST(Scope, ANameCountsExactlyAsItIsWritten) {
    for (const std::string name : {"Jobs_read", "JOBS_READ", "jobs-read", "jobs_read,users_read",
                                   "jobs_read\tusers_read", "jobs_rea", "jobs_readx", "*"})
        EXPECT_EQ(read_scopes(name).unknown, name);
    EXPECT_TRUE(read_scopes(std::string{"jobs_read\0", 10}).unknown);
}

TEST(Scope, TheFirstUnknownNameIsReturned) {
    EXPECT_EQ(read_scopes("jobs_read everything users_read nothing").unknown, "everything");
}

TEST(Scope, SpacesAndRepetitionsMakeNoDifference) {
    const auto read = read_scopes("  jobs_read   users_read jobs_read ");

    EXPECT_EQ(read.known, (ScopeSet{Scope::jobs_read, Scope::users_read}));
    EXPECT_FALSE(read.unknown);
}

TEST(Scope, NothingIsNoScope) {
    EXPECT_TRUE(read_scopes("").known.empty());
    EXPECT_TRUE(read_scopes("   ").known.empty());
}

TEST(Scope, WhatIsWrittenCanBeReadAgain) {
    EXPECT_EQ(read_scopes(to_text(ScopeSet::all())).known, ScopeSet::all());
}

TEST(Scope, AWiderSetIncludesANarrowerOneAndNotTheOtherWayRound) {
    const ScopeSet narrow{Scope::jobs_read};
    const ScopeSet wide{Scope::jobs_read, Scope::jobs_manage};

    EXPECT_TRUE(wide.includes(narrow));
    EXPECT_FALSE(narrow.includes(wide));
    EXPECT_FALSE(narrow.includes({Scope::users_read}));
}

}  // namespace
}  // namespace callboard
