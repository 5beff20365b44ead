#include "offers/terms.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "configuration/offer_properties.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class OfferTerms : public test::EachDatabase {
  protected:
    // The code and the place of every fault.
    template <class Check>
    std::vector<std::string> faults(Check check) {
        try {
            db->read(company, [&](db::Snapshot& snapshot) {
                check(snapshot);
                return 0;
            });
        } catch (const Error& error) {
            EXPECT_EQ(error.kind, ErrorKind::invalid_request);
            std::vector<std::string> all;
            for (const Fault& fault : error.faults) all.push_back(fault.code + " " + fault.path);
            return all;
        }
        return {};
    }
    std::vector<std::string> invalid(const wire::TextMap& terms, const wire::TextMap& before = {}) {
        return faults([&](db::Snapshot& snapshot) { offers::require_valid_terms(snapshot, terms, before); });
    }
    std::vector<std::string> incomplete(const wire::TextMap& terms) {
        return faults([&](db::Snapshot& snapshot) { offers::require_complete_terms(snapshot, terms); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(OfferTerms, HaveTheTypesOfTheirProperties) {
    const std::string user{admin.id().text()};
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"salary", "52000"},
                                                          {"salary", "52000 USD"},
                                                          {"salary", "USD 52,000.00"},
                                                          {"salary", "52 000 EUR"},
                                                          {"bonus", "7.5"},
                                                          {"shares", "-3"},
                                                          {"startDate", "2030-01-31"},
                                                          {"country", "us"},
                                                          {"region", "us-wa"},
                                                          {"remote", "true"},
                                                          {"manager", user},
                                                          {"remarks", "<b>anything</b>"},
                                                          {"contractType", "permanent"},
                                                          {"parking", "yes"},
                                                          {"salary", ""}})
        EXPECT_THAT(invalid({{key, value}}), IsEmpty()) << key << " " << value;
}

TEST_P(OfferTerms, AreRefusedIfTheyHaveAnother) {
    for (const auto& [key, value] :
         std::vector<std::pair<std::string, std::string>>{{"salary", "much"},
                                                          {"salary", "52000 XYZ"},
                                                          {"salary", "52000 <b>USD</b>"},
                                                          {"bonus", "101"},
                                                          {"bonus", "5%"},
                                                          {"shares", "many"},
                                                          {"startDate", "soon"},
                                                          {"country", "zz"},
                                                          {"region", "us"},
                                                          {"remote", "yes"},
                                                          {"manager", "somebody"},
                                                          {"salary", "USD"}})
        EXPECT_THAT(invalid({{key, value}}), ElementsAre("INVALID_OFFER_PROPERTY /properties/" + key))
            << key << " " << value;
}

TEST_P(OfferTerms, AreRefusedWithEveryFaultUnlessTheyStayAsTheyWere) {
    const wire::TextMap terms{{"salary", "much"}, {"remote", "yes"}};

    EXPECT_EQ(invalid(terms).size(), 2U);
    EXPECT_THAT(invalid(terms, terms), IsEmpty());
}

TEST_P(OfferTerms, AreCompleteWithTheRequiredOnes) {
    db->write(company, [&](db::Tx& tx) {
        configuration::replace_offer_property(tx, admin, "salary",
                                              {.category = "COMPENSATION",
                                               .label = "Salary",
                                               .required = true,
                                               .type = configuration::OfferPropertyType::currency});
    });

    EXPECT_THAT(incomplete({}), ElementsAre("OFFER_PROPERTY_REQUIRED /properties/salary"));
    EXPECT_THAT(incomplete({{"salary", " "}}), ElementsAre("OFFER_PROPERTY_REQUIRED /properties/salary"));
    EXPECT_THAT(incomplete({{"salary", "1"}}), IsEmpty());
}

RUN_ON_EACH_DATABASE(OfferTerms);

}  // namespace
}  // namespace callboard
