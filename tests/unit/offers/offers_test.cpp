#include "offers/offers.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/access.h"
#include "candidates/deletion.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "configuration/offer_properties.h"
#include "jobs/hiring_team.h"
#include "jobs/job_store.h"
#include "jobs/status.h"
#include "offers/documents.h"
#include "offers/listing.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using offers::may_become;
using offers::Offer;
using offers::OfferStatus;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using enum OfferStatus;

std::vector<OfferStatus> all_statuses() {
    std::vector<OfferStatus> all;
    for (const auto& [status, name] : Names<OfferStatus>::kList) all.push_back(status);
    return all;
}

// The statuses of an offer, as documented.
const std::map<OfferStatus, std::set<OfferStatus>> kLife{
    {created, {pending_approval, pending_acceptance, abandoned}},
    {pending_approval, {approved, not_approved, abandoned}},
    {approved, {pending_acceptance, abandoned}},
    {not_approved, {}},
    {pending_acceptance, {accepted, not_accepted, abandoned}},
    {accepted, {}},
    {not_accepted, {}},
    {abandoned, {}}};

// The statuses between CREATED and the given one.
const std::map<OfferStatus, std::vector<OfferStatus>> kWays{
    {created, {}},
    {pending_approval, {pending_approval}},
    {approved, {pending_approval, approved}},
    {not_approved, {pending_approval, not_approved}},
    {pending_acceptance, {pending_acceptance}},
    {accepted, {pending_acceptance, accepted}},
    {not_accepted, {pending_acceptance, not_accepted}},
    {abandoned, {abandoned}}};

TEST(OfferSteps, AreThoseOfTheReferenceAndNoOthers) {
    for (const auto from : all_statuses())
        for (const auto to : all_statuses())
            EXPECT_EQ(may_become(from, to), kLife.at(from).contains(to)) << name_of(from) << name_of(to);
}

class Offers : public test::EachDatabase {
  protected:
    CandidateId apply(const JobId& to, const std::string& last_name = "Lovelace") {
        candidates::Draft draft;
        draft.profile.first_name = {"Ada"};
        draft.profile.last_name = {last_name};
        draft.profile.email = {"ada@example.com"};
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, to, draft); });
    }
    Offer create(const accounts::Actor& actor, const wire::TextMap& properties = {}) {
        return db->write(
            company, [&](db::Tx& tx) { return offers::create_offer(tx, actor, candidate, job, properties); });
    }
    Offer create(const wire::TextMap& properties = {}) { return create(admin, properties); }
    // An offer in this status.
    Offer given(OfferStatus status) {
        Offer offer = create();
        for (const auto step : kWays.at(status)) offer = move(offer.id, step);
        return offer;
    }

    Offer change(const accounts::Actor& actor, const OfferId& id, const offers::OfferChange& to) {
        return db->write(company,
                         [&](db::Tx& tx) { return offers::change_offer(tx, actor, candidate, job, id, to); });
    }
    Offer move(const OfferId& id, OfferStatus to) {
        return change(admin, id, {.status = to, .properties = std::nullopt});
    }
    Offer patch(const OfferId& id, const wire::TextMapPatch& properties) {
        return change(admin, id, {.status = std::nullopt, .properties = properties});
    }

    Offer seen(const OfferId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return offers::offer(snapshot, admin, candidate, job, id);
        });
    }
    std::vector<OfferId> listed(const accounts::Actor& actor, const offers::ListRequest& request = {}) {
        const auto page =
            db->read(company, [&](db::Snapshot& snapshot) { return offers::list(snapshot, actor, request); });
        EXPECT_EQ(page.total, std::ssize(page.lines));
        std::vector<OfferId> found;
        for (const auto& line : page.lines) found.push_back(line.offer.id);
        return found;
    }
    std::vector<offers::OfferDocument> documents(const accounts::Actor& actor, const OfferId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return offers::documents(snapshot, actor, id); });
    }
    offers::OfferFile document(const OfferId& offer, const OfferDocumentId& id) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return offers::document(snapshot, admin, offer, id); });
    }

    candidates::Status application_status() {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::visible_application(snapshot, admin, candidate, job,
                                                   candidates::kApplicationForbidden)
                .status;
        });
    }
    void move_application(candidates::Status to) {
        candidates::Move step;
        step.status = to;
        db->write(company, [&](db::Tx& tx) { candidates::set_status(tx, admin, candidate, job, step); });
    }
    jobs::Status job_status() {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return jobs::store::find(snapshot, job)->status; });
    }

    // The events and audit records that an action adds.
    struct Records {
        std::vector<std::string> events;
        std::vector<std::string> audit;
    };
    template <class Act>
    Records during(Act act) {
        const auto events = given::events(*db, company).size();
        const auto audit = given::audit_names(*db, company).size();
        act();
        return {from(given::events(*db, company), events), from(given::audit_names(*db, company), audit)};
    }
    // The code of the thrown error; checks that nothing was changed.
    template <class Act>
    std::string refusal(Act act) {
        std::string code;
        const Records added = during([&] {
            try {
                act();
            } catch (const Error& error) {
                code = error.faults.front().code;
            }
        });
        EXPECT_THAT(added.events, IsEmpty());
        EXPECT_THAT(added.audit, IsEmpty());
        return code;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
    const CandidateId candidate = apply(job);

  private:
    static std::vector<std::string> from(const std::vector<std::string>& all, std::size_t first) {
        return {all.begin() + static_cast<std::ptrdiff_t>(first), all.end()};
    }
};

