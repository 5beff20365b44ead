#include "audit/audit_store.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/id_source.h"
#include "events/audit_log.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/rows.h"
#include "support/twelve_digits.h"

namespace callboard {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class AuditStore : public test::EachDatabase {
  protected:
    void happen(const std::string& name, const std::string& what) {
        db->write(company, [&](db::Tx& tx) {
            events::audit(tx, events::Author{},
                          {.name = name, .entity_type = "JOB", .entity_id = what, .context = {}});
        });
    }
    struct Asked {
        std::vector<std::string> names;
        std::optional<AuditId> start;
        std::int64_t limit = 10;
    };
    std::vector<std::string> page(const Asked& asked) {
        const audit::ListRequest request{.names = asked.names};
        std::vector<std::string> found;
        for (const auto& event : db->read(company, [&](db::Snapshot& snapshot) {
                 return audit::store::page(snapshot,
                                           {.asked = request, .start = asked.start, .limit = asked.limit});
             })) {
            found.push_back(event.entity_id);
            last = event.id;
        }
        return found;
    }
    void fill_with(const std::string& name, int number) {
        const std::string company_id{company.text()};
        const std::string ids = first_uuid_of(clock.now()).substr(0, 24);
        fill_sql =
            "INSERT INTO audit_record (company_id, id, event_name, author_type, entity_type, entity_id, "
            "context, "
            "created_at) WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n "
            "< " +
            std::to_string(number) + ") SELECT '" + company_id + "', '" + ids + "' || " +
            test::twelve_digits("n") + ", '" + name + "', 'SYSTEM', 'JOB', 'x', '{}', 0 FROM numbers";
        db->write(std::nullopt, [&](db::Tx& tx) { tx.execute(db::GlobalSql{"test_fill", fill_sql}, {}); });
    }

    const CompanyId company = given::company(*db);
    std::optional<AuditId> last;
    std::string fill_sql;  // statements are identified by the address of their text
};

TEST_P(AuditStore, EventsOfSeveralNamesAreOneListNewestFirst) {
    for (int i = 0; i < 4; ++i) {
        happen("JOB_CREATED", "created " + std::to_string(i));
        happen("JOB_UPDATED", "updated " + std::to_string(i));
        happen("JOB_DELETED", "deleted " + std::to_string(i));
    }
    const std::vector<std::string> names{"JOB_DELETED", "JOB_CREATED", "JOB_DELETED"};

    EXPECT_THAT(page({.names = names, .limit = 3}), ElementsAre("deleted 3", "created 3", "deleted 2"));
    EXPECT_THAT(page({.names = names, .start = last, .limit = 3}),
                ElementsAre("created 2", "deleted 1", "created 1"));
    EXPECT_THAT(page({.names = names, .start = last, .limit = 3}), ElementsAre("deleted 0", "created 0"));
    EXPECT_THAT(page({.names = {"NOTHING"}, .limit = 3}), IsEmpty());
    EXPECT_THAT(page({.limit = 2}), ElementsAre("deleted 3", "updated 3"));
}

TEST_P(AuditStore, EventsOfSeveralTypesOfEntitiesAreOneListNewestFirst) {
    const auto happen_to = [&](events::EntityName type, const std::string& what) {
        db->write(company, [&](db::Tx& tx) {
            events::audit(tx, events::Author{}, {.name = "X", .entity_type = type, .entity_id = what});
        });
    };
    for (int i = 0; i < 2; ++i) {
        happen_to("JOB", "job " + std::to_string(i));
        happen_to("USER", "user " + std::to_string(i));
        happen_to("OFFER", "offer " + std::to_string(i));
    }
    const auto found = [&](const audit::ListRequest& asked) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::vector<std::string> ids;
            for (const auto& each : audit::store::page(snapshot, {.asked = asked, .start = {}, .limit = 3}))
                ids.push_back(each.entity_id);
            return ids;
        });
    };
    using enum audit::EntityType;

    EXPECT_THAT(found({.entity_types = {offer, job}}), ElementsAre("offer 1", "job 1", "offer 0"));
    EXPECT_THAT(found({.entity_types = {offer, job}, .entity_id = "job 0"}), ElementsAre("job 0"));
    EXPECT_THAT(found({.entity_types = {offer}, .entity_id = "job 0"}), IsEmpty());
    EXPECT_THAT(found({.names = {"X"}, .entity_types = {user}}), ElementsAre("user 1", "user 0"));
    EXPECT_THAT(found({.author_types = {audit::AuthorType::system}}),
                ElementsAre("offer 1", "user 1", "job 1"));
    EXPECT_THAT(found({.author_types = {audit::AuthorType::system}, .entity_types = {user}}),
                ElementsAre("user 1", "user 0"));
    EXPECT_THAT(found({.author_types = {audit::AuthorType::user}}), IsEmpty());
    EXPECT_THAT(found({.author_types = {audit::AuthorType::candidate}}), IsEmpty());
}

