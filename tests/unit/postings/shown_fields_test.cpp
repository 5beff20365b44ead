#include "postings/shown_fields.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "configuration/job_property_values.h"
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
    void given_posting() {
        jobs::Draft draft = given::draft();
        draft.properties = {{.property = std::string{shift.text()}, .value = "day", .text = {}},
                            {.property = std::string{remark.text()}, .value = {}, .text = "Bring shoes"}};
        db->write(company, [&](db::Tx& tx) {
            const jobs::Job job = jobs::create(tx, admin, draft);
            jobs::publish(tx, admin, job.id, jobs::PublicationAudience::everyone);
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
