#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/applications.h"
#include "candidates/change.h"
#include "candidates/consent.h"
#include "candidates/deletion.h"
#include "candidates/listing.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "jobs/job_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using candidates::Status;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class Candidates : public test::EachDatabase {
  protected:
    static candidates::Draft person(const std::string& last_name, const std::string& email) {
        return {.profile = {.first_name = {"Ada"}, .last_name = {last_name}, .email = {email}}};
    }
    static candidates::Draft ada() { return person("Lovelace", "ada@example.com"); }

    CandidateId apply(const JobId& where, const candidates::Draft& draft) {
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, where, draft); });
    }
    CandidateId pool(const candidates::Draft& draft) {
        return db->write(company, [&](db::Tx& tx) { return candidates::register_in_pool(tx, admin, draft); });
    }
    void move(const CandidateId& id, const JobId& where, Status to) {
        db->write(company, [&](db::Tx& tx) { candidates::set_status(tx, admin, id, where, {.status = to}); });
    }
    candidates::Visible seen(const CandidateId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::visible(snapshot, admin, id, candidates::kForbidden);
        });
    }
    std::vector<CandidateId> listed(const candidates::ListRequest& request = {}) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::vector<CandidateId> ids;
            for (const auto& each : candidates::list(snapshot, admin, request).candidates)
                ids.push_back(each.candidate.id);
            return ids;
        });
    }
    jobs::Status job_status() {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return jobs::store::find(snapshot, job)->status; });
    }
    Timestamp last_activity() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return jobs::store::find_record(snapshot, job)->times.last_activity_at;
        });
    }
    // Those added after the jobs were created.
    std::vector<std::string> events() {
        auto all = given::events(*db, company);
        return {all.begin() + 4, all.end()};
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const JobId other_job = given::job(*db, company, admin);
};

TEST_P(Candidates, ArePeopleOnce) {
    const CandidateId first = pool(ada());

    EXPECT_EQ(pool(person("LOVELACE", "ADA@example.com")), first);
    EXPECT_EQ(apply(job, ada()), first);
    EXPECT_EQ(apply(job, ada()), first);

    EXPECT_NE(pool(person("Byron", "ada@example.com")), first);
    EXPECT_THAT(events(), ElementsAre("candidate.created", "application.created", "job.status.updated",
                                      "candidate.created"));
}

TEST_P(Candidates, KeepWhatTheyHaveAndAreFilledWhereBlank) {
    candidates::Draft first = ada();
    first.profile.details.phone_number = candidates::PhoneNumber{"1"};
    const CandidateId id = pool(first);
    candidates::Draft second = ada();
    second.profile.first_name = {"Augusta"};
    second.profile.details.phone_number = candidates::PhoneNumber{"2"};
    second.profile.details.web = candidates::WebProfile{.website = "https://example.com"};
    pool(second);

    const auto candidate = seen(id).candidate;
    EXPECT_EQ(candidate.first_name, "Ada");
    EXPECT_THAT(candidate.details, testing::HasSubstr(R"("phoneNumber":"1")"));
    EXPECT_THAT(candidate.details, testing::HasSubstr("https://example.com"));
    EXPECT_THAT(events(), ElementsAre("candidate.created", "candidate.updated"));
}

TEST_P(Candidates, ThatBecomeSomebodyElseAreRefusedAndUntouched) {
    pool(ada());
    const CandidateId other = pool(person("Byron", "byron@example.com"));
    const auto before = events();

    EXPECT_THROW(db->write(company,
                           [&](db::Tx& tx) {
                               candidates::change(tx, admin, other,
                                                  [](const candidates::Profile&) { return ada().profile; });
                           }),
                 Error);

    EXPECT_EQ(seen(other).candidate.last_name, "Byron");
    EXPECT_EQ(events(), before);
}

TEST_P(Candidates, ShowTheActiveApplicationThatChangedLastFirst) {
    const CandidateId id = apply(job, ada());
    apply(other_job, ada());
    EXPECT_EQ(seen(id).primary()->job, other_job);

    move(id, job, Status::interview);
    EXPECT_EQ(seen(id).primary()->job, job);

    move(id, job, Status::lead);
    EXPECT_EQ(seen(id).primary()->job, other_job);

    move(id, other_job, Status::lead);
    EXPECT_EQ(seen(id).primary()->job, other_job);
}

TEST_P(Candidates, TakeTheirJobAlongAndNeverBack) {
    const CandidateId id = apply(job, ada());
    EXPECT_EQ(job_status(), jobs::Status::sourcing);
    move(id, job, Status::hired);
    EXPECT_EQ(job_status(), jobs::Status::offer);
    move(id, job, Status::rejected);
    EXPECT_EQ(job_status(), jobs::Status::offer);
}

