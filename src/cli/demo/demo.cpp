#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "accounts/access_groups.h"
#include "accounts/actor.h"
#include "accounts/administration.h"
#include "accounts/cache_epoch_store.h"
#include "accounts/company_store.h"
#include "accounts/password.h"
#include "app/store.h"
#include "base/error.h"
#include "cli/command.h"
#include "cli/demo/candidates.h"
#include "cli/demo/configuration.h"
#include "cli/demo/data.h"
#include "cli/demo/demo_ids.h"
#include "cli/demo/demo_store.h"
#include "cli/demo/interruption.h"
#include "cli/demo/job_outcomes.h"
#include "cli/demo/summary.h"
#include "cli/demo/timeline.h"
#include "configuration/company_creation.h"
#include "configuration/departments.h"
#include "jobs/ads.h"
#include "jobs/creation.h"
#include "jobs/hiring_team.h"
#include "jobs/positions.h"
#include "jobs/publication.h"
#include "jobs/status.h"
#include "markup/html.h"
#include "oauth/registration.h"
#include "oauth/token.h"

namespace callboard::cli {
namespace {

using demo::DemoIds;
using demo::kMomentsPerDay;

jobs::Draft draft(const demo::DemoJob& job, const DemoIds& ids) {
    std::vector<std::string> groups;
    if (job.group) groups.emplace_back(ids.groups.at(*job.group).text());
    const auto text = markup::Html::sanitise(job.description);
    return {.title = std::string{job.title},
            .ref_number = std::string{job.ref_number},
            .department = std::string{ids.departments.at(job.department).text()},
            .industry = std::string{job.industry},
            .function = std::string{job.function},
            .experience_level = std::string{job.level},
            .employment_type = std::string{job.employment},
            .location = {.country_code = std::string{job.country}, .city = std::string{job.city}},
            .ad_sections = {.job_description = jobs::AdSection{.title = "What you will do", .text = text}},
            .access_groups = std::move(groups),
            .properties = demo::properties_of(job, ids.job_properties.value())};
}

void add_team(db::Tx& tx, const DemoIds& ids, const JobId& job, std::size_t number) {
    const accounts::Actor& actor = ids.administrator();
    jobs::join_team(tx, actor, job, {.user = ids.manager(number).id(), .role = "HIRING_MANAGER"});
    jobs::join_team(tx, actor, job, {.user = ids.interviewer(number).id(), .role = "INTERVIEW_TEAM"});
}

void add_positions(db::Tx& tx, const DemoIds& ids, const JobId& job, const demo::DemoJob& demo_job) {
    constexpr std::int64_t kMonth = std::int64_t{30} * 24 * 60 * 60 * 1000;
    for (std::size_t i = 1; i <= demo_job.positions; ++i) {
        jobs::add_position(tx, ids.administrator(), job,
                           {.number = std::string{demo_job.ref_number} + "-" + std::to_string(i),
                            .kind = i % 2 == 1 ? jobs::PositionKind::fresh : jobs::PositionKind::replacement,
                            .incumbent_name = std::nullopt,
                            .opens_at = tx.now,
                            .target_start_at = {tx.now.ms + 2 * kMonth}});
    }
}

void add_foreign_ad(db::Tx& tx, const DemoIds& ids, const JobId& job, const demo::DemoJob& demo_job) {
    if (demo_job.foreign_title.empty()) return;
    const auto ad = jobs::add_ad(tx, ids.administrator(), job,
                                 {.title = std::string{demo_job.foreign_title}, .language = "fr"});
    jobs::publish_ad(tx, ids.administrator(), job, ad.id, *demo_job.published);
}

JobId open_job(db::Tx& tx, const DemoIds& ids, std::size_t number) {
    const demo::DemoJob& demo_job = demo::kJobs.at(number);
    const JobId id = jobs::create(tx, ids.administrator(), draft(demo_job, ids)).id;
    add_team(tx, ids, id, number);
    add_positions(tx, ids, id, demo_job);
    if (number == demo::kJobWithForm) demo::add_form(tx, ids.administrator(), id);
    return id;
}

// Uses the same functions as API clients, so that events and audit records are created too.
void add_job(demo::Timeline& timeline, DemoIds& ids, std::size_t number) {
    const demo::DemoJob& demo_job = demo::kJobs.at(number);
    const demo::JobOutcomes& job_outcomes = demo::kJobOutcomes.at(number);
    const int opened = job_outcomes.opened * kMomentsPerDay;
    timeline.at(opened, [&ids, number](db::Tx& tx) { ids.jobs.at(number) = open_job(tx, ids, number); });
    if (demo_job.published) {
        timeline.at(opened - 1, [&ids, &demo_job, number](db::Tx& tx) {
            jobs::publish(tx, ids.administrator(), ids.job(number), *demo_job.published);
            add_foreign_ad(tx, ids, ids.job(number), demo_job);
        });
    }
    if (job_outcomes.closed == 0) return;  // its candidates determine its status
    timeline.at(job_outcomes.closed * kMomentsPerDay, [&ids, &demo_job, number](db::Tx& tx) {
        jobs::set_status(tx, ids.administrator(), ids.job(number), demo_job.status);
    });
}

std::vector<accounts::Actor> add_people(db::Tx& tx, const std::string& password_hash) {
    std::vector<accounts::Actor> people;
    for (const demo::Person& person : demo::kPeople) {
        const auto user = accounts::add_user(tx,
                                             {.email = std::string{person.email},
                                              .first_name = std::string{person.first_name},
                                              .last_name = std::string{person.last_name},
                                              .role = person.role},
                                             password_hash);
        people.emplace_back(user.id, user.role, events::Author{});
    }
    return people;
}

DemoIds add_accounts(db::Tx& tx, const std::string& password_hash) {
    DemoIds ids{.people = add_people(tx, password_hash)};
    ids.jobs.resize(demo::kJobs.size());
    const accounts::Actor& actor = ids.administrator();
    for (const auto& [label, description] : demo::kDepartments) {
        ids.departments.push_back(configuration::add_department(tx, actor, std::string{label},
                                                                std::string{description}, std::nullopt)
                                      .id);
    }
    for (const auto& [name, member] : demo::kGroups) {
        ids.groups.push_back(accounts::add_access_group(tx, actor, std::string{name}).id);
        accounts::add_to_access_group(tx, actor, ids.groups.back(), {ids.people.at(member).id()});
    }
    demo::add_profile(tx, actor);
    ids.job_properties = demo::add_job_properties(tx, actor);
    return ids;
}

struct Demo : Common {
    bool if_empty = false;

