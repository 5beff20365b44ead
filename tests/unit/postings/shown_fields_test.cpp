#include "postings/shown_fields.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_values.h"
#include "jobs/change.h"
#include "jobs/property_labels.h"
#include "jobs/publication.h"
#include "postings/listing.h"
#include "postings/version_store.h"
#include "support/each_database.h"
#include "support/given.h"
#include "wire/query.h"

namespace callboard::postings {
namespace {

using configuration::JobPropertyDraft;
using configuration::JobPropertyType;
using testing::ElementsAre;
using testing::IsEmpty;
using Labels = std::vector<std::string>;

class FieldsOfPostings : public test::EachDatabase {
  protected:
    JobPropertyId given_property(const JobPropertyDraft& draft) {
        clock.advance(std::chrono::milliseconds{1});
        return db->write(company, [&](db::Tx& tx) {
            const auto id = configuration::add_job_property(tx, admin, draft).id;
            if (draft.type == JobPropertyType::single_select)
                configuration::add_property_value(tx, admin, id, {.id = "day", .label = "Day"});
            return id;
        });
    }
    // Published, with a value of both properties.
    void given_posting(const std::string& language = "en") {
        jobs::Draft draft = given::draft();
        draft.ad_language = language;
        draft.properties = {{.property = std::string{shift.text()}, .value = "day", .text = {}},
                            {.property = std::string{remark.text()}, .value = {}, .text = "Bring shoes"}};
        db->write(company, [&](db::Tx& tx) {
            job = jobs::create(tx, admin, draft).id;
            jobs::publish(tx, admin, *job, jobs::PublicationAudience::everyone);
        });
    }
    void set_visible(const JobPropertyId& property, bool visible) {
        db->write(company, [&](db::Tx& tx) {
            configuration::change_job_property(tx, admin, property, [&](const JobPropertyDraft& before) {
                JobPropertyDraft after = before;
                after.visible = visible;
                return after;
            });
        });
    }
    void rename(const JobPropertyId& property, const std::string& label) {
        db->write(company, [&](db::Tx& tx) {
            configuration::change_job_property(tx, admin, property, [&](const JobPropertyDraft& before) {
                JobPropertyDraft after = before;
                after.label = label;
                return after;
            });
        });
    }
    void rename_day(const std::string& label) {
        db->write(company, [&](db::Tx& tx) {
            configuration::change_property_value(
                tx, admin, shift, "day", [&](const configuration::ValueEdit& before) {
                    return configuration::ValueEdit{.label = label, .archived = before.archived};
                });
        });
    }
    void translate(const std::string& label, const std::string& of_day, const std::string& language) {
        db->write(company, [&](db::Tx& tx) {
            configuration::translate_job_property(tx, admin, shift, {{.language = language, .label = label}});
            configuration::translate_property_value(tx, admin, shift, "day",
                                                    {{.language = language, .label = of_day}});
        });
    }
    // Those of the list; expects them in the posting, too.
    Labels labels() {
        Labels of_list = listed();
        EXPECT_EQ(shown(), of_list);
        return of_list;
    }
    PostingPage page(const std::string& query = "") {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return list(snapshot, wire::decode_query<ListRequest>(query));
        });
    }
    static Labels labels_in(const PostingContent& content) {
        Labels labels;
        for (const PostingField& each : content.custom_field)
            labels.push_back(each.field_label + ": " + each.value_label);
        return labels;
    }
    Labels listed() { return labels_in(wire::decode<PostingContent>(page().postings.at(0).content)); }
    Labels shown() {
        const PostingId id = page().postings.at(0).id;
        return db->read(company, [&](db::Snapshot& snapshot) {
            return labels_in(find_full(snapshot, id.text()).value().content);
        });
    }
    std::int64_t found_by_shift() { return page("custom_field." + std::string{shift.text()} + "=day").total; }
    store::Publisher publisher() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return store::find_publisher(snapshot, "acme").value();
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId shift = given_property({.label = "Shift"});
    const JobPropertyId remark = given_property({.label = "Remark", .type = JobPropertyType::text});
    std::optional<JobId> job;
};

TEST_P(FieldsOfPostings, DisappearWhenThePropertyIsHidden) {
    given_posting();
    ASSERT_THAT(listed(), ElementsAre("Shift: Day", "Remark: Bring shoes"));
    ASSERT_EQ(found_by_shift(), 1);

    set_visible(shift, false);

    EXPECT_THAT(listed(), ElementsAre("Remark: Bring shoes"));
    EXPECT_THAT(shown(), ElementsAre("Remark: Bring shoes"));
    EXPECT_EQ(found_by_shift(), 0);
    set_visible(remark, false);
    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_THAT(shown(), IsEmpty());
}

TEST_P(FieldsOfPostings, DisappearWhenThePropertyIsDeactivated) {
    given_posting();

    db->write(company, [&](db::Tx& tx) { configuration::deactivate_job_property(tx, admin, shift); });

    EXPECT_THAT(listed(), ElementsAre("Remark: Bring shoes"));
    EXPECT_THAT(shown(), ElementsAre("Remark: Bring shoes"));
    EXPECT_EQ(found_by_shift(), 0);
}

