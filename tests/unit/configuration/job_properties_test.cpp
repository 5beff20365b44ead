#include "configuration/job_properties.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_label_store.h"
#include "configuration/job_property_values.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::JobProperty;
using configuration::JobPropertyDraft;
using configuration::JobPropertyType;
using configuration::LabelTranslation;
using testing::ElementsAre;
using testing::IsEmpty;

class JobProperties : public test::EachDatabase {
  protected:
    JobProperty add(const JobPropertyDraft& draft) { return add(admin, draft); }
    JobProperty add(const accounts::Actor& actor, const JobPropertyDraft& draft) {
        return db->write(company,
                         [&](db::Tx& tx) { return configuration::add_job_property(tx, actor, draft); });
    }
    std::string refusal_of(const JobPropertyDraft& draft) {
        return test::error_code([&] { add(draft); });
    }
    void add_value(const JobPropertyId& property, const std::string& id) {
        db->write(company, [&](db::Tx& tx) {
            configuration::add_property_value(tx, admin, property, {.id = id, .label = id});
        });
    }
    JobProperty change(const JobPropertyId& id, void (*edit)(JobPropertyDraft&)) {
        return db->write(company, [&](db::Tx& tx) {
            return configuration::change_job_property(tx, admin, id, [&](const JobPropertyDraft& before) {
                JobPropertyDraft after = before;
                edit(after);
                return after;
            });
        });
    }
    void activate(const JobPropertyId& id) {
        db->write(company, [&](db::Tx& tx) { configuration::activate_job_property(tx, admin, id); });
    }
    void deactivate(const JobPropertyId& id) {
        db->write(company, [&](db::Tx& tx) { configuration::deactivate_job_property(tx, admin, id); });
    }
    void translate(const JobPropertyId& id, const std::vector<LabelTranslation>& labels) {
        db->write(company, [&](db::Tx& tx) { configuration::translate_job_property(tx, admin, id, labels); });
    }
    JobProperty get(const JobPropertyId& id, std::string_view language = "en") {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::job_property(snapshot, admin, id, language);
        });
    }
    std::vector<std::string> labels(std::string_view language = "en") {
        std::vector<std::string> found;
        db->read(company, [&](db::Snapshot& snapshot) {
            for (const JobProperty& each : configuration::job_properties(snapshot, admin, language))
                found.push_back(each.label);
        });
        return found;
    }
    std::vector<std::string> audit_names() { return given::audit_names(*db, company); }
    bool has_renamings() { return db->read(company, configuration::store::has_property_renamings); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(JobProperties, AreListedInTheOrderInWhichTheyWereAdded) {
    const JobProperty shift = add({.label = "Shift", .required = true});
    clock.advance(std::chrono::milliseconds{1});
    add({.label = "Cost centre", .category = configuration::JobPropertyCategory::organization});

    EXPECT_THAT(labels(), ElementsAre("Shift", "Cost centre"));
    EXPECT_EQ(shift.id.text().size(), 24U);
    const JobProperty read = get(shift.id);
    EXPECT_EQ(static_cast<const JobPropertyDraft&>(read), static_cast<const JobPropertyDraft&>(shift));
    EXPECT_TRUE(read.required && read.active && read.visible);
    EXPECT_THAT(audit_names(), ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_CREATED"));
}

TEST_P(JobProperties, HaveALabelOfTheirOwn) {
    add({.label = "Schicht Ö"});

    for (const char* label : {"SCHICHT ö", "   ", "Title", "reference NUMBER", " Department "})
        EXPECT_EQ(refusal_of({.label = label}), "DEFINITION_NAME_IS_NOT_ALLOWED") << label;
    EXPECT_THAT(labels(), ElementsAre("Schicht Ö"));
}

TEST_P(JobProperties, AreLimitedInNumber) {
    const auto add_with_limit = [&](const std::string& label) {
        db->write(company, [&](db::Tx& tx) {
            configuration::add_job_property(tx, admin, {.label = label}, {.properties = 2});
        });
    };
    add_with_limit("One");
    add_with_limit("Two");

    EXPECT_EQ(test::error_code([&] { add_with_limit("Three"); }), "JOB_PROPERTY_LIMIT_EXCEEDED");
    EXPECT_EQ(labels().size(), 2U);
}

TEST_P(JobProperties, AreChangedWithOneRecordAndARepetitionWritesNothing) {
    const JobPropertyId shift = add({.label = "Shift"}).id;
    add({.label = "Team"});
    const auto rename = [](JobPropertyDraft& draft) { draft.label = "Turn"; };

    EXPECT_EQ(change(shift, rename).label, "Turn");
    change(shift, rename);

    EXPECT_EQ(get(shift).label, "Turn");
    EXPECT_TRUE(has_renamings());
    EXPECT_THAT(audit_names(),
                ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_CREATED", "JOB_PROPERTY_UPDATED"));
    EXPECT_EQ(test::error_code([&] { change(shift, [](JobPropertyDraft& draft) { draft.label = "TEAM"; }); }),
              "DEFINITION_NAME_IS_NOT_ALLOWED");
    EXPECT_EQ(test::error_code([&] {
                  change(shift, [](JobPropertyDraft& draft) { draft.type = JobPropertyType::text; });
              }),
              "JOB_PROPERTY_NOT_EDITABLE");
}

TEST_P(JobProperties, AChangeOfOtherThingsRenewsNoLabels) {
    const JobPropertyId shift = add({.label = "Shift"}).id;

    change(shift, [](JobPropertyDraft& draft) { draft.visible = false; });

    EXPECT_FALSE(get(shift).visible);
    EXPECT_FALSE(has_renamings());
}

TEST_P(JobProperties, AreActivatedOnlyWithValuesButATextHasNone) {
    const JobPropertyId shift = add({.label = "Shift", .active = false}).id;
    const JobPropertyId note = add({.label = "Remark", .type = JobPropertyType::text, .active = false}).id;

    EXPECT_EQ(test::error_code([&] { activate(shift); }), "NO_ACTIVE_VALUES");
    EXPECT_EQ(test::error_code([&] { change(shift, [](JobPropertyDraft& draft) { draft.active = true; }); }),
              "NO_ACTIVE_VALUES");
    activate(note);
    add_value(shift, "day");
    activate(shift);
    activate(shift);

    EXPECT_TRUE(get(shift).active);
    EXPECT_TRUE(get(note).active);
    deactivate(shift);
    EXPECT_FALSE(get(shift).active);
    EXPECT_THAT(audit_names(), ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_CREATED",
                                           "JOB_PROPERTY_ACTIVATED", "JOB_PROPERTY_VALUE_CREATED",
                                           "JOB_PROPERTY_ACTIVATED", "JOB_PROPERTY_DEACTIVATED"));
}

TEST_P(JobProperties, HaveLabelsInOtherLanguages) {
    const JobPropertyId shift = add({.label = "Shift"}).id;

    translate(shift, {{.language = "fr", .label = "Poste"}, {.language = "fr-CA", .label = "Quart"}});
    translate(shift, {{.language = "de", .label = "Schicht"}, {.language = "fr", .label = "Poste"}});

    EXPECT_THAT(labels("fr"), ElementsAre("Poste"));
    EXPECT_THAT(labels("fr-CA"), ElementsAre("Quart"));
    EXPECT_THAT(labels("de"), ElementsAre("Schicht"));
    EXPECT_THAT(labels("pl"), ElementsAre("Shift"));
    EXPECT_EQ(get(shift, "fr-CA").label, "Quart");
    EXPECT_EQ(get(shift, "de").label, "Schicht");
    EXPECT_EQ(get(shift, "pt-BR").label, "Shift");
    EXPECT_THAT(audit_names(), ElementsAre("JOB_PROPERTY_CREATED", "JOB_PROPERTY_TRANSLATED",
                                           "JOB_PROPERTY_TRANSLATED", "JOB_PROPERTY_TRANSLATED"));
}

TEST_P(JobProperties, AnEnglishTranslationIsTheLabelItself) {
    const JobPropertyId shift = add({.label = "Shift"}).id;

    translate(shift, {{.language = "en", .label = "Turn"}});

    EXPECT_EQ(get(shift).label, "Turn");
    EXPECT_TRUE(has_renamings());
    EXPECT_EQ(test::error_code([&] { translate(shift, {{.language = "en", .label = "Title"}}); }),
              "DEFINITION_NAME_IS_NOT_ALLOWED");
}

TEST_P(JobProperties, AreTranslatedToKnownLanguagesOnce) {
    const JobPropertyId shift = add({.label = "Shift"}).id;
    const auto refusal = [&](const std::vector<LabelTranslation>& labels_given) {
        return test::error_code([&] { translate(shift, labels_given); });
    };

    EXPECT_EQ(refusal({{.language = "xx", .label = "X"}}), "PROPERTY_INVALID");
    EXPECT_EQ(refusal({{.language = "de", .label = "A"}, {.language = "de", .label = "B"}}),
              "LANGUAGE_GIVEN_TWICE");
    EXPECT_EQ(refusal({{.language = "de", .label = "A"}, {.language = "fr", .label = " "}}),
              "VALIDATION_ERROR");
    EXPECT_THAT(labels("de"), ElementsAre("Shift"));
}

TEST_P(JobProperties, AreChangedByAdministratorsAndReadByOthers) {
    const JobPropertyId shift = add({.label = "Shift"}).id;
    for (const auto role : {accounts::Role::extended, accounts::Role::standard, accounts::Role::restricted}) {
        const auto actor = given::user(*db, company, role);
        EXPECT_EQ(test::error_code([&] { add(actor, {.label = "Team"}); }), "PERMISSION_DENIED");
        EXPECT_EQ(test::error_code([&] {
                      db->write(company, [&](db::Tx& tx) {
                          configuration::deactivate_job_property(tx, actor, shift);
                      });
                  }),
                  "PERMISSION_DENIED");
        EXPECT_NO_THROW(db->read(company, [&](db::Snapshot& snapshot) {
            return configuration::job_property(snapshot, actor, shift);
        }));
    }
    const auto employee = given::user(*db, company, accounts::Role::employee);
    EXPECT_EQ(test::error_code([&] {
                  db->read(company, [&](db::Snapshot& snapshot) {
                      return configuration::job_properties(snapshot, employee);
                  });
              }),
              "PERMISSION_DENIED");
    EXPECT_THAT(audit_names(), ElementsAre("JOB_PROPERTY_CREATED"));
}

TEST_P(JobProperties, OfAnotherCompanyDoNotExist) {
    const CompanyId rival = given::company(*db, "rival");
    const auto other = given::user(*db, rival);
    const JobPropertyId shift = add({.label = "Shift"}).id;

    EXPECT_EQ(test::error_code([&] {
                  db->write(rival,
                            [&](db::Tx& tx) { configuration::activate_job_property(tx, other, shift); });
              }),
              "JOB_PROPERTY_NOT_FOUND");
    EXPECT_THAT(
        db->read(rival,
                 [&](db::Snapshot& snapshot) { return configuration::job_properties(snapshot, other); }),
        IsEmpty());
}

RUN_ON_EACH_DATABASE(JobProperties);

}  // namespace
}  // namespace callboard
