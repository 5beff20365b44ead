#include "configuration/reasons.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::Reason;
using configuration::ReasonKind;
using test::error_code;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using enum configuration::ReasonKind;

class Reasons : public test::EachDatabase {
  public:
    // The initial ids are of 2025; what is added later follows them.
    Reasons() { clock.advance(std::chrono::years{3}); }

  protected:
    Reason add(const std::string& label, ReasonKind kind = rejection) {
        return db->write(company,
                         [&](db::Tx& tx) { return configuration::add_reason(tx, admin, kind, label); });
    }
    Reason rename(const ReasonId& id, const std::string& label) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::rename_reason(tx, admin, rejection, id, label);
        });
    }
    void archive(const ReasonId& id, ReasonKind kind = rejection) {
        db->write(company, [&](db::Tx& tx) { configuration::archive_reason(tx, admin, kind, id); });
    }
    std::vector<std::string> labels(ReasonKind kind = rejection) {
        std::vector<std::string> all;
        for (const auto& reason : db->read(
                 company, [&](db::Snapshot& snapshot) { return configuration::reasons(snapshot, kind); }))
            all.push_back(reason.label);
        return all;
    }
    auto find(const ReasonId& id, ReasonKind kind = rejection) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::find_reason(snapshot, kind, id.text());
        });
    }
    auto label_of(const ReasonId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::label_of_reason(snapshot, rejection, id.text());
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(Reasons, AreAddedAtTheEndOfTheirKind) {
    const Reason made = add(" Moved away ");

    EXPECT_EQ(labels().back(), "Moved away");
    EXPECT_THAT(labels(withdrawal), Not(Contains("Moved away")));
    EXPECT_TRUE(find(made.id));
    EXPECT_FALSE(find(made.id, withdrawal));
}

TEST_P(Reasons, AreFiveHundredOfAKindAtMost) {
    static constexpr db::Sql kFill{
        "test_fill_reasons",
        "INSERT INTO application_reason (company_id, id, kind, label, label_key, updated_at)"
        " WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < $2)"
        " SELECT $1, '01a1e900-0000-7000-8000-' || (100000000000 + n), 'REJECTION', 'R' || n, 'r' || n, 1"
        " FROM numbers"};
    const std::int64_t missing = std::int64_t{configuration::kMostReasons} - std::ssize(labels()) - 1;
    db->write(company, [&](db::Tx& tx) { tx.execute(kFill, {missing}); });

    const Reason last = add("Last");
    EXPECT_EQ(error_code([&] { add("One more"); }), "REASONS_LIMIT_EXCEEDED");
    EXPECT_EQ(error_code([&] { add("One more", withdrawal); }), "");
    archive(last.id);
    EXPECT_EQ(error_code([&] { add("One more"); }), "");
}

TEST_P(Reasons, AreRenamed) {
    const Reason made = add("Moved away");

    rename(made.id, "Moved abroad");
    rename(made.id, "Moved abroad");

    EXPECT_EQ(label_of(made.id), "Moved abroad");
    EXPECT_THAT(given::audit_names(*db, company), ElementsAre("REASON_CREATED", "REASON_UPDATED"));
}

TEST_P(Reasons, ThatAreArchivedKeepTheirLabelAndCannotBeChosen) {
    const Reason made = add("Moved away");

    archive(made.id);

    EXPECT_FALSE(find(made.id));
    EXPECT_EQ(label_of(made.id), "Moved away");
    EXPECT_THAT(labels(), Not(Contains("Moved away")));
    EXPECT_EQ(error_code([&] { archive(made.id); }), "REASON_NOT_FOUND");
    EXPECT_EQ(error_code([&] { rename(made.id, "X"); }), "REASON_NOT_FOUND");
    EXPECT_NE(add("Moved away").id, made.id);
}

TEST_P(Reasons, HaveLabelsOfTheirOwnWithinTheirKind) {
    const Reason made = add("Moved away");

    EXPECT_EQ(error_code([&] { add("MOVED AWAY"); }), "REASON_LABEL_NOT_UNIQUE");
    EXPECT_EQ(error_code([&] { rename(made.id, "overqualified"); }), "REASON_LABEL_NOT_UNIQUE");
    EXPECT_EQ(error_code([&] { add("Moved away", withdrawal); }), "");
    EXPECT_EQ(error_code([&] { add(" \t"); }), "VALIDATION_ERROR");
    EXPECT_EQ(rename(made.id, "MOVED away").label, "MOVED away");
}

TEST_P(Reasons, OfTheOtherKindAreNotFound) {
    const Reason made = add("Moved away");

    EXPECT_EQ(error_code([&] { archive(made.id, withdrawal); }), "REASON_NOT_FOUND");
    EXPECT_TRUE(find(made.id));
}

TEST_P(Reasons, AreChangedByAdministratorsOnly) {
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);

    EXPECT_EQ(error_code([&] {
                  db->write(company,
                            [&](db::Tx& tx) { configuration::add_reason(tx, extended, rejection, "X"); });
              }),
              "PERMISSION_DENIED");
    EXPECT_EQ(labels().size(), 9U);
}

RUN_ON_EACH_DATABASE(Reasons);

}  // namespace
}  // namespace callboard
