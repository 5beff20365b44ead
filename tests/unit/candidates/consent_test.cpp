#include "candidates/consent.h"

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

class ConsentRequests : public test::EachDatabase {
  protected:
    std::string sent_by(accounts::Role role) {
        const auto actor = given::user(*db, company, role);
        return test::error_code([&] { candidates::send_consent_requests(actor); });
    }

    const CompanyId company = given::company(*db);
};

TEST_P(ConsentRequests, CannotBeSentYetAndOnlyWhoMayAskLearnsThat) {
    EXPECT_EQ(sent_by(accounts::Role::administrator), "CONSENT_REQUESTS_UNAVAILABLE");
    EXPECT_EQ(sent_by(accounts::Role::standard), "CONSENT_REQUESTS_UNAVAILABLE");
    EXPECT_EQ(sent_by(accounts::Role::restricted), "PERMISSION_DENIED");
    EXPECT_EQ(sent_by(accounts::Role::employee), "PERMISSION_DENIED");
}

RUN_ON_EACH_DATABASE(ConsentRequests);

}  // namespace
}  // namespace callboard
