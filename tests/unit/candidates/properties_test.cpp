#include "candidates/properties.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "candidates/registration.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::PropertyContext;

class CandidateProperties : public test::EachDatabase {
  protected:
    std::vector<candidates::PropertyValue> seen(std::optional<PropertyContext> context) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::properties(snapshot, admin, candidate, std::nullopt, context);
        });
    }
    CandidateId given_candidate() {
        candidates::Draft draft;
        draft.profile.first_name = {"Mary"};
        draft.profile.last_name = {"Jackson"};
        draft.profile.email = {"mary@example.com"};
        return db->write(company, [&](db::Tx& tx) { return candidates::register_in_pool(tx, admin, draft); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const CandidateId candidate = given_candidate();
};

TEST_P(CandidateProperties, AreAllOrThoseOfAContext) {
    const auto all = seen(std::nullopt);
    const auto of_hiring = seen(PropertyContext::hire_form);

    EXPECT_EQ(all.size(), configuration::candidate_properties().size());
    EXPECT_FALSE(of_hiring.empty());
    EXPECT_LT(of_hiring.size(), all.size());
    for (const auto& each : of_hiring)
        EXPECT_TRUE(std::ranges::count(each.property->contexts, PropertyContext::hire_form) == 1)
            << each.property->key;
}

RUN_ON_EACH_DATABASE(CandidateProperties);

}  // namespace
}  // namespace callboard
