#include "db/db.h"

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

class Smoke : public test::EachDatabase {};

TEST_P(Smoke, AJobCanBeWrittenAndIsCounted) {
    const auto company = given::company(*db);
    const auto user = given::user(*db, company);
    given::job(*db, company, user);
    EXPECT_EQ(given::events(*db, company), (std::vector<std::string>{"job.created", "job.ad.created"}));
}

RUN_ON_EACH_DATABASE(Smoke);

}  // namespace
}  // namespace callboard