TEST_P(Candidates, AreAnActivityOfTheirJobOnceAMinute) {
    apply(job, ada());  // which moves the job to its next status
    const Timestamp first = clock.now();
    EXPECT_EQ(last_activity(), first);

    clock.advance(1min - 1ms);
    apply(job, person("Curie", "marie@example.com"));
    EXPECT_EQ(last_activity(), first);

    clock.advance(1ms);
    apply(job, person("Noether", "emmy@example.com"));
    EXPECT_EQ(last_activity(), clock.now());
}

TEST_P(Candidates, OfOneJobDoNotWaitForEachOther) {
    if (GetParam() == test::Engine::sqlite) return;  // has one writer
    apply(job, ada());
    db->write(company, [&](db::Tx& tx) {
        candidates::register_for_job(tx, admin, job, person("Curie", "marie@example.com"));
        apply(job, person("Noether", "emmy@example.com"));
    });
    EXPECT_EQ(listed().size(), 3);
}

TEST_P(Candidates, ThatAreAlreadyInTheStatusCauseNoEvent) {
    const CandidateId id = apply(job, ada());
    move(id, job, Status::in_review);
    const auto before = events();

    move(id, job, Status::in_review);

    EXPECT_EQ(events(), before);
}

TEST_P(Candidates, AreListedFromTheFirstApplicationToTheLast) {
    const CandidateId id = pool(ada());
    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_THAT(listed({.text = "lovelace"}), IsEmpty());

    apply(job, ada());
    EXPECT_THAT(listed(), ElementsAre(id));
    EXPECT_THAT(listed({.text = "lovelace"}), ElementsAre(id));

    db->write(company, [&](db::Tx& tx) { candidates::withdraw_application(tx, admin, id, job); });
    EXPECT_THAT(listed(), IsEmpty());
    EXPECT_THAT(listed({.text = "lovelace"}), IsEmpty());
}

TEST_P(Candidates, AreListedOnceHoweverManyApplicationsMatch) {
    const CandidateId first = apply(job, ada());
    apply(other_job, ada());
    const CandidateId second = apply(job, person("Byron", "byron@example.com"));

    EXPECT_THAT(listed(), UnorderedElementsAre(first, second));
    EXPECT_THAT(listed({.statuses = {Status::fresh}}), UnorderedElementsAre(first, second));
    EXPECT_THAT(listed({.jobs = {std::string{other_job.text()}}}), ElementsAre(first));
}

TEST_P(Candidates, GoWithAllThatBelongsToThem) {
    const CandidateId id = apply(job, ada());

    db->write(company, [&](db::Tx& tx) { candidates::remove(tx, admin, id); });

    EXPECT_THROW(seen(id), Error);
    EXPECT_THAT(listed({.text = "lovelace"}), IsEmpty());
    EXPECT_EQ(events().back(), "candidate.deleted");
    EXPECT_NE(apply(job, ada()), id);
}

TEST_P(Candidates, AreAskedForConsentUntilTheyGiveIt) {
    const CandidateId id = pool(ada());
    const auto ask = [&] {
        return db->write(company, [&](db::Tx& tx) { return candidates::request_consent(tx, admin, id); });
    };
    EXPECT_TRUE(ask());
    EXPECT_EQ(seen(id).candidate.consent.state, candidates::Consent::pending);
    db->write(company,
              [&](db::Tx& tx) { candidates::record_consent(tx, admin, id, candidates::Consent::acquired); });
    EXPECT_TRUE(ask());
    EXPECT_EQ(seen(id).candidate.consent.state, candidates::Consent::acquired);
    EXPECT_EQ(given::audit_names(*db, company).back(), "LRSC_CONSENT_GIVEN");
}

TEST_P(Candidates, OutOfSightArePartlyOrNotAtAllThere) {
    const accounts::Actor colleague = given::user(*db, company, accounts::Role::standard);
    const JobId own = given::job(*db, company, colleague);
    const CandidateId stranger = apply(job, ada());
    const CandidateId shared = apply(own, person("Byron", "byron@example.com"));
    apply(job, person("Byron", "byron@example.com"));

    db->read(company, [&](db::Snapshot& snapshot) {
        EXPECT_THROW(candidates::visible(snapshot, colleague, stranger, candidates::kForbidden), Error);
        const auto part = candidates::visible(snapshot, colleague, shared, candidates::kForbidden);
        ASSERT_EQ(part.assignments.size(), 1);
        EXPECT_EQ(part.assignments.front().job, own);
        EXPECT_EQ(candidates::list(snapshot, colleague, {}).total, 1);
    });
    EXPECT_THROW(db->write(company, [&](db::Tx& tx) { candidates::remove(tx, colleague, shared); }), Error);
}

