// Reading and changing the application forms of a company and its jobs.
#pragma once

#include <cstdint>
#include <optional>

#include "accounts/actor.h"
#include "apply/form.h"
#include "base/version_tag.h"
#include "db/db.h"

namespace callboard::apply {

struct VersionedForm {
    Form form;
    std::int64_t version = 0;
};

// Of the company: users who may read the configuration see it, administrators change it.
VersionedForm company_form(db::Snapshot& snapshot, const accounts::Actor& actor);
VersionedForm set_company_form(db::Tx& tx, const accounts::Actor& actor, const Form& form,
                               const ExpectedVersion& expected);

// What a job adds to it: users who may see the job see it, those who may change the job change it.
VersionedForm job_form(db::Snapshot& snapshot, const accounts::Actor& actor, const JobId& job);
VersionedForm set_job_form(db::Tx& tx, const accounts::Actor& actor, const JobId& job, const Form& form,
                           const ExpectedVersion& expected);

// What somebody who applies for the job is asked.
Form form_for(db::Snapshot& snapshot, const JobId& job);

}  // namespace callboard::apply
