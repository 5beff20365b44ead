#include "cli/demo/summary.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "accounts/company_store.h"
#include "app/base_url.h"
#include "app/database_name.h"
#include "base/names.h"
#include "cli/demo/candidates.h"
#include "cli/demo/data.h"
#include "cli/demo/job_outcomes.h"

namespace callboard::cli::demo {
namespace {

constexpr std::string_view kFirstCall = "/user-api/v201804/users/me";

std::string addresses(const std::string& base_url) {
    return fmt::format(
        "Address:             {0}\n"
        "API reference:       {0}/docs\n"
        "Sign in:             {0}/identity/sign-in\n",
        base_url);
}

std::string overview(const std::string& base_url) {
    std::string users;
    for (const Person& person : kPeople)
        users += fmt::format("  {:<38} {}\n", person.email, name_of(person.role));
    return fmt::format(
        "Company identifier:  {0}\n"
        "{1}"
        "Careers pages:       {2}/careers/{0}\n\n"
        "Users:\n{3}",
        kCompanyIdentifier, addresses(base_url), base_url, users);
}

// Quoted for a shell.
std::string quoted(const std::string& word) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"-_./:"}.contains(c);
    };
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
    return text + "'";
}

// The flags with which other commands find the same database. Its URL may contain a password and is not
// printed.
std::string place(const settings::Settings& settings) {
    return settings.database ? " --database URL" : " --data-dir " + quoted(settings.data_dir.string());
}

void print_existing_demo(const Output& output, const settings::Settings& settings,
                         const accounts::Company& company) {
    const std::string base_url = app::base_url(settings);
    const std::string_view email = kPeople.front().email;
    output.result({{"created", false},
                   {"company_id", company.id.text()},
                   {"company_identifier", company.identifier},
                   {"base_url", base_url},
                   {"email", email}},
                  fmt::format("The company {} already exists in {}.\n\n"
                              "{}\n"
                              "Its password and API key were shown when it was created. To create new ones:\n"
                              "  callboard user set-password --email {}{}\n"
                              "  callboard credential create --company {} --kind api-key{}\n\n"
                              "With the key, once the server is running:\n"
                              "  curl -H 'X-SmartToken: KEY' {}{}",
                              company.name, app::database_name(settings), overview(base_url), email,
                              place(settings), company.identifier, place(settings), base_url, kFirstCall));
}

}  // namespace

void print_new(const Output& output, const settings::Settings& settings, const NewDemo& made) {
    const std::string base_url = app::base_url(settings);
    output.result(
        {{"created", true},
         {"company_id", made.company.text()},
         {"company_identifier", kCompanyIdentifier},
         {"base_url", base_url},
         {"email", kPeople.front().email},
         {"password", made.password.reveal()},
         {"api_key", made.api_key.reveal()},
         {"client_id", made.application.text()},
         {"client_secret", made.client_secret.reveal()}},
        fmt::format("Created the company {} with {} users, {} departments, {} jobs and {} candidates.\n\n"
                    "{}\n"
                    "Shown only once:\n"
                    "  Password of every user:  {}\n"
                    "  API key:                 {}\n"
                    "  Client secret:           {}\n\n"
                    "OAuth application {}:\n"
                    "  Client id:               {}\n"
                    "  Redirect URI:            {}\n\n"
                    "Try it, once the server is running:\n"
                    "  curl -H 'X-SmartToken: {}' {}{}",
                    kCompanyName, kPeople.size(), kDepartments.size(), kJobs.size(), kCandidates,
                    overview(base_url), made.password.reveal(), made.api_key.reveal(),
                    made.client_secret.reveal(), kApplicationName, made.application.text(),
                    kApplicationRedirectUri, made.api_key.reveal(), base_url, kFirstCall));
}

void print_existing(const Output& output, const settings::Settings& settings, db::Db& db) {
    const auto company = db.read(std::nullopt, [](db::Snapshot& snapshot) {
        return accounts::store::find_company(snapshot, std::string{kCompanyIdentifier});
    });
    if (company) return print_existing_demo(output, settings, *company);
    const std::string base_url = app::base_url(settings);
    output.result({{"created", false}, {"base_url", base_url}},
                  fmt::format("{} already has companies; nothing was added. 'callboard company list{}' "
                              "lists them.\n\n{}",
                              app::database_name(settings), place(settings), addresses(base_url)));
}

}  // namespace callboard::cli::demo
