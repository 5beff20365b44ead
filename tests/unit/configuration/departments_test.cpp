#include "configuration/departments.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

class Departments : public test::EachDatabase {
  protected:
    configuration::Department add(const accounts::Actor& actor, const std::string& label,
                                  const std::optional<DepartmentId>& id = std::nullopt) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_department(tx, actor, label, std::nullopt, id);
        });
    }
    std::string code(const accounts::Actor& actor, const std::string& label,
                     const std::optional<DepartmentId>& id = std::nullopt) {
        try {
            add(actor, label, id);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(Departments, HaveADigitIdAndAreListedByLabel) {
    const auto supply = add(admin, "Supply");
    add(admin, "kitchen");

    const auto all = db->read(
        company, [&](db::Snapshot& snapshot) { return configuration::departments(snapshot, admin); });

    EXPECT_TRUE(DepartmentId::parse(supply.id.text()));
    ASSERT_EQ(all.size(), 2);
    EXPECT_EQ(all[0].label, "kitchen");
    EXPECT_EQ(all[1].id, supply.id);
}

TEST_P(Departments, ALabelIsUniqueWhateverItsCaseAndAnIdIsUniqueToo) {
    const auto id = DepartmentId::parse("42");
    add(admin, "Küche", id);

    EXPECT_EQ(code(admin, "KÜCHE"), "DEPARTMENT_LABEL_NOT_UNIQUE");
    EXPECT_EQ(code(admin, "Other", id), "RESOURCE_ALREADY_EXIST");
}

TEST_P(Departments, OnlyAdministratorsAddThemAndEmployeesDoNotSeeThem) {
    for (const auto role : {accounts::Role::extended, accounts::Role::standard, accounts::Role::restricted}) {
        EXPECT_EQ(code(given::user(*db, company, role), "X"), "PERMISSION_DENIED");
    }
    const auto employee = given::user(*db, company, accounts::Role::employee);
    EXPECT_THROW(
        db->read(company,
                 [&](db::Snapshot& snapshot) { return configuration::departments(snapshot, employee); }),
        Error);
}

TEST_P(Departments, AreRenamedUnlessJobsAreInThem) {
    const auto bar = add(admin, "Bar");
    add(admin, "Kitchen");
    const auto rename = [&](const std::string& label) {
        return test::error_code([&] {
            db->write(company, [&](db::Tx& tx) {
                configuration::change_department(tx, admin, bar.id, {.label = label, .description = {}});
            });
        });
    };

    EXPECT_EQ(rename("KITCHEN"), "DEPARTMENT_LABEL_NOT_UNIQUE");
    EXPECT_EQ(rename("Cellar"), "");
    jobs::Draft draft = given::draft();
    draft.department = bar.id.text();
    given::job(*db, company, admin, draft);

    EXPECT_EQ(rename("Roof"), "DEPARTMENT_IN_USE");
    EXPECT_EQ(db->write(company,
                        [&](db::Tx& tx) {
                            return configuration::change_department(
                                tx, admin, bar.id, {.label = {}, .description = std::optional{"Wine"}});
                        })
                  .description,
              "Wine");
}

TEST_P(Departments, AreDeletedUnlessJobsAreInThem) {
    const auto bar = add(admin, "Bar");
    const auto kitchen = add(admin, "Kitchen");
    const auto remove = [&](const accounts::Actor& actor, const DepartmentId& id) {
        return test::error_code([&] {
            db->write(company, [&](db::Tx& tx) { configuration::delete_department(tx, actor, id); });
        });
    };
    jobs::Draft draft = given::draft();
    draft.department = bar.id.text();
    given::job(*db, company, admin, draft);

    EXPECT_EQ(remove(admin, bar.id), "DEPARTMENT_IN_USE");
    EXPECT_EQ(remove(given::user(*db, company, accounts::Role::extended), kitchen.id), "PERMISSION_DENIED");
    EXPECT_EQ(remove(admin, kitchen.id), "");
    EXPECT_EQ(remove(admin, kitchen.id), "DEPARTMENT_NOT_FOUND");
    EXPECT_EQ(given::audit_names(*db, company).back(), "DEPARTMENT_DELETED");
}

RUN_ON_EACH_DATABASE(Departments);

}  // namespace
}  // namespace callboard
