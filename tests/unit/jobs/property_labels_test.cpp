#include "jobs/property_labels.h"

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/renaming_store.h"
#include "configuration/job_property_label_store.h"
#include "configuration/job_property_values.h"
#include "jobs/change.h"
#include "jobs/job_store.h"
#include "jobs/listing.h"
#include "jobs/property_label_store.h"
#include "jobs/publication.h"
#include "postings/posting_store.h"
#include "postings/version_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Pair;

class PropertyLabels : public test::EachDatabase {
  protected:
    JobPropertyId given_property(const std::string& label) {
        return db->write(company, [&](db::Tx& tx) {
            const auto id = configuration::add_job_property(tx, admin, {.label = label}).id;
            configuration::add_property_value(tx, admin, id, {.id = "day", .label = "Day"});
            return id;
        });
    }
    JobId given_job(const JobPropertyId& property) {
        auto draft = given::draft();
        draft.properties = {{.property = std::string{property.text()}, .value = "day", .text = {}}};
        return given::job(*db, company, admin, draft);
    }
    JobId given_published_job(const JobPropertyId& property, const std::string& language = "en") {
        auto draft = given::draft();
        draft.ad_language = language;
        draft.properties = {{.property = std::string{property.text()}, .value = "day", .text = {}}};
        const JobId job = given::job(*db, company, admin, draft);
        db->write(company,
                  [&](db::Tx& tx) { jobs::publish(tx, admin, job, jobs::PublicationAudience::everyone); });
        return job;
    }
    void rename(const JobPropertyId& property, const std::string& label) {
        db->write(company, [&](db::Tx& tx) {
            configuration::change_job_property(tx, admin, property,
                                               [&](const configuration::JobPropertyDraft& before) {
                                                   auto after = before;
                                                   after.label = label;
                                                   return after;
                                               });
        });
    }
    void rename_value(const JobPropertyId& property, const std::string& label) {
        db->write(company, [&](db::Tx& tx) {
            configuration::change_property_value(
                tx, admin, property, "day", [&](const configuration::ValueEdit&) {
                    return configuration::ValueEdit{.label = label, .archived = false};
                });
        });
    }
    bool renew() { return db->write(company, jobs::renew_property_labels); }
    int renew_all() {
        int batches = 0;
        while (renew()) ++batches;
        return batches;
    }
    bool has_renamings() { return db->read(company, configuration::store::has_property_renamings); }

    static std::string label_in(const std::string& summary) {
        const auto properties = wire::decode<jobs::Summary>(summary).properties.value();
        return properties.front().label + ": " + properties.front().value.label;
    }
    std::string shown(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return label_in(jobs::store::find_record(snapshot, job).value().summary);
        });
    }
    std::string stored(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return label_in(jobs::store::find_summary(snapshot, job).value());
        });
    }
    std::string posted(const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            const auto contents = postings::store::list_contents(snapshot, job);
            const auto content = wire::decode<postings::PostingContent>(contents.at(0).content);
            return content.custom_field.at(0).field_label + ": " + content.custom_field.at(0).value_label;
        });
    }
    std::int64_t posting_version() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return postings::store::find_publisher(snapshot, "acme").value().version;
        });
    }
    std::string listed() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return label_in(jobs::list(snapshot, admin, {}).jobs.front().summary);
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobPropertyId shift = given_property("Shift");
};

TEST_P(PropertyLabels, AreShownAtOnceAndStoredAfterAMinute) {
    const JobId job = given_job(shift);

    rename(shift, "Turn");
    rename_value(shift, "Morning");

    EXPECT_EQ(shown(job), "Turn: Morning");
    EXPECT_EQ(listed(), "Turn: Morning");
    EXPECT_EQ(stored(job), "Shift: Day");
    clock.advance(59s);
    EXPECT_FALSE(renew());
    clock.advance(1s);
    EXPECT_THAT(db->read(std::nullopt,
                         [](db::Snapshot& snapshot) {
                             return accounts::store::companies_with_due_renamings(
                                 snapshot, accounts::store::Renamed::job_property);
                         }),
                ElementsAre(company));
    EXPECT_EQ(renew_all(), 1);
    EXPECT_EQ(stored(job), "Turn: Morning");
    EXPECT_FALSE(has_renamings());
}

TEST_P(PropertyLabels, AreStoredInBatches) {
    std::vector<JobId> renamed;
    for (int i = 0; i < 101; ++i) renamed.push_back(given_job(shift));
    const JobId other = given_job(given_property("Team"));
    rename(shift, "Turn");
    clock.advance(1min);

    EXPECT_TRUE(renew());
    EXPECT_EQ(stored(renamed.front()), "Turn: Day");
    EXPECT_EQ(stored(renamed.back()), "Shift: Day");
    EXPECT_EQ(shown(renamed.back()), "Turn: Day");
    EXPECT_EQ(renew_all(), 2);

    for (const JobId& job : renamed) EXPECT_EQ(stored(job), "Turn: Day");
    EXPECT_EQ(stored(other), "Team: Day");
    EXPECT_FALSE(has_renamings());
}

