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

constexpr db::Sql kDamageChoices{"test_damage_choices", R"sql(
    UPDATE offer_property SET choices = 'not JSON' WHERE company_id = $1 AND name = 'contractType')sql"};

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
    wire::TextMap configured(const wire::TextMap& terms, const wire::TextMap& before = {}) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return offers::configured_terms(snapshot, terms, before);
        });
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

TEST_P(OfferTerms, AreThoseThatTheCompanyHasConfigured) {
    using wire::TextMap;
    const TextMap known{{"salary", "1"}, {"remarks", ""}};

    EXPECT_EQ(configured(known), known);
    EXPECT_EQ(configured({{"Salary", "1"}, {"parking", "yes"}}), TextMap{});
    // Of a property that was archived, an offer keeps what it has, or drops it.
    EXPECT_EQ(configured({{"salary", "2"}, {"parking", "no"}}, {{"parking", "yes"}}),
              (TextMap{{"salary", "2"}, {"parking", "yes"}}));
    EXPECT_EQ(configured({{"salary", "2"}}, {{"parking", "yes"}}), (TextMap{{"salary", "2"}}));
}

TEST_P(OfferTerms, AreNamedIfTheyWereIgnored) {
    const auto names_after = [&](const wire::TextMapPatch& asked, const wire::TextMap& stored) {
        wire::UnknownNames unknown;
        db->read(company, [&](db::Snapshot& snapshot) {
            offers::note_unknown_terms(snapshot, asked, stored, unknown);
            return 0;
        });
        return unknown.header_value();
    };

    EXPECT_EQ(names_after({{"salary", "1"}, {"par/king", "yes"}, {"none", std::nullopt}}, {{"salary", "1"}}),
              "/properties/par~1king");
    EXPECT_EQ(names_after({{"salary", "1"}}, {{"salary", "1"}}), "");
    wire::UnknownNames strict;
    strict.reset(wire::Handling::strict);
    EXPECT_EQ(faults([&](db::Snapshot& snapshot) {
                  offers::note_unknown_terms(snapshot, {{"salery", "1"}}, {}, strict);
              }),
              std::vector<std::string>{"VALIDATION_ERROR /properties/salery"});
}

TEST_P(OfferTerms, OfASelectionAreItsValues) {
    db->write(company, [&](db::Tx& tx) {
        configuration::replace_offer_property(tx, admin, "contractType",
                                              {.category = "START",
                                               .label = "Type of contract",
                                               .required = false,
                                               .type = configuration::OfferPropertyType::select,
                                               .choices = {"Permanent", "Fixed term"}});
    });
    const auto fault = ElementsAre("INVALID_OFFER_PROPERTY /properties/contractType");

    EXPECT_THAT(invalid({{"contractType", "Fixed term"}}), IsEmpty());
    EXPECT_THAT(invalid({{"contractType", " Permanent "}}), fault);
    EXPECT_THAT(invalid({{"contractType", "permanent"}}), fault);
    EXPECT_THAT(invalid({{"contractType", "Internship"}}), fault);
    EXPECT_THAT(invalid({{"contractType", "Internship"}}, {{"contractType", "Internship"}}), IsEmpty())
        << "a value that was removed stays with the offers that have it";
}

// A company can have megabytes of them. Reading damaged ones fails.
TEST_P(OfferTerms, AreCheckedWithoutReadingTheValuesOfSelectionsThatTheyDoNotChange) {
    db->write(company, [](db::Tx& tx) { tx.execute(kDamageChoices, {}); });

    EXPECT_THAT(invalid({{"salary", "52000"}}), IsEmpty());
    EXPECT_THAT(invalid({{"contractType", "Permanent"}}, {{"contractType", "Permanent"}}), IsEmpty());
    EXPECT_THAT(incomplete({{"contractType", "Permanent"}}), IsEmpty());
    EXPECT_ANY_THROW(db->read(company, [](db::Snapshot& snapshot) {
        offers::require_valid_terms(snapshot, {{"contractType", "Permanent"}});
    }));
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