TEST_P(Offers, AreCreatedWithOneEvent) {
    std::optional<Offer> made;

    const auto added = during([&] { made = create({{"salary", "52000"}}); });

    EXPECT_EQ(made->status, created);
    EXPECT_EQ(made->properties, R"({"salary":"52000"})");
    EXPECT_EQ(made->created_at, clock.now());
    EXPECT_EQ(seen(made->id), *made);
    EXPECT_THAT(added.events, ElementsAre("offer.created"));
    EXPECT_THAT(added.audit, ElementsAre("OFFER_CREATED"));
    EXPECT_EQ(application_status(), candidates::Status::fresh);
}

TEST_P(Offers, TakeEveryStepOfTheirLifeAndNoOther) {
    for (const auto from : all_statuses()) {
        for (const auto to : all_statuses()) {
            SCOPED_TRACE(std::string{name_of(from)} + " to " + std::string{name_of(to)});
            const Offer before = given(from);
            clock.advance(std::chrono::seconds{1});
            if (kLife.at(from).contains(to)) {
                EXPECT_EQ(move(before.id, to).status, to);
                EXPECT_EQ(seen(before.id).updated_at, clock.now());
            } else {
                EXPECT_EQ(refusal([&] { move(before.id, to); }), from == to ? "" : "OFFER_STATUS_CONFLICT");
                EXPECT_EQ(seen(before.id), before);
            }
        }
    }
}

TEST_P(Offers, CauseOneEventForEachStepAndNoneForARepetition) {
    const OfferId id = create().id;

    const auto added = during([&] {
        move(id, pending_approval);
        move(id, pending_approval);
        move(id, approved);
    });

    EXPECT_THAT(added.events, ElementsAre("offer.updated", "offer.updated"));
    EXPECT_THAT(added.audit, ElementsAre("OFFER_UPDATED", "OFFER_UPDATED"));
}

TEST_P(Offers, TellHowTheCandidateDecided) {
    const OfferId accepted_one = given(pending_acceptance).id;
    const OfferId declined_one = given(pending_acceptance).id;

    const auto yes = during([&] { move(accepted_one, accepted); });
    const auto no = during([&] { move(declined_one, not_accepted); });

    EXPECT_THAT(yes.events, ElementsAre("offer.updated"));
    EXPECT_THAT(yes.audit, ElementsAre("OFFER_ACCEPTED"));
    EXPECT_THAT(no.audit, ElementsAre("OFFER_DECLINED"));
}

