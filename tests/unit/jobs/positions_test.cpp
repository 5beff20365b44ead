#include "jobs/positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using jobs::Position;
using testing::ElementsAre;

class Positions : public test::EachDatabase {
  protected:
    static jobs::PositionDraft draft(const std::string& number) {
        return {.number = number,
                .kind = jobs::PositionKind::fresh,
                .incumbent_name = {},
                .opens_at = {1'767'225'600'000},
                .target_start_at = {1'772'323'200'000}};
    }
    Position add(const std::string& number, const accounts::Actor& actor) {
        return db->write(company,
                         [&](db::Tx& tx) { return jobs::add_position(tx, actor, job, draft(number)); });
    }
    Position change(const PositionId& id, const std::string& number) {
        return db->write(
            company, [&](db::Tx& tx) { return jobs::change_position(tx, admin, job, id, draft(number)); });
    }
    void remove(const PositionId& id) {
        db->write(company, [&](db::Tx& tx) { jobs::remove_position(tx, admin, job, id); });
    }
    std::vector<std::string> numbers() {
        std::vector<std::string> all;
        const auto found =
            db->read(company, [&](db::Snapshot& snapshot) { return jobs::positions(snapshot, admin, job); });
        for (const Position& position : found) all.push_back(position.number.value_or(""));
        return all;
    }
    // Those added after the job was created.
    std::vector<std::string> events() {
        auto all = given::events(*db, company);
        return {all.begin() + 2, all.end()};
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(Positions, AreListedInTheOrderTheyWereMadeAndEachCausesAnEvent) {
    add("P-2", admin);
    add("P-1", admin);

    EXPECT_THAT(numbers(), ElementsAre("P-2", "P-1"));
    EXPECT_THAT(events(), ElementsAre("position.created", "position.created"));
    EXPECT_EQ(given::audit_names(*db, company).back(), "POSITION_CREATED");
}

TEST_P(Positions, AChangeCausesAnEventAndARepetitionDoesNot) {
    const PositionId id = add("P-1", admin).id;

    change(id, "P-9");
    change(id, "P-9");

    EXPECT_THAT(numbers(), ElementsAre("P-9"));
    EXPECT_THAT(events(), ElementsAre("position.created", "position.updated"));
    EXPECT_EQ(given::audit_names(*db, company).back(), "POSITION_UPDATED");
}

TEST_P(Positions, ARemovedOneIsGoneAndCausesOneEvent) {
    const PositionId id = add("P-1", admin).id;

    remove(id);

    EXPECT_THAT(numbers(), ElementsAre());
    EXPECT_THROW(remove(id), Error);
    EXPECT_THAT(events(), ElementsAre("position.created", "position.deleted"));
}

TEST_P(Positions, AFilledOneStays) {
    const PositionId id = add("P-1", admin).id;
    db->write(company, [&](db::Tx& tx) { jobs::assign_position(tx, admin, job); });

    try {
        remove(id);
        ADD_FAILURE() << "it was removed";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        EXPECT_EQ(error.faults.front().code, "POSITION_ASSIGNED");
    }
    EXPECT_THAT(numbers(), ElementsAre("P-1"));
    EXPECT_THAT(events(), ElementsAre("position.created", "position.updated"));
}

TEST_P(Positions, WhoMayNotChangeTheJobChangesNothing) {
    const accounts::Actor restricted = given::user(*db, company, accounts::Role::restricted);

    EXPECT_THROW(add("P-1", restricted), Error);

    EXPECT_THAT(numbers(), ElementsAre());
    EXPECT_THAT(events(), ElementsAre());
}

RUN_ON_EACH_DATABASE(Positions);

}  // namespace
}  // namespace callboard