TEST_P(FieldsOfPostings, ReturnWhenThePropertyIsShownAgain) {
    given_posting();
    set_visible(shift, false);

    set_visible(shift, true);

    EXPECT_THAT(listed(), ElementsAre("Shift: Day", "Remark: Bring shoes"));
    EXPECT_THAT(shown(), ElementsAre("Shift: Day", "Remark: Bring shoes"));
    EXPECT_EQ(found_by_shift(), 1);
}

TEST_P(FieldsOfPostings, AppearWhenThePropertyIsShownAfterThePublication) {
    set_visible(shift, false);
    db->write(company, [&](db::Tx& tx) { configuration::deactivate_job_property(tx, admin, remark); });
    db->write(company, [&](db::Tx& tx) { configuration::activate_job_property(tx, admin, remark); });
    given_posting();
    ASSERT_THAT(labels(), ElementsAre("Remark: Bring shoes"));
    ASSERT_EQ(found_by_shift(), 0);

    set_visible(shift, true);

    EXPECT_THAT(labels(), ElementsAre("Shift: Day", "Remark: Bring shoes"));
    EXPECT_EQ(found_by_shift(), 1);
}

TEST_P(FieldsOfPostings, HaveTheValuesOfThePublication) {
    set_visible(shift, false);
    given_posting();
    db->write(company, [&](db::Tx& tx) {
        configuration::add_property_value(tx, admin, shift, {.id = "night", .label = "Night"});
        jobs::change(tx, admin, *job, [&](const jobs::Draft& before) {
            jobs::Draft after = before;
            after.properties = {{.property = std::string{shift.text()}, .value = "night", .text = {}}};
            return after;
        });
    });

    set_visible(shift, true);

    EXPECT_THAT(labels(), ElementsAre("Shift: Day", "Remark: Bring shoes"));
    EXPECT_EQ(found_by_shift(), 1);
}

TEST_P(FieldsOfPostings, HaveNewLabelsAtOnce) {
    given_posting();

    rename(shift, "Turn");
    EXPECT_THAT(labels(), ElementsAre("Turn: Day", "Remark: Bring shoes"));
    rename_day("Morning");
    rename(remark, "Note");

    EXPECT_THAT(labels(), ElementsAre("Turn: Morning", "Note: Bring shoes"));
    translate("Schicht", "Tag", "de");
    EXPECT_THAT(labels(), ElementsAre("Turn: Morning", "Note: Bring shoes"));
}

TEST_P(FieldsOfPostings, HaveNewLabelsInTheirLanguageAtOnce) {
    given_posting("fr");
    ASSERT_THAT(labels(), ElementsAre("Shift: Day", "Remark: Bring shoes"));

    translate("Poste", "Jour", "fr");
    EXPECT_THAT(labels(), ElementsAre("Poste: Jour", "Remark: Bring shoes"));
    rename(shift, "Turn");
    rename(remark, "Note");

    EXPECT_THAT(labels(), ElementsAre("Poste: Jour", "Note: Bring shoes"));
}

TEST_P(FieldsOfPostings, HaveNewLabelsIfPublishedAfterTheRenaming) {
    rename(shift, "Turn");
    given_posting();

    EXPECT_THAT(labels(), ElementsAre("Turn: Day", "Remark: Bring shoes"));
}

TEST_P(FieldsOfPostings, KeepTheirLabelsAndTheirVersionWhenTheseAreStored) {
    given_posting();
    rename(shift, "Turn");
    rename_day("Morning");
    const auto renamed = publisher();

    clock.advance(std::chrono::minutes{1});
    while (db->write(company, jobs::renew_property_labels)) {
    }

    EXPECT_THAT(labels(), ElementsAre("Turn: Morning", "Remark: Bring shoes"));
    EXPECT_EQ(publisher().version, renamed.version);
}

TEST_P(FieldsOfPostings, HaveAnotherVersionWithEachNewLabel) {
    given_posting("de");
    std::vector<std::int64_t> versions{publisher().version};
    const auto note_version = [&] { versions.push_back(publisher().version); };

    rename(shift, "Turn");
    note_version();
    rename_day("Morning");
    note_version();
    translate("Schicht", "Tag", "de");
    note_version();
    translate("Schicht", "Frueh", "de");
    note_version();

    EXPECT_TRUE(std::ranges::is_sorted(versions, std::less_equal{})) << testing::PrintToString(versions);
    translate("Schicht", "Frueh", "de");
    EXPECT_EQ(publisher().version, versions.back());
}

TEST_P(FieldsOfPostings, HaveAnotherVersionWhenTheyDisappear) {
    given_posting();
    const auto published = publisher();
    clock.advance(std::chrono::seconds{1});

    set_visible(shift, false);
    const auto hidden = publisher();
    set_visible(shift, true);
    const auto visible = publisher();
    db->write(company, [&](db::Tx& tx) { configuration::deactivate_job_property(tx, admin, shift); });
    const auto inactive = publisher();

    EXPECT_LT(published.version, hidden.version);
    EXPECT_LT(hidden.version, visible.version);
    EXPECT_LT(visible.version, inactive.version);
    EXPECT_LT(published.changed_at, hidden.changed_at);
}

RUN_ON_EACH_DATABASE(FieldsOfPostings);

}  // namespace
}  // namespace callboard::postings
