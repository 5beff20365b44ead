#include "accounts/user_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using accounts::Role;
using testing::UnorderedElementsAre;

class UserAccess : public test::EachDatabase {
  protected:
    std::string seeing(const accounts::Actor& actor, const UserId& id) {
        return test::error_code([&] {
            db->read(company,
                     [&](db::Snapshot& snapshot) { return accounts::visible_user(snapshot, actor, id); });
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const accounts::Actor employee = given::user(*db, company, Role::employee);
};

TEST_P(UserAccess, EmployeesSeeThemselvesAndNobodyElse) {
    EXPECT_EQ(seeing(employee, employee.id()), "");
    EXPECT_EQ(seeing(employee, admin.id()), "PERMISSION_DENIED");
    EXPECT_EQ(seeing(admin, employee.id()), "");
}

TEST_P(UserAccess, RolesAreListedForWhoSeesUsers) {
    EXPECT_THAT(accounts::system_roles(admin),
                UnorderedElementsAre(Role::administrator, Role::extended, Role::standard, Role::restricted,
                                     Role::employee));
    EXPECT_EQ(test::error_code([&] { accounts::system_roles(employee); }), "PERMISSION_DENIED");
}

RUN_ON_EACH_DATABASE(UserAccess);

}  // namespace
}  // namespace callboard
