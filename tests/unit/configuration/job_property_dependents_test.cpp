#include "configuration/job_property_dependents.h"

#include <chrono>
#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/overlapping.h"

namespace callboard {
namespace {

using configuration::DependentPlace;
using configuration::JobPropertyType;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr db::Sql kCountPairs{"test_count_pairs",
                              "SELECT count(*) FROM job_property_dependent_value WHERE company_id = $1"};

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
    // With the value "fr" of the parent: "town-0" and so on.
    void given_pairs(int number) {
        db->write(company, [&](db::Tx& tx) {
            for (int i = 0; i < number; ++i) {
                const std::string id = "town-" + std::to_string(i);
                configuration::store::insert_value(tx, city, {.id = id, .label = id});
                configuration::store::insert_dependent_value(tx, country, "fr", city, id);
            }
        });
    }
    using Removal = std::optional<configuration::store::PairRemoval>;
    Removal delete_next_pairs(const Removal& last = {}, std::int64_t most = configuration::kPairsAtOnce) {
        return db->write(company,
                         [&](db::Tx& tx) { return configuration::delete_removed_pairs(tx, last, most); });
    }
    void delete_removed_pairs() {
        Removal last;
        do {
            last = delete_next_pairs(last);
        } while (last);
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
    std::vector<std::string> pairs() {
        std::vector<std::string> found;
        db->read(company, [&](db::Snapshot& snapshot) {
            for (const auto& [parent, value] :
                 configuration::dependent_pairs(snapshot, admin, country, city.text(), "en"))
                found.push_back(parent.label + ">" + value.id);
        });
        return found;
    }
    // Stored ones, also of removed dependencies.
    std::int64_t count_pairs() {
        return db->read(company, [](db::Snapshot& snapshot) { return snapshot.number(kCountPairs); });
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

    EXPECT_THAT(pairs(), ElementsAre("The fr>lyon", "The pl>lodz"));
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

TEST_P(JobPropertyDependents, HaveNoEffectOfAnEarlierDependencyWhichIsDeletedInTheBackground) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon", "paris"});
    add(country, {city});
    allow("fr", "lyon");
    allow("fr", "paris");
    allow("pl", "lyon");
    remove(country, city);
    EXPECT_EQ(count_pairs(), 3) << "their number does not matter to the caller";

    add(country, {city});
    EXPECT_THAT(allowed("fr"), IsEmpty());
    EXPECT_EQ(test::error_code([&] { forbid("fr", "lyon"); }), "JOB_PROPERTY_DEPENDENT_VALUE_NOT_FOUND");
    EXPECT_THAT(pairs(), IsEmpty());
    allow("fr", "paris");

    delete_removed_pairs();
    EXPECT_EQ(count_pairs(), 1);
    EXPECT_THAT(allowed("fr"), ElementsAre("paris"));
    EXPECT_THAT(pairs(), ElementsAre("The fr>paris"));
    EXPECT_FALSE(delete_next_pairs());
}

TEST_P(JobPropertyDependents, CountThePairsOfTheirPresentDependencyOnly) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon", "paris"});
    add(country, {city});
    allow("fr", "lyon");
    allow("pl", "lyon");
    remove(country, city);
    add(country, {city});

    EXPECT_NO_THROW(db->write(company, [&](db::Tx& tx) {
        configuration::add_dependent_value(tx, admin, place("fr"), "paris", {.dependent_pairs = 1});
    }));
}

// A dependency that is removed while the pairs of an earlier one are still being deleted.
TEST_P(JobPropertyDependents, OfTwoRemovedDependenciesAreDeletedBoth) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon", "paris"});
    add(country, {city});
    allow("fr", "lyon");
    remove(country, city);
    add(country, {city});
    allow("fr", "lyon");
    allow("pl", "paris");
    remove(country, city);

    delete_removed_pairs();

    EXPECT_EQ(count_pairs(), 0);
}

// PostgreSQL then deletes one pair less than it has selected.
TEST_P(JobPropertyDependents, OfARemovedDependencyAreAllDeletedWhileOneIsAddedAgain) {
    given_values(country, {"fr"});
    add(country, {city});
    given_pairs(1'005);  // more than one transaction deletes
    remove(country, city);
    add(country, {city});

    std::future<void> deletion;
    db->write(company, [&](db::Tx& tx) {
        configuration::add_dependent_value(tx, admin, place("fr"), "town-0");
        if (!deletion.valid()) deletion = test::start_overlapping(db, tx, [&] { delete_removed_pairs(); });
    });
    deletion.get();

    EXPECT_EQ(count_pairs(), 1);
    EXPECT_THAT(allowed("fr"), ElementsAre("town-0"));
}

TEST_P(JobPropertyDependents, OfARemovedDependencyAreDeletedFromThePlaceReached) {
    given_values(country, {"fr", "pl"});
    given_values(city, {"lyon"});
    add(country, {city});
    allow("pl", "lyon");
    remove(country, city);
    add(country, {city});
    given_pairs(3);  // before the removed one

    const Removal first = delete_next_pairs({}, 2);
    const Removal second = delete_next_pairs(first, 2);

    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->after.value, "town-1");
    EXPECT_EQ(second->after.parent_value, "pl");
    EXPECT_EQ(count_pairs(), 3);
    const Removal end = delete_next_pairs(second, 2);
    EXPECT_TRUE(end) << "there may be another removal";
    EXPECT_FALSE(delete_next_pairs(end, 2));
    EXPECT_THAT(allowed("fr"), ElementsAre("town-0", "town-1", "town-2"));
}

TEST_P(JobPropertyDependents, OfARemovedDependencyAreDeletedFromTheStartIfTheNextOneIsRemovedMeanwhile) {
    given_values(country, {"fr"});
    add(country, {city});
    given_pairs(3);
    remove(country, city);
    add(country, {city});
    allow("fr", "town-0");
    Removal last = delete_next_pairs({}, 2);
    ASSERT_EQ(count_pairs(), 2) << "town-0 and town-2";

    remove(country, city);
    do {
        last = delete_next_pairs(last, 2);
    } while (last);

    EXPECT_EQ(count_pairs(), 0);
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
