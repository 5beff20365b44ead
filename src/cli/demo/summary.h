// The output of 'demo': the URL of the server, and how to sign in and call it.
#pragma once

#include "base/id.h"
#include "base/secret.h"
#include "cli/output.h"
#include "db/db.h"
#include "settings/settings.h"

namespace callboard::cli::demo {

struct NewDemo {
    CompanyId company;
    Secret password;  // of all users
    Secret api_key;
    ApplicationId application;
    Secret client_secret;
};

void print_new(const Output& output, const settings::Settings& settings, const NewDemo& made);

// For an existing demo company: its secrets cannot be shown again, so it explains how to create new ones.
void print_existing(const Output& output, const settings::Settings& settings, db::Db& db);

}  // namespace callboard::cli::demo
