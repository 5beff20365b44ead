// What companies begin with must stay: applications and offers refer to its ids.
#include "configuration/initial_data.h"

#include <algorithm>
#include <array>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/administration.h"
#include "base/embedded.h"
#include "base/id.h"
#include "configuration/candidate_property_store.h"
#include "configuration/hiring_process_store.h"
#include "configuration/offer_properties.h"
#include "configuration/reasons.h"
#include "configuration/sources.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

namespace conf = configuration;
using testing::ElementsAre;

bool is_uuid_v7(std::string_view id) {
    return has_form(id, IdForm::uuid) && id[14] == '7' && id[19] == '8';
}

// The columns of each table as one text, without times.
constexpr std::array kTables{
    db::Sql{"test_processes",
            "SELECT id || '|' || name || '|' || name_key || '|' || state || '|' || "
            "CAST(default_since IS NULL AS TEXT) FROM hiring_process WHERE company_id = $1 ORDER BY id"},
    db::Sql{"test_steps",
            "SELECT process_id || '|' || CAST(position AS TEXT) || '|' || stage || '|' || name || '|' || "
            "necessity FROM hiring_step WHERE company_id = $1 ORDER BY process_id, position"},
    db::Sql{"test_reasons",
            "SELECT id || '|' || kind || '|' || label || '|' || label_key FROM application_reason "
            "WHERE company_id = $1 ORDER BY id"},
    db::Sql{"test_sources",
            "SELECT source_type || '|' || sub_type || '|' || id || '|' || label || '|' || identifier || '|' "
            "|| origin FROM application_source WHERE company_id = $1 ORDER BY identifier"},
    db::Sql{"test_properties",
            "SELECT id || '|' || name || '|' || label || '|' || label_key || '|' || type || '|' || audience "
            "|| '|' || contexts FROM candidate_property WHERE company_id = $1 ORDER BY id"},
    db::Sql{"test_choices",
            "SELECT property_id || '|' || id || '|' || label || '|' || label_key || '|' || "
            "CAST(position AS TEXT) || '|' || origin FROM candidate_property_choice WHERE company_id = $1 "
            "ORDER BY property_id, position"},
    db::Sql{"test_offer_properties",
            "SELECT name || '|' || category || '|' || label || '|' || label_key || '|' || type || '|' || "
            "necessity || '|' || CAST(position AS TEXT) FROM offer_property WHERE company_id = $1 "
            "ORDER BY position"},
};

