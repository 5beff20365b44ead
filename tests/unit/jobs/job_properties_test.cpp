#include "jobs/job_properties.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_dependents.h"
#include "configuration/job_property_values.h"
#include "jobs/change.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard {
namespace {

using configuration::JobPropertyDraft;
using configuration::JobPropertyType;
using jobs::PropertyChoice;
using testing::ElementsAre;
using testing::IsEmpty;

class PropertiesOfJobs : public test::EachDatabase {
  protected:
    JobPropertyId given_property(const JobPropertyDraft& draft, const std::vector<std::string>& values = {}) {
        clock.advance(std::chrono::milliseconds{1});
        return db->write(company, [&](db::Tx& tx) {
            const auto id = configuration::add_job_property(tx, admin, draft).id;
            for (const std::string& value : values)
                configuration::add_property_value(tx, admin, id, {.id = value, .label = "The " + value});
            return id;
        });
    }
    void archive(const JobPropertyId& property, const std::string& value) {
        db->write(company,
                  [&](db::Tx& tx) { configuration::archive_property_value(tx, admin, property, value); });
    }
    void deactivate(const JobPropertyId& property) {
        db->write(company, [&](db::Tx& tx) { configuration::deactivate_job_property(tx, admin, property); });
    }
    // Makes `dependent` depend on `parent`, with these pairs of values.
    void given_dependency(const JobPropertyId& parent, const JobPropertyId& dependent,
                          const std::vector<std::pair<std::string, std::string>>& pairs) {
        db->write(company, [&](db::Tx& tx) {
            configuration::add_dependents(tx, admin, parent, {std::string{dependent.text()}});
            for (const auto& [value, of_dependent] : pairs)
                configuration::add_dependent_value(
                    tx, admin, {.parent = parent, .value = value, .dependent = dependent.text()},
                    of_dependent);
        });
    }

    static PropertyChoice list(const JobPropertyId& property, const std::string& value) {
        return {.property = std::string{property.text()}, .value = value, .text = {}};
    }
    static PropertyChoice words(const JobPropertyId& property, const std::string& text) {
        return {.property = std::string{property.text()}, .value = {}, .text = text};
    }

