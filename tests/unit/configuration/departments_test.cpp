#include "configuration/departments.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "jobs/job_store.h"
#include "postings/version_store.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::Department;

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

    Department change(const DepartmentId& id, FunctionRef<Department(Department)> edit) {
        return db->write(company,
                         [&](db::Tx& tx) { return configuration::change_department(tx, admin, id, edit); });
    }
    std::int64_t posting_version() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) {
            return postings::store::find_publisher(snapshot, "acme").value().version;
        });
    }
    static constexpr auto describe = [](Department department) {
        department.description = department.description.value_or("") + "x";
        return department;
    };
    static void at_once(int threads, const std::function<void(int)>& call) {
        std::vector<std::jthread> running;
        for (int i = 0; i < threads; ++i) running.emplace_back([&call, i] { call(i); });
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

TEST_P(Departments, AreFiveThousandAtMost) {
    static constexpr db::Sql kFill{"test_fill_departments",
                                   "INSERT INTO department (company_id, id, label, label_key, created_at)"
                                   " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM"
                                   " numbers WHERE n < 4999) SELECT $1, CAST(n AS TEXT), 'D' || n,"
                                   " 'd' || n, 1 FROM numbers"};
    db->write(company, [](db::Tx& tx) { tx.execute(kFill, {}); });

    EXPECT_EQ(code(admin, "Last"), "");
    EXPECT_EQ(code(admin, "One more"), "DEPARTMENTS_LIMIT_EXCEEDED");
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

TEST_P(Departments, AreChangedUnlessJobsAreInThem) {
    const auto bar = add(admin, "Bar");
    add(admin, "Kitchen");
    const auto rename = [&](const std::string& label) {
        return test::error_code([&] {
            change(bar.id, [&](Department department) {
                department.label = label;
                return department;
            });
        });
    };

    EXPECT_EQ(rename("KITCHEN"), "DEPARTMENT_LABEL_NOT_UNIQUE");
    EXPECT_EQ(rename("Cellar"), "");
    jobs::Draft draft = given::draft();
    draft.department = bar.id.text();
    given::job(*db, company, admin, draft);

    EXPECT_EQ(rename("Roof"), "DEPARTMENT_IN_USE");
    EXPECT_EQ(rename("Cellar"), "");
    EXPECT_EQ(test::error_code([&] { change(bar.id, describe); }), "DEPARTMENT_IN_USE");
}

TEST_P(Departments, AreEditedOneAfterTheOther) {
    const auto bar = add(admin, "Bar");
    constexpr int kEditors = 8;
    at_once(kEditors, [&](int) { change(bar.id, describe); });

    EXPECT_EQ(change(bar.id, [](Department same) { return same; }).description, std::string(kEditors, 'x'));
}

// In either order: the department is changed before the job copies it, or it is used and cannot be changed.
TEST_P(Departments, AreTheSameInTheirJobs) {
    for (int round = 0; round < 10; ++round) {
        const auto bar = add(admin, "Bar " + std::to_string(round));
        jobs::Draft draft = given::draft();
        draft.department = bar.id.text();
        std::optional<JobId> job;
        at_once(2, [&](int i) {
            if (i == 0) {
                job = given::job(*db, company, admin, draft);
                return;
            }
            const std::string code = test::error_code([&] {
                change(bar.id, [](Department department) {
                    return Department{
                        .id = department.id, .label = department.label + "!", .description = "x"};
                });
            });
            EXPECT_TRUE(code.empty() || code == "DEPARTMENT_IN_USE") << code;
        });

        const auto [now, copy] = db->read(company, [&](db::Snapshot& snapshot) {
            return std::pair{configuration::department(snapshot, admin, bar.id),
                             jobs::store::find_content(snapshot, *job).value().summary.department.value()};
        });
        EXPECT_EQ(copy.label, now.label);
        EXPECT_EQ(copy.description, now.description);
    }
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

// A posting may show a department that no job is in.
TEST_P(Departments, InvalidateAnswersAboutPostingsWithEveryChange) {
    const auto id = DepartmentId::parse("42");
    std::int64_t version = posting_version();
    const auto has_advanced = [&] {
        const std::int64_t before = std::exchange(version, posting_version());
        return version > before;
    };
    add(admin, "Bar");
    EXPECT_FALSE(has_advanced());  // no posting can show a new id

    add(admin, "Kitchen", id);
    EXPECT_TRUE(has_advanced());
    change(*id, describe);
    EXPECT_TRUE(has_advanced());
    change(*id, [](Department same) { return same; });
    EXPECT_FALSE(has_advanced());
    db->write(company, [&](db::Tx& tx) { configuration::delete_department(tx, admin, *id); });
    EXPECT_TRUE(has_advanced());
}

RUN_ON_EACH_DATABASE(Departments);

}  // namespace
}  // namespace callboard
