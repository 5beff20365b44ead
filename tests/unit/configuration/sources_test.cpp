#include "configuration/sources.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/user_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::api_source;
using configuration::find_source_type;
using configuration::Source;
using configuration::source_types;
using configuration::SourceFault;
using configuration::SourcePage;
using configuration::SourceType;
using configuration::SourceValue;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::int64_t kAll = 100;

class Sources : public test::EachDatabase {
  protected:
    SourcePage values(const SourceType& type, const std::optional<std::string>& sub_type = {},
                      std::int64_t limit = kAll, std::int64_t offset = 0) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::source_values(snapshot, type, sub_type, limit, offset);
        });
    }
    static std::vector<std::string> ids(const SourcePage& page) {
        std::vector<std::string> all;
        for (const SourceValue& value : page.values) all.push_back(value.id);
        return all;
    }
    auto choose(std::string_view type, const std::optional<std::string>& sub_type, std::string_view id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::choose_source(snapshot, type, sub_type, id);
        });
    }
    std::optional<SourceIdentifier> identifier_of(const Source& of) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return configuration::identifier_of(snapshot, of); });
    }
    std::optional<Source> find_source(const SourceIdentifier& identifier) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::find_source(snapshot, identifier);
        });
    }
    SourceFault fault(std::string_view type, const std::optional<std::string>& sub_type,
                      std::string_view id) {
        return std::get<SourceFault>(choose(type, sub_type, id));
    }
    static Source source(const SourceType& type, const SourceValue& value) {
        return {
            .type = std::string{type.id}, .sub_type = value.sub_type, .id = value.id, .label = value.label};
    }
    UserId user(const std::string& first_name, const std::string& last_name) {
        return db->write(company, [&](db::Tx& tx) {
            const auto id = tx.new_id<UserId>();
            accounts::store::insert(tx,
                                    {.id = id,
                                     .email = first_name + "@acme.test",
                                     .first_name = first_name,
                                     .last_name = last_name,
                                     .role = accounts::Role::employee,
                                     .state = accounts::UserState::inactive,
                                     .created_at = tx.now,
                                     .updated_at = tx.now},
                                    std::nullopt);
            return id;
        });
    }

    const CompanyId company = given::company(*db);
    const SourceType& job_boards = *find_source_type("JOB_BOARD");
    const SourceType& referrals = *find_source_type("REFERRALS");
};

// --- types

TEST_P(Sources, HaveTypesWithSubtypesThatAreFoundById) {
    std::set<std::string_view> type_ids;
    for (const SourceType& type : source_types()) {
        EXPECT_TRUE(type_ids.insert(type.id).second) << type.id;
        EXPECT_EQ(find_source_type(type.id), &type);
        EXPECT_FALSE(type.label.empty()) << type.id;
        EXPECT_FALSE(type.sub_types.empty()) << type.id;
        for (const auto sub_type : type.sub_types) EXPECT_TRUE(type.has(sub_type)) << sub_type;
        EXPECT_FALSE(type.has("")) << type.id;
    }
    for (const std::string_view id : {"", "job_board", "FREE_JOB_BOARD", "JOB_BOARD ", "\xff"})
        EXPECT_FALSE(find_source_type(id)) << id;
    EXPECT_FALSE(referrals.has("FREE_JOB_BOARD"));
}

// Clients try the first of each list.
TEST_P(Sources, BeginWithAValueThatNeedsNoSubtype) {
    const SourceType& first = source_types().front();
    const auto page = values(first);

    ASSERT_FALSE(page.values.empty());
    EXPECT_EQ(std::get<Source>(choose(first.id, std::nullopt, page.values.front().id)),
              source(first, page.values.front()));
}

// --- values

TEST_P(Sources, HaveValuesThatCanBeChosenEachWithAnIdentifierOfItsOwn) {
    std::set<SourceIdentifier> identifiers;
    for (const SourceType& type : source_types()) {
        if (&type == &referrals) continue;
        const auto page = values(type);
        EXPECT_EQ(page.total, std::ssize(page.values));
        EXPECT_FALSE(page.values.empty()) << type.id;
        for (const SourceValue& value : page.values) {
            const Source chosen = source(type, value);
            EXPECT_TRUE(type.has(value.sub_type)) << value.id;
            EXPECT_EQ(std::get<Source>(choose(type.id, value.sub_type, value.id)), chosen);
            EXPECT_TRUE(identifiers.insert(value.identifier.value()).second) << value.id;
            EXPECT_EQ(identifier_of(chosen), value.identifier);
            EXPECT_EQ(find_source(*value.identifier), chosen);
        }
    }
    EXPECT_EQ(identifiers.size(), 15U);  // may become more, but never fewer
    EXPECT_FALSE(find_source(SourceIdentifier::from_trusted("01890000-0000-7000-8000-000000000000")));
}

TEST_P(Sources, AreListedOfOneSubtypeIfOneIsNamed) {
    EXPECT_THAT(ids(values(job_boards, "FREE_JOB_BOARD")), ElementsAre("glassdoor", "google-jobs", "indeed"));
    EXPECT_THAT(ids(values(job_boards, "PREMIUM_JOB_BOARD")), ElementsAre("indeed", "monster", "stepstone"));
    EXPECT_EQ(values(job_boards).total, 6);
}

