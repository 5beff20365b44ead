// Mails with a link to a page where somebody who applied sees the status of the application, withdraws it or
// asks for the deletion of their data, without an account. Only the mailbox proves who they are: the page
// after an application shows no link, because it must not say whether the person was known before.
//
// A link works for a year, and until the candidate has another e-mail address or the application is deleted.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "accounts/password_links.h"
#include "base/clock.h"
#include "base/secret.h"
#include "candidates/application.h"
#include "candidates/applying.h"
#include "db/db.h"
#include "events/author.h"

namespace callboard::candidates {

inline constexpr std::chrono::days kApplicantLinkLife{365};

struct AppliedFor {
    JobId job;
    std::string title;
    std::string language;  // of the ad
};

// Mails a link to the candidate's address, also for an application that was sent before. Older links stay.
// The mail has no text of the applicant, not even the name: anybody can enter the address of somebody else.
// Does nothing if mail cannot be sent to the address, or too many were in a day.
void mail_applicant_link(db::Tx& tx, const Applied& applied, const AppliedFor& job,
                         const accounts::LinkMailing& mailing);

// What the page of a link shows. Nothing if the link does not work.
struct OwnApplication {
    CompanyId company;
    CandidateId candidate;
    JobId job;
    std::string job_title;
    std::string first_name;
    Status status{};
    Timestamp applied_at;
    std::optional<Timestamp> erasure_requested_at;
};
std::optional<OwnApplication> own_application(db::Snapshot& snapshot, const Secret& token);

// Whether an application in this status can be withdrawn.
bool can_withdraw(Status status);

// Return false if the link does not work, or there is nothing to change.
bool withdraw_by_link(db::Tx& tx, const Secret& token, const events::Author& visitor);
bool request_erasure(db::Tx& tx, const Secret& token, const events::Author& visitor);

}  // namespace callboard::candidates