TEST_P(AuditStore, AuthorsAreUsersCandidatesOrTheSystem) {
    const auto happen_by = [&](const events::Author& author, const std::string& what) {
        db->write(company, [&](db::Tx& tx) {
            events::audit(tx, author, {.name = "X", .entity_type = "JOB", .entity_id = what});
        });
    };
    const auto person = CandidateId::from_trusted("01890000-0000-7000-8000-000000000001");
    happen_by(given::user(*db, company), "user");
    happen_by({.user = {}, .address = {}, .request_id = {}, .candidate = person}, "candidate");
    happen_by({}, "system");
    using enum audit::AuthorType;
    const auto found = [&](const audit::ListRequest& asked) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::vector<std::string> ids;
            for (const auto& each : audit::store::page(snapshot, {.asked = asked, .start = {}, .limit = 9})) {
                if (each.name != "X") continue;
                EXPECT_EQ(name_of(each.author_type), std::string{each.entity_id == "user"     ? "USER"
                                                                 : each.entity_id == "system" ? "SYSTEM"
                                                                                              : "CANDIDATE"});
                ids.push_back(each.entity_id);
            }
            return ids;
        });
    };

    EXPECT_THAT(found({}), ElementsAre("system", "candidate", "user"));
    for (const std::vector<std::string>& names :
         {std::vector<std::string>{}, std::vector<std::string>{"X"}}) {
        EXPECT_THAT(found({.names = names, .author_types = {user}}), ElementsAre("user"));
        EXPECT_THAT(found({.names = names, .author_types = {candidate}}), ElementsAre("candidate"));
        EXPECT_THAT(found({.names = names, .author_types = {system}}), ElementsAre("system"));
        EXPECT_THAT(found({.names = names, .author_types = {system, user}}), ElementsAre("system", "user"));
        EXPECT_THAT(found({.names = names, .author_types = {system, candidate}}),
                    ElementsAre("system", "candidate"));
        EXPECT_THAT(found({.names = names, .author_types = {user, candidate}}),
                    ElementsAre("candidate", "user"));
        EXPECT_THAT(found({.names = names, .author_types = {support_user}}), IsEmpty());
    }
    EXPECT_THAT(found({.author_id = std::string{person.text()}}), ElementsAre("candidate"));
}

// With the arguments of audit::store::page.
TEST_P(AuditStore, WhatRarelyHappensIsFoundByItsName) {
    fill_with("COMMON", 30'000);
    happen("RARE", "rare");
    const std::string query =
        " SELECT id, event_name, created_at, author_type, author_id, entity_type, entity_id, context FROM "
        "audit_record WHERE company_id = '" +
        std::string{company.text()} + "' AND event_name = 'RARE' AND id >= '" + first_uuid_of(clock.now()) +
        "' AND created_at > 1 ORDER BY id DESC LIMIT 11";
    const test::Rows rows{db.folder.path() / "test.db", db.postgres.get()};
    if (db.postgres) test::postgres_command(db.postgres->url(), "ANALYZE audit_record");

    std::string plan;
    for (const std::string& line : rows.select((db.postgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN") + query))
        plan += line + "\n";

    EXPECT_THAT(plan, HasSubstr("audit_record_by_event"));
    EXPECT_THAT(plan, testing::Not(HasSubstr("Sort")));
    EXPECT_THAT(plan, testing::Not(HasSubstr("TEMP B-TREE")));
    EXPECT_THAT(page({.names = {"RARE"}, .limit = 11}), ElementsAre("rare"));
}

RUN_ON_EACH_DATABASE(AuditStore);

}  // namespace
}  // namespace callboard
