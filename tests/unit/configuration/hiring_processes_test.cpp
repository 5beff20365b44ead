#include "configuration/hiring_processes.h"

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

using configuration::HiringProcess;
using configuration::HiringProcessDraft;
using test::error_code;
using testing::ElementsAre;
using enum configuration::Stage;

HiringProcessDraft kitchen() {
    return {.name = "Kitchen",
            .active = true,
            .is_default = false,
            .steps = {{in_review, "Screen", false}, {interview, "Trial", true}, {offered, "Sent", false}}};
}

class HiringProcesses : public test::EachDatabase {
  public:
    // The initial ids are of 2025; what is added later follows them.
    HiringProcesses() { clock.advance(std::chrono::years{3}); }

  protected:
    HiringProcess add(HiringProcessDraft draft) {
        return db->write(company,
                         [&](db::Tx& tx) { return configuration::add_hiring_process(tx, admin, draft); });
    }
    HiringProcess replace(const HiringProcessId& id, HiringProcessDraft draft,
                          const ExpectedVersion& expected = {}) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::replace_hiring_process(tx, admin, id, draft, expected);
        });
    }
    void remove(const HiringProcessId& id, const ExpectedVersion& expected = {}) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::delete_hiring_process(tx, admin, id, expected); });
    }
    std::vector<HiringProcess> all() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::hiring_processes(snapshot, admin);
        });
    }
    std::vector<std::string> default_steps() {
        std::vector<std::string> names;
        for (const auto& step : db->read(company, configuration::default_hiring_steps))
            names.push_back(step.name);
        return names;
    }
    HiringProcess default_one() { return all().front(); }
    std::vector<std::string> audit() { return given::audit_names(*db, company); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(HiringProcesses, KeepTheirStepsInOrder) {
    const HiringProcess made = add(kitchen());

    const auto processes = all();
    ASSERT_EQ(processes.size(), 2U);
    EXPECT_EQ(processes[1].id, made.id);
    EXPECT_EQ(static_cast<const HiringProcessDraft&>(processes[1]), kitchen());
    EXPECT_EQ(processes[0].steps.size(), 7U);
    EXPECT_THAT(audit(), ElementsAre("HIRING_PROCESS_CREATED"));
}

TEST_P(HiringProcesses, AreReplacedAndARepetitionChangesNothing) {
    const HiringProcess made = add(kitchen());
    HiringProcessDraft changed = kitchen();
    changed.steps = {{interview, "Trial", false}, {interview, "Dinner", true}};

    const HiringProcess after = replace(made.id, changed);
    const HiringProcess again = replace(made.id, changed);

    EXPECT_EQ(after.version, made.version + 1);
    EXPECT_EQ(again.version, after.version);
    EXPECT_EQ(static_cast<const HiringProcessDraft&>(all()[1]), changed);
    EXPECT_THAT(audit(), ElementsAre("HIRING_PROCESS_CREATED", "HIRING_PROCESS_UPDATED"));
}

TEST_P(HiringProcesses, AreNotOverwrittenByWhoSawAnOlderVersion) {
    const HiringProcess made = add(kitchen());
    const ExpectedVersion seen = expected_version(version_tag(made.version));
    HiringProcessDraft first = kitchen();
    first.name = "First";
    HiringProcessDraft second = kitchen();
    second.name = "Second";

    replace(made.id, first, seen);

    EXPECT_EQ(error_code([&] { replace(made.id, second, seen); }), "PRECONDITION_FAILED");
    EXPECT_EQ(error_code([&] { remove(made.id, seen); }), "PRECONDITION_FAILED");
    EXPECT_EQ(all()[1].name, "First");
}

TEST_P(HiringProcesses, HaveOneDefaultAlways) {
    const HiringProcess made = add(kitchen());
    const HiringProcess old = default_one();
    HiringProcessDraft chosen = kitchen();
    chosen.is_default = true;

    EXPECT_EQ(error_code([&] { remove(old.id); }), "HIRING_PROCESS_IS_DEFAULT");
    HiringProcessDraft dropped = static_cast<const HiringProcessDraft&>(old);
    dropped.is_default = false;
    EXPECT_EQ(error_code([&] { replace(old.id, dropped); }), "HIRING_PROCESS_IS_DEFAULT");
    HiringProcessDraft inactive = static_cast<const HiringProcessDraft&>(old);
    inactive.active = false;
    EXPECT_EQ(error_code([&] { replace(old.id, inactive); }), "HIRING_PROCESS_IS_DEFAULT");

    replace(made.id, chosen);

    EXPECT_THAT(default_steps(), ElementsAre("Screen", "Trial", "Sent"));
    EXPECT_FALSE(all()[0].is_default);
    EXPECT_GT(all()[0].version, old.version);
    remove(old.id);
    EXPECT_EQ(all().size(), 1U);
}

TEST_P(HiringProcesses, HaveNamesOfTheirOwn) {
    HiringProcessDraft other = kitchen();
    other.name = " dEFAULT ";
    const HiringProcess made = add(kitchen());
    HiringProcessDraft twice = kitchen();
    twice.name = "Twice";
    twice.steps = {{in_review, "Screen", false}, {interview, "SCREEN", false}};
    HiringProcessDraft blank = kitchen();
    blank.name = "  ";

    EXPECT_EQ(error_code([&] { add(other); }), "HIRING_PROCESS_NAME_NOT_UNIQUE");
    EXPECT_EQ(error_code([&] { replace(made.id, other); }), "HIRING_PROCESS_NAME_NOT_UNIQUE");
    EXPECT_EQ(error_code([&] { add(twice); }), "HIRING_STEP_NAME_NOT_UNIQUE");
    EXPECT_EQ(error_code([&] { add(blank); }), "VALIDATION_ERROR");
}

TEST_P(HiringProcesses, AreLimited) {
    for (std::size_t i = 1; i < configuration::kMostHiringProcesses; ++i) {
        HiringProcessDraft draft = kitchen();
        draft.name += std::to_string(i);
        add(draft);
    }

    EXPECT_EQ(error_code([&] { add(kitchen()); }), "HIRING_PROCESSES_LIMIT_EXCEEDED");
}

TEST_P(HiringProcesses, AreChangedByAdministratorsOnly) {
    const HiringProcessId id = default_one().id;
    for (const auto role : {accounts::Role::extended, accounts::Role::standard, accounts::Role::restricted}) {
        const accounts::Actor actor = given::user(*db, company, role);
        const auto code = [&](auto change) { return error_code([&] { db->write(company, change); }); };
        EXPECT_EQ(code([&](db::Tx& tx) { configuration::add_hiring_process(tx, actor, kitchen()); }),
                  "PERMISSION_DENIED");
        EXPECT_EQ(code([&](db::Tx& tx) { configuration::replace_hiring_process(tx, actor, id, kitchen()); }),
                  "PERMISSION_DENIED");
        EXPECT_EQ(code([&](db::Tx& tx) { configuration::delete_hiring_process(tx, actor, id); }),
                  "PERMISSION_DENIED");
    }
    EXPECT_EQ(all().size(), 1U);
}

TEST_P(HiringProcesses, OfAnotherCompanyAreNotFound) {
    const HiringProcess made = add(kitchen());
    const CompanyId rival = given::company(*db, "rival");
    const accounts::Actor other = given::user(*db, rival);

    EXPECT_EQ(error_code([&] {
                  db->write(rival, [&](db::Tx& tx) {
                      configuration::replace_hiring_process(tx, other, made.id, kitchen());
                  });
              }),
              "HIRING_PROCESS_NOT_FOUND");
    EXPECT_EQ(static_cast<const HiringProcessDraft&>(all()[1]), kitchen());
}

RUN_ON_EACH_DATABASE(HiringProcesses);

}  // namespace
}  // namespace callboard