    JobId create(const std::vector<PropertyChoice>& choices) {
        auto draft = given::draft();
        draft.properties = choices;
        return given::job(*db, company, admin, draft);
    }
    void set(const JobId& job, const std::vector<PropertyChoice>& choices) {
        db->write(company, [&](db::Tx& tx) {
            jobs::change(tx, admin, job, [&](const jobs::Draft& before) {
                jobs::Draft after = before;
                after.properties = choices;
                return after;
            });
        });
    }
    void retitle(const JobId& job, const std::string& title) {
        db->write(company, [&](db::Tx& tx) {
            jobs::change(tx, admin, job, [&](const jobs::Draft& before) {
                jobs::Draft after = before;
                after.title = title;
                return after;
            });
        });
    }
    std::string refusal_of(const std::vector<PropertyChoice>& choices) {
        return test::error_code([&] { create(choices); });
    }
    static std::vector<std::string> shown(const std::vector<jobs::PropertyPart>& parts) {
        std::vector<std::string> texts;
        for (const auto& part : parts)
            texts.push_back(part.label + ": " + part.value.label + " (" + part.value.id.value_or("") + ")");
        return texts;
    }
    std::vector<std::string> properties(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            const auto record = jobs::store::find_record(snapshot, job).value();
            return shown(wire::decode<jobs::Summary>(record.summary)
                             .properties.value_or(std::vector<jobs::PropertyPart>{}));
        });
    }
    std::vector<std::string> posted(const JobId& job, std::string_view language = "en") {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return shown(jobs::posted_properties(snapshot, job, language));
        });
    }
    std::string ignored(const std::vector<PropertyChoice>& choices) {
        wire::UnknownNames unknown;
        db->read(company,
                 [&](db::Snapshot& snapshot) { jobs::note_unknown_properties(snapshot, choices, unknown); });
        return unknown.header_value();
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(PropertiesOfJobs, AreStoredInTheOrderOfTheirDefinitions) {
    const auto shift = given_property({.label = "Shift"}, {"day", "night"});
    const auto note = given_property({.label = "Remark", .type = JobPropertyType::text});

    const JobId job = create({words(note, "Bring shoes\nand a hat"), list(shift, "night")});

    EXPECT_THAT(properties(job),
                ElementsAre("Shift: The night (night)", "Remark: Bring shoes\nand a hat ()"));
    EXPECT_THAT(given::events(*db, company), ElementsAre("job.created", "job.ad.created"));
}

TEST_P(PropertiesOfJobs, OfSeveralChoicesTheLastOneCounts) {
    const auto shift = given_property({.label = "Shift"}, {"day", "night"});
    const JobId job = create({list(shift, "night"), list(shift, "day")});
    EXPECT_THAT(properties(job), ElementsAre("Shift: The day (day)"));

    set(job, {list(shift, "day"), list(shift, "null")});

    EXPECT_THAT(properties(job), IsEmpty());
}

TEST_P(PropertiesOfJobs, AChangeIsOneEventAndARepetitionIsNone) {
    const auto shift = given_property({.label = "Shift"}, {"day", "night"});
    const JobId job = create({list(shift, "day")});

    set(job, {list(shift, "night")});
    set(job, {list(shift, "night")});

    EXPECT_THAT(properties(job), ElementsAre("Shift: The night (night)"));
    EXPECT_THAT(given::events(*db, company), ElementsAre("job.created", "job.ad.created", "job.updated"));
}

TEST_P(PropertiesOfJobs, AreKeptByAChangeOfSomethingElse) {
    const auto shift = given_property({.label = "Shift"}, {"day"});
    const auto note = given_property({.label = "Remark", .type = JobPropertyType::text});
    const JobId job = create({list(shift, "day"), words(note, "x")});
    archive(shift, "day");
    deactivate(note);

    retitle(job, "Another title");

    EXPECT_THAT(properties(job), ElementsAre("Shift: The day (day)", "Remark: x ()"));
}

TEST_P(PropertiesOfJobs, WhatTheCompanyDoesNotHaveIsIgnoredAndNamed) {
    const auto shift = given_property({.label = "Shift"}, {"day"});
    const CompanyId rival = given::company(*db, "rival");
    const auto other = given::user(*db, rival);
    const auto foreign = db->write(rival, [&](db::Tx& tx) {
        return configuration::add_job_property(tx, other, {.label = "Theirs"}).id;
    });
    const std::vector<PropertyChoice> choices{
        list(foreign, "day"), list(shift, "dusk"), {.property = "x", .value = "y", .text = {}}};

    EXPECT_THAT(properties(create(choices)), IsEmpty());
    EXPECT_EQ(ignored(choices), "/properties/0, /properties/1/value/id, /properties/2");
    EXPECT_EQ(ignored({list(shift, "day"), list(shift, "null")}), "");
}

TEST_P(PropertiesOfJobs, WhatTheCompanyDoesNotHaveIsRefusedFromAStrictClient) {
    const auto shift = given_property({.label = "Shift"}, {"day"});
    wire::UnknownNames unknown;
    unknown.reset(wire::Handling::strict);

    EXPECT_EQ(test::error_code([&] {
                  db->read(company, [&](db::Snapshot& snapshot) {
                      jobs::note_unknown_properties(snapshot, {list(shift, "dusk")}, unknown);
                  });
              }),
              "VALIDATION_ERROR");
}

TEST_P(PropertiesOfJobs, AreOfTheTypeOfTheProperty) {
    const auto shift = given_property({.label = "Shift"}, {"day"});
    const auto note = given_property({.label = "Remark", .type = JobPropertyType::text});

    EXPECT_EQ(refusal_of({words(shift, "The day")}), "INVALID_JOB_PROPERTY_VALUE_TYPE");
    EXPECT_EQ(refusal_of({list(note, "day")}), "INVALID_JOB_PROPERTY_VALUE_TYPE");
    EXPECT_EQ(refusal_of({list(shift, "a/b")}), "INVALID_JOB_PROPERTY_VALUE_ID");
    EXPECT_EQ(refusal_of({list(shift, std::string(101, 'x'))}), "INVALID_JOB_PROPERTY_VALUE_ID");
    EXPECT_EQ(refusal_of({words(note, "a\x01z")}), "INVALID_TEXT_FORMAT");
    EXPECT_EQ(refusal_of({words(note, std::string(1001, 'x'))}), "INVALID_TEXT_FORMAT");
    EXPECT_THAT(properties(create({words(note, std::string(1000, 'x'))})).size(), 1U);
    EXPECT_THAT(properties(create({words(note, "")})), IsEmpty());
}

TEST_P(PropertiesOfJobs, ThatAreArchivedOrInactiveCannotBeChosen) {
    const auto shift = given_property({.label = "Shift"}, {"day", "night"});
    const auto note = given_property({.label = "Remark", .type = JobPropertyType::text});
    const JobId job = create({list(shift, "day")});
    archive(shift, "night");
    deactivate(note);

    EXPECT_EQ(refusal_of({list(shift, "night")}), "VALUE_INACTIVE");
    EXPECT_EQ(refusal_of({words(note, "x")}), "VALUE_INACTIVE");
    EXPECT_EQ(test::error_code([&] { set(job, {list(shift, "night")}); }), "VALUE_INACTIVE");
    EXPECT_THAT(properties(job), ElementsAre("Shift: The day (day)"));
}

TEST_P(PropertiesOfJobs, ThatAreRequiredMustBeThere) {
    const auto shift = given_property({.label = "Shift", .required = true}, {"day"});
    const JobId job = create({list(shift, "day")});

    EXPECT_EQ(refusal_of({}), "JOB_PROPERTY_REQUIRED");
    EXPECT_EQ(refusal_of({list(shift, "dusk")}), "JOB_PROPERTY_REQUIRED");
    EXPECT_EQ(test::error_code([&] { set(job, {}); }), "JOB_PROPERTY_REQUIRED");
    EXPECT_EQ(test::error_code([&] { set(job, {list(shift, "null")}); }), "JOB_PROPERTY_REQUIRED");
    deactivate(shift);
    EXPECT_NO_THROW(create({}));
}

TEST_P(PropertiesOfJobs, AreNotRequiredWhileTheyCannotHaveAValue) {
    const auto shift = given_property({.label = "Shift", .required = true});
    EXPECT_NO_THROW(create({}));
    const auto land = given_property({.label = "Land"}, {"fr", "pl"});
    const auto town = given_property({.label = "Town", .required = true}, {"lyon"});
    given_dependency(land, town, {{"fr", "lyon"}});

    EXPECT_NO_THROW(create({}));
    EXPECT_NO_THROW(create({list(land, "pl")}));
    EXPECT_EQ(refusal_of({list(land, "fr")}), "JOB_PROPERTY_REQUIRED");
    EXPECT_NO_THROW(create({list(land, "fr"), list(town, "lyon")}));
    db->write(company, [&](db::Tx& tx) {
        configuration::add_property_value(tx, admin, shift, {.id = {}, .label = "Day"});
    });
    EXPECT_EQ(refusal_of({}), "JOB_PROPERTY_REQUIRED");
}

TEST_P(PropertiesOfJobs, DependOnTheValueOfTheirParent) {
    const auto town = given_property({.label = "Town"}, {"lyon", "lodz"});
    const auto land = given_property({.label = "Land"}, {"fr", "pl"});
    given_dependency(land, town, {{"fr", "lyon"}, {"pl", "lodz"}});

    const JobId job = create({list(town, "lyon"), list(land, "fr")});

    EXPECT_THAT(properties(job), ElementsAre("Town: The lyon (lyon)", "Land: The fr (fr)"));
    EXPECT_EQ(refusal_of({list(town, "lyon")}), "JOB_PROPERTY_PARENT_VALUE_MISSING");
    EXPECT_EQ(refusal_of({list(town, "lyon"), list(land, "pl")}),
              "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE");
    EXPECT_EQ(test::error_code([&] { set(job, {list(town, "lyon")}); }), "JOB_PROPERTY_PARENT_VALUE_MISSING");
    EXPECT_EQ(test::error_code([&] { set(job, {list(town, "lyon"), list(land, "pl")}); }),
              "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE");
    set(job, {list(town, "lodz"), list(land, "pl")});
    EXPECT_THAT(properties(job), ElementsAre("Town: The lodz (lodz)", "Land: The pl (pl)"));
}

TEST_P(PropertiesOfJobs, KeepValuesThatNoLongerDependOnTheirParents) {
    const auto land = given_property({.label = "Land"}, {"fr"});
    const auto town = given_property({.label = "Town"}, {"lyon"});
    given_dependency(land, town, {{"fr", "lyon"}});
    const JobId job = create({list(land, "fr"), list(town, "lyon")});
    db->write(company, [&](db::Tx& tx) {
        configuration::remove_dependent_value(
            tx, admin, {.parent = land, .value = "fr", .dependent = town.text()}, "lyon");
    });

    EXPECT_NO_THROW(retitle(job, "Another title"));
    EXPECT_EQ(refusal_of({list(land, "fr"), list(town, "lyon")}),
              "JOB_PROPERTY_VALUE_NOT_AVAILABLE_FOR_SELECTED_PARENT_VALUE");
}

TEST_P(PropertiesOfJobs, OfAPostingAreThoseThatAreActiveAndVisible) {
    const auto shift = given_property({.label = "Shift"}, {"day"});
    const auto note = given_property({.label = "Remark", .type = JobPropertyType::text});
    const auto cost = given_property({.label = "Cost centre", .visible = false}, {"42"});
    const JobId job = create({list(shift, "day"), words(note, "x"), list(cost, "42")});
    db->write(company, [&](db::Tx& tx) {
        configuration::translate_job_property(tx, admin, shift, {{.language = "de", .label = "Schicht"}});
        configuration::translate_property_value(tx, admin, shift, "day",
                                                {{.language = "de", .label = "Tag"}});
    });

    EXPECT_THAT(posted(job), ElementsAre("Shift: The day (day)", "Remark: x ()", "Cost centre: The 42 (42)"));
    EXPECT_THAT(posted(job, "de"),
                ElementsAre("Schicht: Tag (day)", "Remark: x ()", "Cost centre: The 42 (42)"));
    EXPECT_THAT(posted(create({})), IsEmpty());
}

RUN_ON_EACH_DATABASE(PropertiesOfJobs);

}  // namespace
}  // namespace callboard
