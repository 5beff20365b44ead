#include "offers/approval.h"

#include <string>

#include <gtest/gtest.h>

#include "candidates/registration.h"
#include "offers/offers.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

class OfferApproval : public test::EachDatabase {
  protected:
    CandidateId applicant() {
        candidates::Draft draft;
        draft.profile.first_name = {"Grace"};
        draft.profile.last_name = {"Hopper"};
        draft.profile.email = {"grace@example.com"};
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, job, draft); });
    }
    OfferId offer() {
        return db->write(company,
                         [&](db::Tx& tx) { return offers::create_offer(tx, admin, candidate, job, {}).id; });
    }
    std::string latest(const accounts::Actor& actor, const OfferId& id) {
        return test::error_code([&] {
            db->read(company, [&](db::Snapshot& snapshot) {
                offers::latest_approval(snapshot, actor, candidate, job, id);
            });
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const CandidateId candidate = applicant();
};

TEST_P(OfferApproval, IsNeverFound) {
    EXPECT_EQ(latest(admin, offer()), "APPROVALS_NOT_FOUND");
}

TEST_P(OfferApproval, OfAnUnknownOfferHasTheCodeOfItsReference) {
    EXPECT_EQ(latest(admin, OfferId::from_trusted("00000000-0000-4000-8000-000000000000")),
              "OFFERS_NOT_FOUND");
}

TEST_P(OfferApproval, IsNotShownToWhoMayNotSeeTheOffer) {
    const auto employee = given::user(*db, company, accounts::Role::employee);

    const std::string code = latest(employee, offer());

    EXPECT_FALSE(code.empty());
    EXPECT_NE(code, "APPROVALS_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(OfferApproval);

}  // namespace
}  // namespace callboard
