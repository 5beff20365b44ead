#include "configuration/job_property_values.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::JobPropertyLimits;
using configuration::JobPropertyType;
using configuration::JobPropertyValue;
using configuration::kJobPropertyLimits;
using configuration::ValueDraft;
using configuration::ValueEdit;
using testing::ElementsAre;
using testing::IsEmpty;

class JobPropertyValues : public test::EachDatabase {
  protected:
    JobPropertyId given_property(const std::string& label, JobPropertyType type) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_job_property(tx, admin, {.label = label, .type = type}).id;
        });
    }
    JobPropertyValue add(const ValueDraft& draft, const JobPropertyLimits& limits = kJobPropertyLimits) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::add_property_value(tx, admin, shift, draft, limits);
        });
    }
    std::string refusal_of(const ValueDraft& draft, const JobPropertyLimits& limits = kJobPropertyLimits) {
        return test::error_code([&] { add(draft, limits); });
    }
    void archive(const std::string& id) {
        db->write(company, [&](db::Tx& tx) { configuration::archive_property_value(tx, admin, shift, id); });
    }
    void unarchive(const std::string& id, const JobPropertyLimits& limits = kJobPropertyLimits) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::unarchive_property_value(tx, admin, shift, id, limits); });
    }
    JobPropertyValue change(const std::string& id, const ValueEdit& to) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::change_property_value(tx, admin, shift, id,
                                                        [&](const ValueEdit&) { return to; });
        });
    }
    void reorder(const std::vector<std::string>& ids) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::reorder_property_values(tx, admin, shift, ids); });
    }
    configuration::ValuePage page(std::string_view language = "en", std::int64_t after = 0,
                                  std::int64_t most = 100) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::property_value_page(snapshot, admin, shift, language, after, most);
        });
    }
    // As id=label, archived ones in brackets.
    std::vector<std::string> values(std::string_view language = "en") {
        std::vector<std::string> shown;
        for (const auto& [value, place] : page(language).values) {
            const std::string text = value.id + "=" + value.label;
            shown.push_back(value.archived ? "(" + text + ")" : text);
        }
        return shown;
    }
    std::int64_t active_count() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::job_property(snapshot, admin, shift).active_value_count;
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId shift = given_property("Shift", JobPropertyType::single_select);
};

TEST_P(JobPropertyValues, AreListedInTheirOrder) {
    add({.id = "z", .label = "Late"});
    add({.id = "ü b", .label = "Early"});
    const std::string made = add({.id = {}, .label = "Night", .archived = true}).id;

    EXPECT_THAT(values(), ElementsAre("z=Late", "ü b=Early", "(" + made + "=Night)"));
    EXPECT_EQ(made.size(), 24U);
    EXPECT_EQ(page().total, 3);
    EXPECT_EQ(active_count(), 2);
}

TEST_P(JobPropertyValues, AreListedInPages) {
    for (int i = 0; i < 5; ++i) add({.id = "v" + std::to_string(i), .label = "Label " + std::to_string(i)});
    std::vector<std::string> seen;
    std::int64_t after = 0;

    for (;;) {
        const auto part = page("en", after, 2);
        EXPECT_EQ(part.total, 5);
        if (part.values.empty()) break;
        for (const auto& each : part.values) seen.push_back(each.value.id);
        after = part.values.back().place;
    }

    EXPECT_THAT(seen, ElementsAre("v0", "v1", "v2", "v3", "v4"));
}

TEST_P(JobPropertyValues, AreReordered) {
    for (const std::string id : {"a", "b", "c"}) add({.id = id, .label = "The " + id});
    archive("b");

    reorder({"c", "a", "b"});
    reorder({"c", "a", "b"});
    add({.id = "d", .label = "The d"});

    EXPECT_THAT(values(), ElementsAre("c=The c", "a=The a", "(b=The b)", "d=The d"));
    EXPECT_THAT(
        given::audit_names(*db, company),
        ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_VALUE_CREATED", "JOB_PROPERTY_VALUE_CREATED",
                    "JOB_PROPERTY_VALUE_CREATED", "JOB_PROPERTY_VALUE_ARCHIVED",
                    "JOB_PROPERTY_VALUES_REORDERED", "JOB_PROPERTY_VALUE_CREATED"));
}

TEST_P(JobPropertyValues, AreReorderedByThoseWhoKnowThemAll) {
    for (const std::string id : {"a", "b", "c"}) add({.id = id, .label = "The " + id});
    const JobPropertyId note = given_property("Remark", JobPropertyType::text);
    const accounts::Actor extended = given::user(*db, company, accounts::Role::extended);
    const auto refusal = [&](const accounts::Actor& actor, const JobPropertyId& property,
                             const std::vector<std::string>& ids) {
        return test::error_code([&] {
            db->write(company,
                      [&](db::Tx& tx) { configuration::reorder_property_values(tx, actor, property, ids); });
        });
    };

    EXPECT_EQ(refusal(admin, shift, {"c", "a"}), "CONFLICT");
    EXPECT_EQ(refusal(admin, note, {}), "VALUES_NOT_ALLOWED");
    EXPECT_EQ(refusal(extended, shift, {"c", "b", "a"}), "PERMISSION_DENIED");
    EXPECT_THAT(values(), ElementsAre("a=The a", "b=The b", "c=The c"));
}

