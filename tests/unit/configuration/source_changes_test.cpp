#include "configuration/source_changes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::NewSource;
using configuration::Source;
using configuration::SourceFault;
using configuration::store::StoredSource;
using test::error_code;
using testing::ElementsAre;

class SourceChanges : public test::EachDatabase {
  protected:
    StoredSource add(const NewSource& wanted) {
        return db->write(company, [&](db::Tx& tx) { return configuration::add_source(tx, admin, wanted); });
    }
    StoredSource rename(const SourceIdentifier& identifier, const std::string& label) {
        return db->write(
            company, [&](db::Tx& tx) { return configuration::rename_source(tx, admin, identifier, label); });
    }
    void archive(const SourceIdentifier& identifier) {
        db->write(company, [&](db::Tx& tx) { configuration::archive_source(tx, admin, identifier); });
    }
    auto choose(std::string_view type, std::string_view id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::choose_source(snapshot, type, std::nullopt, id);
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const NewSource cooks{
        .type = "AGENCY", .sub_type = std::nullopt, .id = "top-cooks", .label = "Top Cooks"};
};

TEST_P(SourceChanges, AddASourceThatCanBeChosen) {
    const StoredSource made = add(cooks);

    EXPECT_EQ(std::get<Source>(choose("AGENCY", "top-cooks")),
              (Source{.type = "AGENCY", .sub_type = "AGENCY", .id = "top-cooks", .label = "Top Cooks"}));
    EXPECT_EQ(error_code([&] { add(cooks); }), "SOURCE_ID_ALREADY_EXISTS");
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("SOURCE_CREATED"));
}

TEST_P(SourceChanges, AddAThousandOfATypeAtMost) {
    static constexpr db::Sql kFill{
        "test_fill_sources",
        "INSERT INTO application_source (company_id, source_type, sub_type, id, label, identifier, origin,"
        " updated_at)"
        " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)"
        " SELECT $1, 'AGENCY', 'AGENCY', 's' || n, 'S' || n,"
        " '01a1e901-0000-7000-8000-' || (100000000000 + n), 'COMPANY', 1 FROM numbers"};
    const std::int64_t missing = db->read(company, [&](db::Snapshot& snapshot) {
        const auto present = configuration::store::count_sources(snapshot, "AGENCY", std::nullopt);
        return std::int64_t{configuration::kMostSources} - present - 1;
    });
    db->write(company, [&](db::Tx& tx) { tx.execute(kFill, {missing}); });
    const NewSource other{.type = "AGENCY", .sub_type = {}, .id = {}, .label = "One more"};

    const StoredSource last = add(cooks);
    EXPECT_EQ(error_code([&] { add(other); }), "SOURCES_LIMIT_EXCEEDED");
    archive(last.identifier);
    EXPECT_EQ(error_code([&] { add(other); }), "");
}

TEST_P(SourceChanges, RefuseTypesAndSubtypesThatDoNotExist) {
    const auto code = [&](const NewSource& wanted) { return error_code([&] { add(wanted); }); };

    EXPECT_EQ(code({.type = "NOTHING", .sub_type = {}, .id = {}, .label = "X"}), "SOURCE_TYPE_INVALID");
    EXPECT_EQ(code({.type = "REFERRALS", .sub_type = {}, .id = {}, .label = "X"}), "SOURCE_TYPE_INVALID");
    EXPECT_EQ(code({.type = "JOB_BOARD", .sub_type = {}, .id = {}, .label = "X"}), "SUBTYPE_REQUIRED");
    EXPECT_EQ(code({.type = "JOB_BOARD", .sub_type = "AGENCY", .id = {}, .label = "X"}),
              "SOURCE_TYPE_AND_SUBTYPE_INVALID");
    EXPECT_EQ(code({.type = "AGENCY", .sub_type = {}, .id = "a b", .label = "X"}), "VALIDATION_ERROR");
    EXPECT_EQ(code({.type = "AGENCY", .sub_type = {}, .id = {}, .label = " "}), "VALIDATION_ERROR");
    EXPECT_EQ(code({.type = "AGENCY", .sub_type = {}, .id = {}, .label = "X"}), "");
}

TEST_P(SourceChanges, ArchiveASourceThatIsStillFoundAndCanReturn) {
    const StoredSource made = add(cooks);

    archive(made.identifier);

    EXPECT_EQ(std::get<SourceFault>(choose("AGENCY", "top-cooks")), SourceFault::unknown);
    const auto found = db->read(company, [&](db::Snapshot& snapshot) {
        return configuration::find_source(snapshot, made.identifier);
    });
    EXPECT_EQ(found.value().label, "Top Cooks");
    EXPECT_EQ(error_code([&] { archive(made.identifier); }), "SOURCE_NOT_FOUND");
    EXPECT_EQ(add(cooks).identifier, made.identifier);
}

TEST_P(SourceChanges, RenameASource) {
    const StoredSource made = add(cooks);

    rename(made.identifier, "Best Cooks");
    rename(made.identifier, "Best Cooks");

    EXPECT_EQ(std::get<Source>(choose("AGENCY", "top-cooks")).label, "Best Cooks");
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("SOURCE_CREATED", "SOURCE_UPDATED"));
}

TEST_P(SourceChanges, LeaveTheSourcesOfTheServer) {
    const auto api = SourceIdentifier::from_trusted("01990000-0004-7000-8000-00000000000f");

    EXPECT_EQ(error_code([&] { archive(api); }), "SOURCE_IS_BUILT_IN");
    EXPECT_EQ(error_code([&] { rename(api, "X"); }), "SOURCE_IS_BUILT_IN");
}

TEST_P(SourceChanges, AreMadeByAdministratorsOnly) {
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);

    EXPECT_EQ(error_code([&] {
                  db->write(company, [&](db::Tx& tx) { configuration::add_source(tx, extended, cooks); });
              }),
              "PERMISSION_DENIED");
    EXPECT_EQ(std::get<SourceFault>(choose("AGENCY", "top-cooks")), SourceFault::unknown);
}

RUN_ON_EACH_DATABASE(SourceChanges);

}  // namespace
}  // namespace callboard
