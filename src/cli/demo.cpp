#include <optional>
#include <vector>

#include <fmt/format.h>

#include "accounts/actor.h"
#include "accounts/administration.h"
#include "accounts/company_store.h"
#include "accounts/password.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/demo_data.h"
#include "configuration/departments.h"
#include "jobs/creation.h"
#include "jobs/job_store.h"
#include "jobs/publication.h"
#include "jobs/status.h"
#include "oauth/registration.h"
#include "oauth/token.h"

namespace callboard::cli {
namespace {

jobs::Draft draft(const demo::DemoJob& job, const std::vector<DepartmentId>& departments) {
    return {.title = std::string{job.title},
            .ref_number = std::string{job.ref_number},
            .department = std::string{departments.at(job.department).text()},
            .industry = std::string{job.industry},
            .function = std::string{job.function},
            .experience_level = std::string{job.level},
            .employment_type = std::string{job.employment},
            .location = {.country_code = std::string{job.country}, .city = std::string{job.city}},
            .ad_sections = {.job_description = jobs::AdSection{.title = "What you will do",
                                                               .text = std::string{job.description}}}};
}

// Through the same verbs as every client, so that events and audit records are there too.
void add_job(db::Tx& tx, const accounts::Actor& actor, const demo::DemoJob& job,
             const std::vector<DepartmentId>& departments) {
    const jobs::Job made = jobs::create(tx, actor, draft(job, departments));
    if (job.published) jobs::publish(tx, actor, made.id, {.posting = *job.published});
    jobs::change_status(tx, actor, jobs::store::find(tx, made.id).value(), job.status);
}

accounts::Actor add_people(db::Tx& tx, const std::string& password_hash) {
    std::optional<accounts::Actor> administrator;
    for (const demo::Person& person : demo::kPeople) {
        const auto user = accounts::add_user(tx,
                                             {.email = std::string{person.email},
                                              .first_name = std::string{person.first_name},
                                              .last_name = std::string{person.last_name},
                                              .role = person.role},
                                             password_hash);
        if (person.role == accounts::Role::administrator)
            administrator.emplace(user.id, user.role, events::Author{});
    }
    return administrator.value();
}

std::string people() {
    std::string lines;
    for (const demo::Person& person : demo::kPeople)
        lines += fmt::format("  {} ({})\n", person.email, name_of(person.role));
    return lines;
}

struct Demo : Common {
    void run() const {
        app::Store store{settings(), 1};
        const Secret password = accounts::generate_password();
        const std::string hash = accounts::hash_password(password);
        const Secret key = accounts::new_api_key();
        const Secret client_secret = oauth::new_secret(oauth::SecretKind::client_secret);

        const auto company = store.db().write(std::nullopt, [&](db::Tx& tx) {
            if (accounts::store::count_companies(tx) > 0) {
                throw conflict("NOT_EMPTY", "the database is not empty; demo data go into an empty one only");
            }
            return accounts::add_company(tx, std::string{demo::kCompanyName},
                                         std::string{demo::kCompanyIdentifier});
        });
        store.db().write(company.id, [&](db::Tx& tx) {
            const accounts::Actor actor = add_people(tx, hash);
            accounts::create_api_key(tx, std::nullopt, key);
            std::vector<DepartmentId> departments;
            departments.reserve(demo::kDepartments.size());
            for (const auto& [label, description] : demo::kDepartments) {
                departments.push_back(configuration::add_department(tx, actor, std::string{label},
                                                                    std::string{description}, std::nullopt)
                                          .id);
            }
            for (const demo::DemoJob& job : demo::kJobs) add_job(tx, actor, job, departments);
        });
        const auto application = store.db().write(std::nullopt, [&](db::Tx& tx) {
            return oauth::register_application(tx,
                                               {.name = std::string{demo::kApplicationName},
                                                .redirect_uris = {std::string{demo::kApplicationRedirectUri}},
                                                .scopes = std::string{demo::kApplicationScopes}},
                                               client_secret);
        });
        tell(company, password, key, application, client_secret);
    }

  private:
    void tell(const accounts::Company& company, const Secret& password, const Secret& key,
              const oauth::Application& application, const Secret& client_secret) const {
        output().result({{"company_id", std::string{company.id.text()}},
                         {"identifier", company.identifier},
                         {"email", std::string{demo::kPeople.front().email}},
                         {"password", std::string{password.reveal()}},
                         {"api_key", std::string{key.reveal()}},
                         {"client_id", std::string{application.id.text()}},
                         {"client_secret", std::string{client_secret.reveal()}}},
                        fmt::format("Made the company {} with {} people, {} departments and {} jobs.\n\n"
                                    "API key, shown only now:  {}\n"
                                    "Password of all its people, shown only now:  {}\n"
                                    "{}\n"
                                    "Application {}, which returns to {}:\n"
                                    "  client id {}\n"
                                    "  client secret, shown only now: {}\n\n"
                                    "Try it, once the server runs:\n"
                                    "  curl -H 'X-SmartToken: {}' 'http://127.0.0.1:8080/jobs?limit=3'",
                                    company.name, demo::kPeople.size(), demo::kDepartments.size(),
                                    demo::kJobs.size(), key.reveal(), password.reveal(), people(),
                                    application.name, demo::kApplicationRedirectUri, application.id.text(),
                                    client_secret.reveal(), key.reveal()));
    }
};

}  // namespace

void add_demo(CLI::App& root) {
    command<Demo>(root, "demo", "Fill an empty database with a believable company");
}

}  // namespace callboard::cli