TEST_P(JobPropertyValues, HaveAnIdOfTheirOwnAndALabelAmongActiveOnes) {
    add({.id = "day", .label = "Day Ö"});
    add({.id = "old", .label = "Day Ö", .archived = true});

    EXPECT_EQ(refusal_of({.id = "day", .label = "Other"}), "JOB_PROPERTY_VALUE_ID_ALREADY_EXISTS");
    EXPECT_EQ(refusal_of({.id = {}, .label = "DAY ö"}), "JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(refusal_of({.id = {}, .label = " "}), "VALUE_LABEL_IS_BLANK");
    EXPECT_EQ(refusal_of({.id = {}, .label = "a\nb"}), "VALUE_LABEL_IS_INVALID");
    EXPECT_EQ(refusal_of({.id = "a/b", .label = "Slash"}), "VALIDATION_ERROR");
    EXPECT_EQ(refusal_of({.id = "null", .label = "Nothing"}), "VALIDATION_ERROR");
    EXPECT_THAT(values(), ElementsAre("day=Day Ö", "(old=Day Ö)"));
}

TEST_P(JobPropertyValues, OfATextAreRefused) {
    const JobPropertyId note = given_property("Remark", JobPropertyType::text);

    EXPECT_EQ(test::error_code([&] {
                  db->write(company, [&](db::Tx& tx) {
                      configuration::add_property_value(tx, admin, note, {.id = {}, .label = "A"});
                  });
              }),
              "VALUES_NOT_ALLOWED");
}

TEST_P(JobPropertyValues, AreLimitedInNumberAndActiveOnesMore) {
    const JobPropertyLimits limits{.active_values = 2, .values = 3};
    add({.id = "a", .label = "A"}, limits);
    add({.id = "b", .label = "B"}, limits);

    EXPECT_EQ(refusal_of({.id = "c", .label = "C"}, limits), "ACTIVE_VALUES_LIMIT_REACHED");
    add({.id = "c", .label = "C", .archived = true}, limits);
    EXPECT_EQ(test::error_code([&] { unarchive("c", limits); }), "ACTIVE_VALUES_LIMIT_REACHED");
    archive("a");
    unarchive("c", limits);

    EXPECT_EQ(refusal_of({.id = "d", .label = "D", .archived = true}, limits), "VALUES_LIMIT_REACHED");
    EXPECT_THAT(values(), ElementsAre("(a=A)", "b=B", "c=C"));
    EXPECT_EQ(active_count(), 2);
}

TEST_P(JobPropertyValues, AreArchivedAndRestoredOnce) {
    add({.id = "day", .label = "Day"});

    archive("day");
    archive("day");
    EXPECT_EQ(active_count(), 0);
    unarchive("day");
    unarchive("day");

    EXPECT_EQ(active_count(), 1);
    EXPECT_EQ(test::error_code([&] { archive("none"); }), "JOB_PROPERTY_VALUE_NOT_FOUND");
    EXPECT_THAT(given::audit_names(*db, company),
                ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_VALUE_CREATED",
                            "JOB_PROPERTY_VALUE_ARCHIVED", "JOB_PROPERTY_VALUE_UNARCHIVED"));
}

TEST_P(JobPropertyValues, ARestoredOneNeedsALabelThatIsFree) {
    add({.id = "day", .label = "Day"});
    archive("day");
    add({.id = "new", .label = "day"});

    EXPECT_EQ(test::error_code([&] { unarchive("day"); }), "VALUE_LABEL_IS_INVALID");
    change("day", {.label = "Old day", .archived = false});

    EXPECT_THAT(values(), ElementsAre("day=Old day", "new=day"));
}

TEST_P(JobPropertyValues, AreRenamed) {
    add({.id = "day", .label = "Day"});
    add({.id = "night", .label = "Night"});

    EXPECT_EQ(change("day", {.label = "Morning"}).label, "Morning");
    EXPECT_EQ(test::error_code([&] { change("day", {.label = "NIGHT"}); }),
              "JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
    EXPECT_EQ(test::error_code([&] { change("day", {.label = "\t"}); }), "VALUE_LABEL_IS_BLANK");
    change("day", {.label = "Night", .archived = true});

    EXPECT_THAT(values(), ElementsAre("(day=Night)", "night=Night"));
}

TEST_P(JobPropertyValues, HaveLabelsInOtherLanguages) {
    add({.id = "day", .label = "Day"});
    add({.id = "night", .label = "Night"});
    const auto translate = [&](const std::string& id,
                               const std::vector<configuration::LabelTranslation>& labels) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::translate_property_value(tx, admin, shift, id, labels); });
    };

    translate("day", {{.language = "fr", .label = "Jour"}, {.language = "en", .label = "Daytime"}});
    translate("night", {{.language = "fr-CA", .label = "Nuit"}});

    EXPECT_THAT(values("fr"), ElementsAre("day=Jour", "night=Night"));
    EXPECT_THAT(values("fr-CA"), ElementsAre("day=Jour", "night=Nuit"));
    EXPECT_THAT(values(), ElementsAre("day=Daytime", "night=Night"));
    EXPECT_EQ(test::error_code([&] { translate("day", {{.language = "en", .label = "night"}}); }),
              "JOB_PROPERTY_VALUE_LABEL_ALREADY_EXISTS");
}

TEST_P(JobPropertyValues, AreChangedByAdministratorsOnly) {
    const auto extended = given::user(*db, company, accounts::Role::extended);

    EXPECT_EQ(test::error_code([&] {
                  db->write(company, [&](db::Tx& tx) {
                      configuration::add_property_value(tx, extended, shift, {.id = {}, .label = "A"});
                  });
              }),
              "PERMISSION_DENIED");
    EXPECT_THAT(values(), IsEmpty());
}

RUN_ON_EACH_DATABASE(JobPropertyValues);

}  // namespace
}  // namespace callboard