TEST_P(Offers, ThatAreSentTakeTheApplicationAndTheJobAlong) {
    const OfferId id = create().id;

    const auto added = during([&] { move(id, pending_acceptance); });

    EXPECT_EQ(seen(id).sent_at, clock.now());
    EXPECT_EQ(application_status(), candidates::Status::offered);
    EXPECT_EQ(job_status(), jobs::Status::offer);
    EXPECT_THAT(added.events,
                ElementsAre("offer.updated", "application.status.updated", "job.status.updated"));
    EXPECT_THAT(added.audit,
                ElementsAre("OFFER_UPDATED", "JOB_APPLICATION_STATE_MODIFIED", "JOB_STATUS_CHANGED"));
}

TEST_P(Offers, ThatAreSentLeaveWhoIsOfferedOrHiredWhereTheyAre) {
    given(pending_acceptance);
    EXPECT_THAT(during([&] { given(pending_acceptance); }).events,
                ElementsAre("offer.created", "offer.updated"));

    move_application(candidates::Status::hired);
    given(pending_acceptance);

    EXPECT_EQ(application_status(), candidates::Status::hired);
}

TEST_P(Offers, DoNotMoveTheApplicationWithAnyOtherStep) {
    for (const auto status : {pending_approval, approved, not_approved, abandoned}) given(status);

    EXPECT_EQ(application_status(), candidates::Status::fresh);
}

TEST_P(Offers, MergeTheirProperties) {
    const OfferId id = create({{"salary", "52000"}, {"bonus", "5"}}).id;

    const auto added = during([&] {
        patch(id, {{"salary", "53000"}, {"bonus", std::nullopt}, {"remote", "true"}, {"none", std::nullopt}});
        patch(id, {{"salary", "53000"}, {"bonus", std::nullopt}});
        patch(id, {});
    });

    EXPECT_EQ(seen(id).properties, R"({"remote":"true","salary":"53000"})");
    EXPECT_THAT(added.events, ElementsAre("offer.updated"));
    EXPECT_THAT(added.audit, ElementsAre("OFFER_UPDATED"));
}

TEST_P(Offers, ChangeTheirPropertiesOnlyWhileCreated) {
    for (const auto status : all_statuses()) {
        if (status == created) continue;
        SCOPED_TRACE(name_of(status));
        const Offer before = given(status);
        EXPECT_EQ(refusal([&] { patch(before.id, {{"salary", "1"}}); }), "OFFER_STATUS_CONFLICT");
        EXPECT_EQ(refusal([&] { patch(before.id, {{"salary", std::nullopt}}); }), "");  // unchanged
        EXPECT_EQ(seen(before.id), before);
    }
}

TEST_P(Offers, ChangePropertiesAndStatusTogetherOrNotAtAll) {
    const Offer before = create({{"salary", "52000"}});
    const wire::TextMapPatch raise{{"salary", "53000"}};

    EXPECT_EQ(refusal([&] { change(admin, before.id, {.status = accepted, .properties = raise}); }),
              "OFFER_STATUS_CONFLICT");
    EXPECT_EQ(seen(before.id), before);

    change(admin, before.id, {.status = pending_approval, .properties = raise});
    EXPECT_EQ(seen(before.id).properties, R"({"salary":"53000"})");
    EXPECT_EQ(seen(before.id).status, pending_approval);
}

TEST_P(Offers, HaveAtMostAHundredProperties) {
    const auto configure = [&](const std::string& key) {
        db->write(company, [&](db::Tx& tx) {
            configuration::add_offer_property(
                tx, admin, key,
                {.category = "OTHER", .label = key, .type = configuration::OfferPropertyType::text});
        });
    };
    const auto archive = [&](const std::string& key) {
        db->write(company, [&](db::Tx& tx) { configuration::archive_offer_property(tx, admin, key); });
    };
    const auto initial = db->read(company, [&](db::Snapshot& snapshot) {
        return configuration::offer_properties_without_choices(snapshot);
    });
    for (const auto& each : initial) archive(each.key);
    wire::TextMap full;
    for (int i = 0; i < 100; ++i) {
        configure("key" + std::to_string(i));
        full["key" + std::to_string(i)] = "text";
    }
    const Offer before = create(full);
    archive("key1");
    configure("one");

    EXPECT_EQ(refusal([&] { patch(before.id, {{"one", "more"}}); }), "VALIDATION_ERROR");
    EXPECT_EQ(seen(before.id), before);
    EXPECT_NO_THROW(patch(before.id, {{"one", "more"}, {"key0", std::nullopt}}));
}

