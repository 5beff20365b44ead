#include "configuration/job_property_dependents.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::DependentPlace;
using configuration::JobPropertyType;
using testing::ElementsAre;
using testing::IsEmpty;

class JobPropertyDependents : public test::EachDatabase {
  protected:
    JobPropertyId given_property(const std::string& label,
                                 JobPropertyType type = JobPropertyType::single_select) {
        clock.advance(std::chrono::milliseconds{1});
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_job_property(tx, admin, {.label = label, .type = type}).id;
        });
    }
    void given_values(const JobPropertyId& property, const std::vector<std::string>& ids) {
        db->write(company, [&](db::Tx& tx) {
            for (const std::string& id : ids)
                configuration::add_property_value(tx, admin, property, {.id = id, .label = "The " + id});
        });
    }
    void add(const JobPropertyId& parent, const std::vector<JobPropertyId>& properties) {
        std::vector<std::string> ids;
        for (const JobPropertyId& id : properties) ids.emplace_back(id.text());
        db->write(company, [&](db::Tx& tx) { configuration::add_dependents(tx, admin, parent, ids); });
    }
    std::string refusal_of(const JobPropertyId& parent, const std::vector<JobPropertyId>& properties) {
        return test::error_code([&] { add(parent, properties); });
    }
    void remove(const JobPropertyId& parent, const JobPropertyId& dependent) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::remove_dependent(tx, admin, parent, dependent.text()); });
    }
    std::vector<std::string> dependents(const JobPropertyId& parent) {
        std::vector<std::string> labels;
        db->read(company, [&](db::Snapshot& snapshot) {
            for (const auto& each : configuration::dependents(snapshot, admin, parent))
                labels.push_back(each.label);
        });
        return labels;
    }
    void allow(const std::string& value, const std::string& of_dependent) {
        db->write(company, [&](db::Tx& tx) {
            configuration::add_dependent_value(tx, admin, place(value), of_dependent);
        });
    }
    void forbid(const std::string& value, const std::string& of_dependent) {
        db->write(company, [&](db::Tx& tx) {
            configuration::remove_dependent_value(tx, admin, place(value), of_dependent);
        });
    }
    std::vector<std::string> allowed(const std::string& value) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            const auto page =
                configuration::dependent_value_page(snapshot, admin, place(value), "en", 0, 100);
            std::vector<std::string> ids;
            for (const auto& each : page.values) ids.push_back(each.value.id);
            EXPECT_EQ(page.total, std::ssize(ids));
            return ids;
        });
    }
    DependentPlace place(std::string_view value) const {
        return {.parent = country, .value = value, .dependent = city.text()};
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId country = given_property("Land");
    const JobPropertyId city = given_property("Town");
    const JobPropertyId street = given_property("Street");
};

TEST_P(JobPropertyDependents, AreAddedAndRemoved) {
    add(country, {city, street});
    EXPECT_THAT(dependents(country), ElementsAre("Town", "Street"));
    EXPECT_THAT(dependents(city), IsEmpty());

    remove(country, street);

    EXPECT_THAT(dependents(country), ElementsAre("Town"));
    EXPECT_EQ(test::error_code([&] { remove(country, street); }), "JOB_PROPERTY_DEPENDENT_NOT_FOUND");
    add(city, {street});
    EXPECT_THAT(dependents(city), ElementsAre("Street"));
    EXPECT_EQ(given::audit_names(*db, company).back(), "JOB_PROPERTY_DEPENDENT_ADDED");
}

TEST_P(JobPropertyDependents, HaveOneParentAndFormNoCircle) {
    add(country, {city});
    add(city, {street});

    EXPECT_EQ(refusal_of(country, {country}), "JOB_PROPERTIES_CIRCULAR_DEPENDENCY");
    EXPECT_EQ(refusal_of(street, {country}), "JOB_PROPERTIES_CIRCULAR_DEPENDENCY");
    EXPECT_EQ(refusal_of(street, {city}), "JOB_PROPERTIES_CIRCULAR_DEPENDENCY");
    EXPECT_EQ(refusal_of(country, {city}), "JOB_PROPERTY_ALREADY_DEPENDENT");
    EXPECT_EQ(refusal_of(country, {street}), "JOB_PROPERTY_ALREADY_DEPENDENT");
    EXPECT_THAT(dependents(country), ElementsAre("Town"));
}

TEST_P(JobPropertyDependents, AreAddedTogetherOrNotAtAll) {
    const auto nowhere = JobPropertyId::from_trusted("00000000000000000000000f");

    EXPECT_EQ(refusal_of(country, {city, nowhere}), "DEPENDENT_JOB_PROPERTY_NOT_FOUND");
    EXPECT_EQ(refusal_of(country, {city, city}), "JOB_PROPERTY_ALREADY_DEPENDENT");
    EXPECT_EQ(refusal_of(nowhere, {city}), "JOB_PROPERTY_NOT_FOUND");
    EXPECT_THAT(dependents(country), IsEmpty());
}