    void run() const {
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1, app::StoreMode::create};
        const bool is_unfinished = demo::is_one_interrupted(store.db());
        if (if_empty && !is_unfinished && store.db().read(std::nullopt, accounts::store::count_companies) > 0)
            return demo::print_existing(output(), loaded, store.db());
        demo::print_new(output(), loaded, fill(store));
    }

  private:
    // An interrupted demo is deleted and created again.
    static accounts::Company begin(db::Tx& tx) {
        if (const auto left = demo::store::find_unfinished(tx)) {
            db::Tx of_company = tx.within(left->company);
            demo::store::erase(of_company);
            accounts::store::advance_cache_epoch_of_all(tx);
        } else if (accounts::store::count_companies(tx) > 0) {
            throw conflict("NOT_EMPTY",
                           "the database is not empty; demo data are only added to an empty one");
        }
        auto company = configuration::create_company(tx, std::string{demo::kCompanyName},
                                                     std::string{demo::kCompanyIdentifier});
        db::Tx of_company = tx.within(company.id);
        demo::store::begin(of_company);
        return company;
    }

    static demo::NewDemo fill(app::Store& store) {
        const Secret password = accounts::generate_password();
        const std::string hash = accounts::hash_password(password);
        const Secret key = accounts::new_api_key();
        const Secret client_secret = oauth::new_secret(oauth::SecretKind::client_secret);

        demo::Timeline timeline{store};
        timeline.set_clock(timeline.time_of(demo::kFounded * kMomentsPerDay));
        const auto company = store.db().write(std::nullopt, begin);
        DemoIds ids = store.db().write(company.id, [&](db::Tx& tx) { return add_accounts(tx, hash); });
        for (std::size_t i = 0; i < demo::kJobs.size(); ++i) add_job(timeline, ids, i);
        demo::add_candidates(timeline, ids);
        timeline.run(company.id);

        // The last transaction completes the company; what follows only prints.
        const auto application = store.db().write(company.id, [&](db::Tx& tx) {
            accounts::create_api_key(tx, std::nullopt, key);
            demo::store::end(tx);
            return oauth::register_application(tx,
                                               {.name = std::string{demo::kApplicationName},
                                                .redirect_uris = {std::string{demo::kApplicationRedirectUri}},
                                                .scopes = std::string{demo::kApplicationScopes}},
                                               client_secret);
        });
        return {.company = company.id,
                .password = password,
                .api_key = key,
                .application = application.id,
                .client_secret = client_secret};
    }
};

}  // namespace

// Has the settings of the server, to print its URL.
void add_demo(CommandSpec& root) {
    command<Demo>(root, "demo", "Fill an empty database with demo data", settings::Audience::server)
        .flag("--if-empty", &Demo::if_empty,
              "If the database already has companies, add nothing, print how to use them and succeed");
}

}  // namespace callboard::cli
