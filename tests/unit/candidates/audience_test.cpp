// The audience of a candidate is the set of users for whom candidates::visible() does not throw.
#include "candidates/audience.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/registration.h"
#include "jobs/hiring_team.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using enum accounts::Role;

class CandidateAudience : public test::EachDatabase {
  protected:
    static candidates::Draft named(const char* last_name) {
        return {.profile = {.first_name = {"Sam"}, .last_name = {last_name}, .email = {"sam@example.com"}}};
    }
    bool is_visible(db::Snapshot& snapshot, const accounts::Actor& user, const CandidateId& candidate) {
        try {
            candidates::visible(snapshot, user, candidate, candidates::kForbidden);
            return true;
        } catch (const Error&) {
            return false;
        }
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(CandidateAudience, IsThatOfTheVisibilityRule) {
    std::vector<accounts::Actor> users{admin};
    for (const auto role : {extended, standard, restricted, employee})
        for (int i = 0; i < 2; ++i) users.push_back(given::user(*db, company, role));
    const JobId first = given::job(*db, company, admin);
    const JobId second = given::job(*db, company, admin);
    const auto candidates = db->write(company, [&](db::Tx& tx) {
        for (std::size_t i = 1; i < users.size(); i += 2)
            jobs::join_team(tx, admin, first, {.user = users[i].id(), .role = "RECRUITER"});
        return std::vector{candidates::register_in_pool(tx, admin, named("Pool")),
                           candidates::register_for_job(tx, admin, first, named("First")),
                           candidates::register_for_job(tx, admin, second, named("Second"))};
    });

    db->read(company, [&](db::Snapshot& snapshot) {
        jobs::Audiences of_jobs{snapshot};
        for (const CandidateId& candidate : candidates) {
            const candidates::Audience audience{snapshot, of_jobs, candidate};
            for (const accounts::Actor& user : users)
                EXPECT_EQ(audience.includes(user.role, user.id()), is_visible(snapshot, user, candidate))
                    << candidate.text() << " " << static_cast<int>(user.role);
        }
    });
}

TEST_P(CandidateAudience, OfADeletedCandidateIsAdministrators) {
    const auto extended_user = given::user(*db, company, extended);
    db->read(company, [&](db::Snapshot& snapshot) {
        jobs::Audiences of_jobs{snapshot};
        const candidates::Audience audience{
            snapshot, of_jobs, CandidateId::from_trusted("01890000-0000-7000-8000-000000000000")};
        EXPECT_TRUE(audience.includes(admin.role, admin.id()));
        EXPECT_FALSE(audience.includes(extended_user.role, extended_user.id()));
    });
}

RUN_ON_EACH_DATABASE(CandidateAudience);

}  // namespace
}  // namespace callboard