TEST_P(Offers, AreChangedByNobodyWhoMayNot) {
    const Offer before = create();
    const auto outsider = given::user(*db, company, accounts::Role::standard);
    const auto restricted = given::user(*db, company, accounts::Role::restricted);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, job, {.user = restricted.id(), .role = "RECRUITER"});
    });
    const offers::OfferChange send{.status = pending_acceptance, .properties = std::nullopt};

    EXPECT_EQ(refusal([&] { create(outsider); }), "NO_ACCESS_TO_CANDIDATE");
    EXPECT_EQ(refusal([&] { create(restricted); }), "PERMISSION_DENIED");
    EXPECT_EQ(refusal([&] { change(outsider, before.id, send); }), "NO_ACCESS_TO_CANDIDATE");
    EXPECT_EQ(refusal([&] { change(restricted, before.id, send); }), "PERMISSION_DENIED");
    EXPECT_THAT(listed(admin), ElementsAre(before.id));
    EXPECT_EQ(seen(before.id), before);
}

TEST_P(Offers, AreKnownByTheirApplicationOnly) {
    const Offer offer = create();
    const JobId other_job = given::job(*db, company, admin);
    const CandidateId other = apply(job, "Byron");
    apply(other_job);
    const auto find = [&](const CandidateId& whose, const JobId& which) {
        return refusal([&] {
            db->read(company, [&](db::Snapshot& snapshot) {
                return offers::offer(snapshot, admin, whose, which, offer.id);
            });
        });
    };

    EXPECT_EQ(find(candidate, job), "");
    EXPECT_EQ(find(candidate, other_job), "OFFER_NOT_FOUND");
    EXPECT_EQ(find(other, job), "OFFER_NOT_FOUND");
    EXPECT_EQ(find(other, other_job), "APPLICATION_NOT_FOUND");
}

TEST_P(Offers, OfAnotherCompanyAreNone) {
    const OfferId id = given(pending_acceptance).id;
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);
    const auto as_spy = [&](auto look) {
        try {
            db->read(rival, look);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return std::string{};
    };

    EXPECT_EQ(as_spy([&](db::Snapshot& snapshot) { offers::offer(snapshot, spy, candidate, job, id); }),
              "CANDIDATE_NOT_FOUND");
    EXPECT_EQ(as_spy([&](db::Snapshot& snapshot) { offers::documents(snapshot, spy, id); }),
              "OFFER_NOT_FOUND");
    EXPECT_EQ(db->read(rival, [&](db::Snapshot& snapshot) { return offers::list(snapshot, spy, {}); }).total,
              0);
}

TEST_P(Offers, AreListedNewestFirst) {
    const OfferId first = create().id;
    const OfferId second = create().id;

    EXPECT_THAT(listed(admin), ElementsAre(second, first));
    const auto page = db->read(company, [&](db::Snapshot& snapshot) {
        return offers::list_of(snapshot, admin, candidate, job, 1, 1);
    });
    ASSERT_EQ(page.lines.size(), 1U);
    EXPECT_EQ(page.lines.front().offer.id, first);
    EXPECT_EQ(page.total, 2);
}