TEST_P(Sources, AreListedInPages) {
    const auto page = values(job_boards, std::nullopt, 2, 1);

    EXPECT_THAT(ids(page), ElementsAre("google-jobs", "indeed"));
    EXPECT_EQ(page.total, 6);
    EXPECT_THAT(ids(values(job_boards, std::nullopt, 2, 5)), ElementsAre("stepstone"));
    EXPECT_THAT(ids(values(job_boards, std::nullopt, 2, 10'000'000)), IsEmpty());
}

// --- choosing

TEST_P(Sources, NeedASubtypeOnlyWhereSeveralHaveTheValue) {
    EXPECT_EQ(fault("JOB_BOARD", std::nullopt, "indeed"), SourceFault::sub_type_required);
    EXPECT_EQ(std::get<Source>(choose("JOB_BOARD", "PREMIUM_JOB_BOARD", "indeed")).label,
              "Indeed (sponsored)");
    EXPECT_EQ(std::get<Source>(choose("JOB_BOARD", std::nullopt, "monster")).sub_type, "PREMIUM_JOB_BOARD");
}

TEST_P(Sources, ThatDoNotExistCannotBeChosen) {
    EXPECT_EQ(fault("NOTHING", std::nullopt, "indeed"), SourceFault::unknown_type);
    EXPECT_EQ(fault("NOTHING", "FREE_JOB_BOARD", "indeed"), SourceFault::unknown_type);
    EXPECT_EQ(fault("JOB_BOARD", "NOTHING", "indeed"), SourceFault::unknown);
    EXPECT_EQ(fault("JOB_BOARD", "FREE_JOB_BOARD", "monster"), SourceFault::unknown);
    EXPECT_EQ(fault("JOB_BOARD", std::nullopt, "linkedin"), SourceFault::unknown);
    EXPECT_EQ(fault("JOB_BOARD", std::nullopt, ""), SourceFault::unknown);
}

TEST_P(Sources, AreTheApiWhereNoneWasNamed) {
    EXPECT_EQ(api_source().label, "API");
    EXPECT_EQ(std::get<Source>(choose(api_source().type, api_source().sub_type, api_source().id)),
              api_source());
}

// --- referrals

TEST_P(Sources, ThatAreReferralsAreTheUsersOfTheCompanyOldestFirst) {
    const UserId ada = user("Ada", "Lovelace");
    clock.advance(std::chrono::milliseconds{1});
    const UserId grace = user("Grace", "Hopper");
    given::user(*db, given::company(*db, "rival"));

    const auto page = values(referrals);

    EXPECT_EQ(page.total, 2);
    EXPECT_THAT(ids(page), ElementsAre(ada.text(), grace.text()));
    EXPECT_EQ(page.values[0].label, "Referred by Ada Lovelace");
    EXPECT_EQ(page.values[0].sub_type, "REFERRALS");
    EXPECT_FALSE(page.values[0].identifier);
    EXPECT_THAT(ids(values(referrals, "REFERRALS", 1, 1)), ElementsAre(grace.text()));
}

TEST_P(Sources, ThatAreReferralsAreChosenByTheUser) {
    const UserId ada = user("Ada", "Lovelace");
    const auto spy = given::user(*db, given::company(*db, "rival"));

    const auto chosen = std::get<Source>(choose("REFERRALS", std::nullopt, ada.text()));

    EXPECT_EQ(chosen, (Source{.type = "REFERRALS",
                              .sub_type = "REFERRALS",
                              .id = std::string{ada.text()},
                              .label = "Referred by Ada Lovelace"}));
    EXPECT_EQ(std::get<Source>(choose("REFERRALS", "REFERRALS", ada.text())), chosen);
    EXPECT_FALSE(identifier_of(chosen));
    for (const std::string_view id : {spy.id().text(), std::string_view{"00000000000000000000000f"},
                                      std::string_view{"nobody"}, std::string_view{}})
        EXPECT_EQ(fault("REFERRALS", std::nullopt, id), SourceFault::unknown) << id;
    EXPECT_EQ(fault("REFERRALS", "FREE_JOB_BOARD", ada.text()), SourceFault::unknown);
}

TEST_P(Sources, ThatAreReferralsAreNoPrograms) {
    const UserId robot = db->write(company, [&](db::Tx& tx) {
        const auto id = tx.new_id<UserId>();
        accounts::store::insert_service_account(tx, {.id = id,
                                                     .email = "robot@acme.test",
                                                     .first_name = "Robot",
                                                     .last_name = "Robot",
                                                     .role = accounts::Role::administrator,
                                                     .state = accounts::UserState::active,
                                                     .created_at = tx.now,
                                                     .updated_at = tx.now});
        return id;
    });

    EXPECT_EQ(values(referrals).total, 0);
    EXPECT_EQ(fault("REFERRALS", std::nullopt, robot.text()), SourceFault::unknown);
}

RUN_ON_EACH_DATABASE(Sources);

}  // namespace
}  // namespace callboard