TEST_P(PropertyLabels, AreStoredOnceMoreWhenThePropertyIsRenamedMeanwhile) {
    std::vector<JobId> renamed;
    for (int i = 0; i < 51; ++i) renamed.push_back(given_job(shift));
    rename(shift, "Turn");
    clock.advance(1min);
    EXPECT_TRUE(renew());

    rename(shift, "Watch");

    EXPECT_TRUE(renew());  // goes on with the present label
    EXPECT_EQ(stored(renamed.front()), "Turn: Day");
    EXPECT_EQ(stored(renamed.back()), "Watch: Day");
    EXPECT_EQ(shown(renamed.front()), "Watch: Day");
    EXPECT_FALSE(renew());
    clock.advance(1min);
    renew_all();
    for (const JobId& job : renamed) EXPECT_EQ(stored(job), "Watch: Day");
    EXPECT_FALSE(has_renamings());
}

TEST_P(PropertyLabels, AreStoredThoughThePropertyIsRenamedEveryHalfMinute) {
    const JobId job = given_job(shift);
    for (const char* label : {"A", "B", "C", "D"}) {
        rename(shift, label);
        clock.advance(30s);
        renew_all();
    }

    EXPECT_THAT(stored(job), testing::AnyOf("B: Day", "C: Day", "D: Day"));
    clock.advance(1min);
    renew_all();
    EXPECT_EQ(stored(job), "D: Day");
    clock.advance(1min);
    renew_all();
    EXPECT_FALSE(has_renamings());
}

TEST_P(PropertyLabels, OfPropertiesThatWereNotRenamedAreNotLookedUp) {
    const JobPropertyId team = given_property("Team");
    auto draft = given::draft();
    draft.properties = {{.property = std::string{shift.text()}, .value = "day", .text = {}},
                        {.property = std::string{team.text()}, .value = "day", .text = {}}};
    const JobId job = given::job(*db, company, admin, draft);
    rename(shift, "Turn");

    const auto labels = db->read(company, [&](db::Snapshot& snapshot) {
        return jobs::store::renamed_labels(snapshot, std::vector{job});
    });

    const std::string property{shift.text()};
    EXPECT_THAT(labels, ElementsAre(Pair(Pair(property, ""), "Turn"), Pair(Pair(property, "day"), "Day")));
}

TEST_P(PropertyLabels, OfPublishedPostingsAreStored) {
    const JobId job = given_published_job(shift);
    const auto version = posting_version();
    rename(shift, "Turn");
    rename_value(shift, "Morning");
    clock.advance(1min);

    renew_all();

    EXPECT_EQ(posted(job), "Turn: Morning");
    EXPECT_GT(posting_version(), version);
}

TEST_P(PropertyLabels, OfPostingsAreInTheirLanguage) {
    const JobId job = given_published_job(shift, "fr");
    ASSERT_EQ(posted(job), "Shift: Day");
    db->write(company, [&](db::Tx& tx) {
        configuration::translate_job_property(tx, admin, shift, {{.language = "fr", .label = "Poste"}});
        configuration::translate_property_value(tx, admin, shift, "day",
                                                {{.language = "fr", .label = "Jour"}});
    });
    clock.advance(1min);

    renew_all();

    EXPECT_EQ(posted(job), "Poste: Jour");
    EXPECT_EQ(stored(job), "Shift: Day");
}

TEST_P(PropertyLabels, OfPostingsAreStoredThoughTheJobHasNoValueAnyMore) {
    const JobId job = given_published_job(shift);
    db->write(company, [&](db::Tx& tx) {
        jobs::change(tx, admin, job, [](const jobs::Draft& before) {
            auto after = before;
            after.properties.clear();
            return after;
        });
    });
    rename(shift, "Turn");
    clock.advance(1min);

    renew_all();

    EXPECT_EQ(posted(job), "Turn: Day");
}

TEST_P(PropertyLabels, AreNoChangeOfTheJob) {
    const JobId job = given_job(shift);
    const auto updated_at = [&] {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return jobs::store::find_record(snapshot, job).value().times.updated_at;
        });
    };
    const auto before = updated_at();
    const auto events = given::events(*db, company);
    rename(shift, "Turn");
    const auto repeat = [&] {
        db->write(company, [&](db::Tx& tx) {
            jobs::change(tx, admin, job, [](const jobs::Draft& draft) { return draft; });
        });
    };

    repeat();
    clock.advance(1min);
    renew_all();
    repeat();

    EXPECT_EQ(updated_at(), before);
    EXPECT_EQ(given::events(*db, company), events);
}

TEST_P(PropertyLabels, AreTranslated) {
    const JobId job = given_job(shift);
    db->write(company, [&](db::Tx& tx) {
        configuration::translate_job_property(tx, admin, shift, {{.language = "fr", .label = "Poste"}});
        configuration::translate_property_value(tx, admin, shift, "day",
                                                {{.language = "fr-CA", .label = "Jour"}});
    });
    const auto in = [&](std::string_view language) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            auto summary = jobs::store::find_record(snapshot, job).value().summary;
            return label_in(jobs::with_translated_properties(snapshot, job, std::move(summary), language));
        });
    };

    EXPECT_EQ(in("fr"), "Poste: Day");
    EXPECT_EQ(in("fr-CA"), "Poste: Jour");
    EXPECT_EQ(in("de"), "Shift: Day");
}

TEST_P(PropertyLabels, AreFoundInTheSummaryAsStored) {
    const auto summary_of = [&](const JobId& job) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return jobs::store::find_summary(snapshot, job).value();
        });
    };
    auto draft = given::draft();
    draft.title = "Cook \"]}";

    EXPECT_TRUE(jobs::has_properties(summary_of(given_job(shift))));
    EXPECT_FALSE(jobs::has_properties(summary_of(given::job(*db, company, admin, draft))));
}

RUN_ON_EACH_DATABASE(PropertyLabels);

}  // namespace
}  // namespace callboard
