// What the demo company configures: its profile, its careers page, the properties of its jobs, and the
// application form of one of them.
#pragma once

#include <vector>

#include "accounts/actor.h"
#include "base/id.h"
#include "cli/demo/data.h"
#include "db/db.h"
#include "jobs/job_properties.h"

namespace callboard::cli::demo {

void add_profile(db::Tx& tx, const accounts::Actor& administrator);

struct JobPropertyIds {
    JobPropertyId market;
    JobPropertyId house;  // depends on the market, and is required with it
    JobPropertyId hours;
    JobPropertyId budget;  // a text, hidden in postings
};

JobPropertyIds add_job_properties(db::Tx& tx, const accounts::Actor& administrator);

// None for a job that is not worked on yet.
std::vector<jobs::PropertyChoice> properties_of(const DemoJob& job, const JobPropertyIds& ids);

// Screening questions, in English and French.
void add_form(db::Tx& tx, const accounts::Actor& administrator, const JobId& job);

}  // namespace callboard::cli::demo