class HiddenCandidates : public Candidates {
  protected:
    CandidateId add(const accounts::Actor& who, const JobId& where, const candidates::Draft& draft) {
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, who, where, draft); });
    }
    bool sees(const accounts::Actor& who, const CandidateId& id) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return candidates::sees_candidate(snapshot, who, id); });
    }
    void rename(const accounts::Actor& who, const CandidateId& id, const candidates::Draft& to) {
        db->write(company, [&](db::Tx& tx) {
            candidates::change(tx, who, id, [&](const candidates::Profile&) { return to.profile; });
        });
    }

    const accounts::Actor colleague = given::user(*db, company, accounts::Role::standard);
    const accounts::Actor stranger = given::user(*db, company, accounts::Role::standard);
    const JobId own = given::job(*db, company, colleague);
    const JobId second = given::job(*db, company, colleague);
    const JobId strangers = given::job(*db, company, stranger);
};

TEST_P(HiddenCandidates, StayHiddenFromWhoAddsThemByEmailAndName) {
    for (const bool with_job : {true, false}) {
        candidates::Draft secret = with_job ? ada() : person("Pool", "pool@example.com");
        secret.profile.details.phone_number = candidates::PhoneNumber{"1"};
        const CandidateId hidden = with_job ? apply(job, secret) : pool(secret);
        const auto before = seen(hidden);
        const candidates::Draft guess = with_job ? ada() : person("Pool", "pool@example.com");

        const CandidateId made = add(colleague, own, guess);

        EXPECT_NE(made, hidden);
        EXPECT_FALSE(sees(colleague, hidden));
        EXPECT_TRUE(sees(colleague, made));
        const auto record = seen(made);
        EXPECT_EQ(record.assignments.size(), 1U);
        EXPECT_THAT(record.candidate.details, testing::Not(testing::HasSubstr("phoneNumber")));
        const auto after = seen(hidden);
        EXPECT_EQ(after.candidate.updated_at.ms, before.candidate.updated_at.ms);
        EXPECT_EQ(after.assignments.size(), before.assignments.size());
    }
}

TEST_P(HiddenCandidates, AreOneRecordForEachWhoAddsThem) {
    apply(job, ada());
    const CandidateId made = add(colleague, own, ada());

    EXPECT_EQ(add(colleague, own, person("LOVELACE", "ADA@example.com")), made);
    EXPECT_EQ(add(colleague, second, ada()), made);
    EXPECT_NE(add(stranger, strangers, ada()), made);
    EXPECT_NE(add(colleague, own, person("Byron", "ada@example.com")), made);
}

TEST_P(HiddenCandidates, MadeAtTheSameTimeAreOneRecord) {
    apply(job, ada());
    std::vector<std::jthread> threads;
    std::mutex mutex;
    std::set<CandidateId> made;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            const CandidateId id = add(colleague, own, ada());
            const std::lock_guard lock{mutex};
            made.insert(id);
        });
    threads.clear();

    EXPECT_EQ(made.size(), 1U);
}

TEST_P(HiddenCandidates, AreUsedByThoseWhoSeeThem) {
    const CandidateId hidden = apply(job, ada());
    const CandidateId made = add(colleague, own, ada());

    EXPECT_EQ(apply(own, ada()), hidden);
    EXPECT_TRUE(sees(colleague, hidden)) << "somebody who may has shown them";
    EXPECT_TRUE(sees(colleague, made));
    EXPECT_EQ(add(colleague, second, ada()), hidden);
}

TEST_P(HiddenCandidates, AreUsedWhenTheOtherRecordIsGone) {
    const CandidateId hidden = apply(job, ada());
    const CandidateId made = add(colleague, own, ada());
    db->write(company, [&](db::Tx& tx) { candidates::remove(tx, admin, hidden); });

    EXPECT_EQ(apply(other_job, ada()), made);
    EXPECT_EQ(add(colleague, own, ada()), made);
    EXPECT_NE(add(stranger, strangers, ada()), made);
}

TEST_P(HiddenCandidates, AreNotToldByAConflict) {
    apply(job, ada());
    const CandidateId byron = add(colleague, own, person("Byron", "byron@example.com"));

    rename(colleague, byron, ada());

    EXPECT_EQ(seen(byron).candidate.last_name, "Lovelace");
    EXPECT_EQ(add(colleague, own, ada()), byron);
    const CandidateId other = add(colleague, own, person("Other", "other@example.com"));
    EXPECT_THROW(rename(colleague, other, ada()), Error) << "for a visible candidate it is reported";
}

TEST_P(HiddenCandidates, HaveNoConflictWithThemselves) {
    apply(job, ada());
    const CandidateId made = add(colleague, own, ada());
    candidates::Draft changed = person("LOVELACE", "ada@example.com");
    changed.profile.first_name = {"Augusta"};

    rename(admin, made, changed);  // the administrator sees both records

    EXPECT_EQ(seen(made).candidate.first_name, "Augusta");
    rename(admin, made, person("Byron", "byron@example.com"));
    EXPECT_NE(apply(own, ada()), made) << "and then is somebody else";
}

RUN_ON_EACH_DATABASE(Candidates);
RUN_ON_EACH_DATABASE(HiddenCandidates);

}  // namespace
}  // namespace callboard
