#include "configuration/offer_properties.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::OfferProperty;
using configuration::OfferPropertyDraft;
using configuration::OfferPropertyType;
using test::error_code;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class OfferProperties : public test::EachDatabase {
  protected:
    OfferProperty add(const std::string& key, const OfferPropertyDraft& draft) {
        return db->write(
            company, [&](db::Tx& tx) { return configuration::add_offer_property(tx, admin, key, draft); });
    }
    OfferProperty replace(const std::string& key, const OfferPropertyDraft& draft,
                          const ExpectedVersion& expected = {}) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::replace_offer_property(tx, admin, key, draft, expected);
        });
    }
    void archive(const std::string& key) {
        db->write(company, [&](db::Tx& tx) { configuration::archive_offer_property(tx, admin, key); });
    }
    std::vector<std::string> keys() {
        std::vector<std::string> all;
        for (const auto& property : db->read(company, [&](db::Snapshot& snapshot) {
                 return configuration::offer_properties(snapshot, admin);
             }))
            all.push_back(property.key);
        return all;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const OfferPropertyDraft car{.category = "COMPENSATION",
                                 .label = "Company car",
                                 .required = false,
                                 .type = OfferPropertyType::boolean};
};

TEST_P(OfferProperties, AreAddedAtTheEnd) {
    add("companyCar", car);

    EXPECT_EQ(keys().size(), 12U);
    EXPECT_EQ(keys().back(), "companyCar");
    EXPECT_EQ(error_code([&] { add("salary", car); }), "OFFER_PROPERTY_KEY_ALREADY_EXISTS");
    EXPECT_EQ(error_code([&] { add("a/b", car); }), "VALIDATION_ERROR");
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("OFFER_PROPERTY_CREATED"));
}

TEST_P(OfferProperties, AreReplacedUnlessSomebodyElseDidSo) {
    const OfferProperty made = add("companyCar", car);
    const ExpectedVersion seen = expected_version(version_tag(made.version));
    OfferPropertyDraft required = car;
    required.required = true;

    EXPECT_TRUE(replace("companyCar", required, seen).required);
    EXPECT_EQ(error_code([&] { replace("companyCar", car, seen); }), "PRECONDITION_FAILED");
    EXPECT_EQ(error_code([&] { replace("nothing", car); }), "OFFER_PROPERTY_NOT_FOUND");
}

TEST_P(OfferProperties, AreArchivedAndCanReturnWithAnotherVersion) {
    const OfferProperty made = add("companyCar", car);

    archive("companyCar");

    EXPECT_THAT(keys(), Not(Contains("companyCar")));
    EXPECT_EQ(error_code([&] { archive("companyCar"); }), "OFFER_PROPERTY_NOT_FOUND");
    EXPECT_GT(add("companyCar", car).version, made.version);
}

TEST_P(OfferProperties, OfTheTypeSelectHaveValues) {
    const OfferPropertyDraft select{.category = "START",
                                    .label = "Type of contract",
                                    .required = false,
                                    .type = OfferPropertyType::select,
                                    .choices = {" Permanent ", "Fixed \"term\""}};
    const auto with = [&](std::vector<std::string> choices, OfferPropertyType type) {
        OfferPropertyDraft draft = select;
        draft.choices = std::move(choices);
        draft.type = type;
        return draft;
    };
    const OfferProperty made = add("contract", select);
    EXPECT_THAT(made.choices, ElementsAre("Permanent", "Fixed \"term\""));

    EXPECT_THAT(replace("contract", with({"Other"}, OfferPropertyType::select)).choices,
                ElementsAre("Other"));
    EXPECT_THAT(db->read(company,
                         [&](db::Snapshot& snapshot) {
                             return configuration::offer_property(snapshot, admin, "contract");
                         })
                    .choices,
                ElementsAre("Other"));
    EXPECT_EQ(error_code([&] { replace("contract", with({"A"}, OfferPropertyType::text)); }),
              "VALIDATION_ERROR");
    EXPECT_EQ(error_code([&] { replace("contract", with({"A", " a"}, OfferPropertyType::select)); }),
              "VALIDATION_ERROR");
    EXPECT_EQ(error_code([&] { replace("contract", with({" "}, OfferPropertyType::select)); }),
              "VALIDATION_ERROR");
    archive("contract");
    EXPECT_THAT(add("contract", with({}, OfferPropertyType::select)).choices, IsEmpty())
        << "those of an archived property do not return";
}

TEST_P(OfferProperties, AreLimitedAndChangedByAdministratorsOnly) {
    for (std::size_t i = keys().size(); i < configuration::kMostOfferProperties; ++i)
        add("p" + std::to_string(i), car);
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);

    EXPECT_EQ(error_code([&] { add("companyCar", car); }), "OFFER_PROPERTIES_LIMIT_EXCEEDED");
    EXPECT_EQ(error_code([&] {
                  db->write(company, [&](db::Tx& tx) {
                      configuration::archive_offer_property(tx, extended, "salary");
                  });
              }),
              "PERMISSION_DENIED");
}

RUN_ON_EACH_DATABASE(OfferProperties);

}  // namespace
}  // namespace callboard