// The statements of the migration that fill tables, for one company.
std::deque<std::string> insertions(const std::string& identifier) {
    std::deque<std::string> found;
    for (const EmbeddedFile& file : db::schema_files()) {
        if (!std::string_view{file.name}.starts_with("044_")) continue;
        std::string_view rest = file.text;
        while (!rest.empty()) {
            const auto end = std::min(rest.find(';'), rest.size());
            const std::string_view statement = rest.substr(0, end);
            if (const auto start = statement.find("INSERT INTO"); start != std::string_view::npos)
                found.push_back(std::string{statement.substr(start)} + " WHERE c.identifier = '" +
                                identifier + "'");
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return found;
}

class InitialData : public test::EachDatabase {
  protected:
    std::vector<std::string> rows(const CompanyId& whose, const db::Sql& sql) {
        return db->read(whose, [&](db::Snapshot& snapshot) {
            return snapshot.all(sql, {}, [](const db::Row& row) { return row.string(0); });
        });
    }
    template <class Read>
    auto read(Read what) {
        return db->read(company, what);
    }

    const CompanyId company = given::company(*db);
};

TEST_P(InitialData, IsTheSameForCompaniesThatWereMigrated) {
    const auto old = db->write(
        std::nullopt, [](db::Tx& tx) { return accounts::add_company(tx, "Old", std::string{"old"}).id; });
    const std::deque<std::string> statements = insertions("old");
    ASSERT_EQ(statements.size(), kTables.size());

    db->write(std::nullopt, [&](db::Tx& tx) {
        for (const std::string& text : statements) tx.execute(db::GlobalSql{"test_migration", text}, {});
    });

    for (const db::Sql& table : kTables) {
        EXPECT_FALSE(rows(old, table).empty()) << table.name;
        EXPECT_EQ(rows(old, table), rows(company, table)) << table.name;
    }
}

// A list may grow, and then its number here changes, but it never shrinks.
TEST_P(InitialData, LosesNothing) {
    constexpr std::array kSizes{1U, 7U, 15U, 15U, 11U, 7U, 11U};
    for (std::size_t i = 0; i < kTables.size(); ++i)
        EXPECT_EQ(rows(company, kTables.at(i)).size(), kSizes.at(i)) << kTables.at(i).name;
}

TEST_P(InitialData, HasADefaultProcessWithoutRequiredSteps) {
    const auto steps = read(conf::store::default_steps);

    std::vector<std::string> names;
    for (const auto& step : steps) names.push_back(step.name);
    EXPECT_THAT(names, ElementsAre("Resume Review", "Phone Screen", "Hiring Manager Interview",
                                   "Team Interview", "Final Interview", "Offer Extended", "Offer Accepted"));
    EXPECT_TRUE(std::ranges::is_sorted(steps, {}, &conf::HiringStep::stage));
    EXPECT_TRUE(std::ranges::none_of(steps, &conf::HiringStep::required));
}

TEST_P(InitialData, HasReasonsOfBothKinds) {
    for (const auto& [kind, name] : Names<conf::ReasonKind>::kList) {
        const auto all = read([&](db::Snapshot& snapshot) { return conf::reasons(snapshot, kind); });
        ASSERT_FALSE(all.empty());
        for (std::size_t i = 0; i < all.size(); ++i) {
            EXPECT_TRUE(is_uuid_v7(all[i].id.text()));
            EXPECT_EQ(conf::initial_reason(kind, i), all[i].id.text());
        }
    }
}

TEST_P(InitialData, HasPropertiesOfEveryOtherTypeAndEveryContext) {
    std::set<conf::PropertyType> types;
    std::set<conf::PropertyContext> contexts;
    for (const auto& property : read(conf::store::list_candidate_properties)) {
        EXPECT_TRUE(is_uuid_v7(property.id.text())) << property.key;
        types.insert(property.type);
        contexts.insert(property.contexts.begin(), property.contexts.end());
        const auto choices =
            read([&](db::Snapshot& snapshot) { return conf::store::list_choices(snapshot, property.id); });
        EXPECT_EQ(!choices.empty(), conf::has_choices(property.type)) << property.key;
    }
    EXPECT_FALSE(types.contains(conf::PropertyType::multi_select)) << "old clients do not know it";
    EXPECT_EQ(types.size() + 1, Names<conf::PropertyType>::kList.size());
    EXPECT_EQ(contexts.size(), Names<conf::PropertyContext>::kList.size());
}

TEST_P(InitialData, HasOfferPropertiesOfEveryTypeNoneOfThemRequired) {
    std::set<conf::OfferPropertyType> types;
    for (const auto& property :
         read([](db::Snapshot& snapshot) { return conf::offer_properties_without_choices(snapshot); })) {
        types.insert(property.type);
        EXPECT_FALSE(property.required) << property.key;
    }
    EXPECT_EQ(types.size(), Names<conf::OfferPropertyType>::kList.size());
}

TEST_P(InitialData, HasTheSourcesThatTheServerChooses) {
    for (const conf::Source& source : {conf::api_source(), conf::career_site_source()}) {
        const auto identifier =
            read([&](db::Snapshot& snapshot) { return conf::identifier_of(snapshot, source); });
        ASSERT_TRUE(identifier) << source.id;
        EXPECT_EQ(read([&](db::Snapshot& snapshot) { return conf::find_source(snapshot, *identifier); }),
                  source);
    }
}

RUN_ON_EACH_DATABASE(InitialData);

}  // namespace
}  // namespace callboard
