#include "apply/forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard::apply {
namespace {

using test::error_code;
using testing::Contains;

class FormVersions : public test::EachDatabase {
  protected:
    VersionedForm set(const accounts::Actor& actor, const Form& form, const ExpectedVersion& expected = {}) {
        return db->write(company, [&](db::Tx& tx) { return set_company_form(tx, actor, form, expected); });
    }
    VersionedForm set_of_job(const accounts::Actor& actor, const Form& form) {
        return db->write(company, [&](db::Tx& tx) { return set_job_form(tx, actor, job, form, {}); });
    }
    VersionedForm current() {
        return db->read(company, [&](db::Snapshot& snapshot) { return company_form(snapshot, admin); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(FormVersions, CountTheChanges) {
    EXPECT_EQ(current().version, 0);
    EXPECT_EQ(set(admin, Form::example()).version, 1);
    EXPECT_EQ(set(admin, Form::example()).version, 1);  // no change
    EXPECT_EQ(current().version, 1);
    EXPECT_EQ(wire::to_json(current().form), wire::to_json(Form::example()));
    EXPECT_EQ(set(admin, {}).version, 2);
    EXPECT_THAT(given::audit_names(*db, company), Contains("APPLICATION_FORM_CHANGED").Times(2));
}

TEST_P(FormVersions, RefuseTheSecondOfTwoEditors) {
    const ExpectedVersion first{std::vector<std::int64_t>{0}};
    set(admin, Form::example(), first);

    EXPECT_EQ(error_code([&] { set(admin, {}, first); }), "PRECONDITION_FAILED");
    EXPECT_EQ(current().version, 1);
}

TEST_P(FormVersions, AreChangedByThoseWhoMay) {
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);
    const accounts::Actor restricted = given::user(*db, company, accounts::Role::restricted);

    EXPECT_EQ(error_code([&] { set(extended, {}); }), "PERMISSION_DENIED");
    EXPECT_EQ(set_of_job(extended, Form::example()).version, 1);
    EXPECT_EQ(error_code([&] { set_of_job(restricted, {}); }), "PERMISSION_DENIED");
}

TEST_P(FormVersions, OfAJobCompleteThatOfTheCompany) {
    set(admin, Form::example());
    Form of_job;
    of_job.consents.emplace();
    set_of_job(admin, of_job);
    const Form form = db->read(company, [&](db::Snapshot& snapshot) { return form_for(snapshot, job); });

    EXPECT_EQ(form.questions->size(), 2U);
    EXPECT_TRUE(form.consents->empty());
}

RUN_ON_EACH_DATABASE(FormVersions);

}  // namespace
}  // namespace callboard::apply