TEST_P(Offers, AreListedByStatusAndTime) {
    const OfferId old = given(abandoned).id;
    clock.advance(std::chrono::hours{48});
    const Timestamp between = clock.now();
    clock.advance(std::chrono::hours{48});
    const OfferId young = given(pending_approval).id;

    EXPECT_THAT(listed(admin, {.statuses = {abandoned}}), ElementsAre(old));
    EXPECT_THAT(listed(admin, {.statuses = {abandoned, pending_approval}}), ElementsAre(young, old));
    EXPECT_THAT(listed(admin, {.statuses = {accepted}}), IsEmpty());
    EXPECT_THAT(listed(admin, {.created_after = between}), ElementsAre(young));
    EXPECT_THAT(listed(admin, {.created_before = between}), ElementsAre(old));
    EXPECT_THAT(listed(admin, {.created_after = seen(old).created_at}), ElementsAre(young));
    EXPECT_THAT(listed(admin, {.created_before = seen(young).created_at}), ElementsAre(old));
    EXPECT_THAT(listed(admin, {.created_after = Timestamp{-1}}), ElementsAre(young, old));
    EXPECT_THAT(listed(admin, {.created_before = Timestamp{-1}}), IsEmpty());
    EXPECT_THAT(listed(admin, {.age = wire::Age{std::chrono::hours{1}}}), ElementsAre(young));
    EXPECT_THAT(listed(admin, {.created_after = clock.now(),
                               .created_before = Timestamp{0},
                               .age = wire::Age{std::chrono::hours{97}}}),
                ElementsAre(young, old));
}

TEST_P(Offers, AreShownToThoseWhoSeeTheJob) {
    const OfferId id = given(pending_acceptance).id;
    const auto member = given::user(*db, company, accounts::Role::restricted);
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, job, {.user = member.id(), .role = "RECRUITER"});
    });
    const auto outsider = given::user(*db, company, accounts::Role::standard);
    const auto employee = given::user(*db, company, accounts::Role::employee);

    EXPECT_THAT(listed(member), ElementsAre(id));
    EXPECT_EQ(documents(member, id).size(), 1U);
    EXPECT_THAT(listed(outsider), IsEmpty());
    EXPECT_EQ(refusal([&] { documents(outsider, id); }), "OFFER_NOT_FOUND");
    EXPECT_EQ(refusal([&] { listed(employee); }), "NO_ACCESS_TO_OFFERS");
    EXPECT_EQ(refusal([&] { documents(employee, id); }), "OFFER_NOT_FOUND");
}

TEST_P(Offers, HaveADocumentWhenTheyWereSent) {
    const OfferId id = create({{"salary", "52000"}, {"shares", "12"}}).id;
    EXPECT_EQ(refusal([&] { documents(admin, id); }), "OFFER_NOT_SENT");

    move(id, pending_acceptance);

    const auto all = documents(admin, id);
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all.front().name, "Offer.txt");
    EXPECT_EQ(all.front().created_at, clock.now());
    const auto file = document(id, all.front().id);
    EXPECT_EQ(file.name, "Offer.txt");
    for (const auto* expected :
         {"acme", "2023-11-14", "Dear Ada Lovelace,", "Cook", "Salary: 52000", "Shares: 12"})
        EXPECT_THAT(file.content, HasSubstr(expected));
}

TEST_P(Offers, KeepTheirDocumentWhateverTheCandidateDecides) {
    for (const auto status : {accepted, not_accepted})
        EXPECT_EQ(documents(admin, given(status).id).size(), 1U) << name_of(status);
    EXPECT_EQ(documents(admin, move(given(pending_acceptance).id, abandoned).id).size(), 1U);
}

TEST_P(Offers, HaveNoDocumentsButTheirOwn) {
    const OfferId one = given(pending_acceptance).id;
    const OfferId other = given(pending_acceptance).id;
    const OfferDocumentId foreign = documents(admin, other).front().id;

    EXPECT_EQ(refusal([&] { document(one, foreign); }), "DOCUMENT_NOT_FOUND");
}

TEST_P(Offers, GoWithTheCandidate) {
    const OfferId id = given(pending_acceptance).id;

    db->write(company, [&](db::Tx& tx) { candidates::remove(tx, admin, candidate); });

    EXPECT_THAT(listed(admin), IsEmpty());
    EXPECT_EQ(refusal([&] { documents(admin, id); }), "OFFER_NOT_FOUND");
}

RUN_ON_EACH_DATABASE(Offers);

}  // namespace
}  // namespace callboard