TEST_P(JobPropertyDependents, AreLists) {
    const JobPropertyId note = given_property("Remark", JobPropertyType::text);

    EXPECT_EQ(refusal_of(country, {note}), "VALIDATION_ERROR");
    EXPECT_EQ(refusal_of(note, {city}), "VALIDATION_ERROR");
}

TEST_P(JobPropertyDependents, HaveTheValuesThatTheirParentAllows) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon", "lodz", "paris"});
    add(country, {city});

    allow("fr", "paris");
    allow("fr", "lyon");
    allow("pl", "lodz");

    EXPECT_THAT(allowed("fr"), ElementsAre("lyon", "paris"));
    EXPECT_THAT(allowed("pl"), ElementsAre("lodz"));
    EXPECT_EQ(test::error_code([&] { allow("fr", "lyon"); }), "JOB_PROPERTY_DEPENDENT_VALUE_EXISTS");
    EXPECT_EQ(test::error_code([&] { allow("fr", "rome"); }), "JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
    EXPECT_EQ(test::error_code([&] { allow("it", "lyon"); }), "JOB_PROPERTY_VALUE_NOT_FOUND");
    forbid("fr", "lyon");
    EXPECT_THAT(allowed("fr"), ElementsAre("paris"));
    EXPECT_EQ(test::error_code([&] { forbid("fr", "lyon"); }), "JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
}

TEST_P(JobPropertyDependents, HaveALimitedNumberOfPairs) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon", "lodz", "paris"});
    add(country, {city});
    const auto allow_within = [&](const std::string& value, const std::string& of_dependent) {
        return test::error_code([&] {
            db->write(company, [&](db::Tx& tx) {
                configuration::add_dependent_value(tx, admin, place(value), of_dependent,
                                                   {.dependent_pairs = 2});
            });
        });
    };
    allow("fr", "paris");
    allow("pl", "lodz");

    EXPECT_EQ(allow_within("fr", "lyon"), "VALUES_LIMIT_REACHED");
    EXPECT_EQ(allow_within("fr", "paris"), "JOB_PROPERTY_DEPENDENT_VALUE_EXISTS");
    EXPECT_THAT(allowed("fr"), ElementsAre("paris"));
    forbid("pl", "lodz");
    allow_within("fr", "lyon");
    EXPECT_THAT(allowed("fr"), ElementsAre("lyon", "paris"));
}

TEST_P(JobPropertyDependents, AreListedByTheValuesOfTheParentWithoutArchivedOnes) {
    given_values(country, {"fr", "pl", "it"});
    given_values(city, {"lyon", "lodz", "paris"});
    add(country, {city});
    allow("pl", "lodz");
    allow("fr", "paris");
    allow("fr", "lyon");
    allow("it", "lyon");
    db->write(company, [&](db::Tx& tx) {
        configuration::archive_property_value(tx, admin, country, "it");
        configuration::archive_property_value(tx, admin, city, "paris");
    });

    std::vector<std::string> pairs;
    db->read(company, [&](db::Snapshot& snapshot) {
        for (const auto& [parent, value] :
             configuration::dependent_pairs(snapshot, admin, country, city.text(), "en"))
            pairs.push_back(parent.label + ">" + value.id);
    });

    EXPECT_THAT(pairs, ElementsAre("The fr>lyon", "The pl>lodz"));
    EXPECT_THAT(allowed("fr"), ElementsAre("lyon"));
    EXPECT_EQ(test::error_code([&] {
                  db->read(company, [&](db::Snapshot& snapshot) {
                      return configuration::dependent_pairs(snapshot, admin, country, street.text(), "en");
                  });
              }),
              "DEPENDENCY_NOT_FOUND");
}

TEST_P(JobPropertyDependents, LoseTheirDependentValuesWithTheDependency) {
    given_values(country, {"fr"});
    given_values(city, {"lyon"});
    add(country, {city});
    allow("fr", "lyon");

    remove(country, city);

    EXPECT_EQ(test::error_code([&] { allowed("fr"); }), "JOB_PROPERTY_DEPENDENT_NOT_FOUND");
    add(country, {city});
    EXPECT_THAT(allowed("fr"), IsEmpty());
}

TEST_P(JobPropertyDependents, AreChangedByAdministratorsOnly) {
    const auto extended = given::user(*db, company, accounts::Role::extended);

    EXPECT_EQ(test::error_code([&] {
                  db->write(company, [&](db::Tx& tx) {
                      configuration::add_dependents(tx, extended, country, {std::string{city.text()}});
                  });
              }),
              "PERMISSION_DENIED");
    EXPECT_THAT(dependents(country), IsEmpty());
}

RUN_ON_EACH_DATABASE(JobPropertyDependents);

}  // namespace
}  // namespace callboard
