#include "offers/offer_links.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "accounts/company_store.h"
#include "audit/audit_store.h"
#include "candidates/access.h"
#include "candidates/applications.h"
#include "candidates/change.h"
#include "candidates/consent.h"
#include "candidates/deletion.h"
#include "candidates/registration.h"
#include "candidates/status.h"
#include "offers/offers.h"
#include "support/each_database.h"
#include "support/given.h"
#include "support/queued_mails.h"

namespace callboard::offers {
namespace {

using namespace std::chrono_literals;
using candidates::Decision;
using test::link_token;
using test::queued_mails;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

const std::string kPage = "https://callboard.test/candidate/offer";
const accounts::LinkMailing kMailing{.page = kPage, .seal = test::test_seal()};

class OfferLinks : public test::EachDatabase {
  protected:
    CandidateId apply(const std::string& email = "ada@example.com",
                      const std::string& last_name = "Lovelace") {
        candidates::Draft draft;
        draft.profile.first_name = {"Ada"};
        draft.profile.last_name = {last_name};
        draft.profile.email = {email};
        return db->write(company,
                         [&](db::Tx& tx) { return candidates::register_for_job(tx, admin, job, draft); });
    }
    Offer create(const CandidateId& whom) {
        return db->write(
            company, [&](db::Tx& tx) { return create_offer(tx, admin, whom, job, {{"salary", "52000"}}); });
    }
    Offer move(const Offer& offer, OfferStatus to) {
        return db->write(company, [&](db::Tx& tx) {
            return change_offer(tx, admin, offer.candidate, job, offer.id,
                                {.status = to, .properties = std::nullopt}, kMailing);
        });
    }
    Offer sent() { return move(create(candidate), OfferStatus::pending_acceptance); }
    Secret token() { return link_token(queued_mails(*db).front()); }

    std::optional<OfferQuestion> question(const Secret& token) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return offer_question(snapshot, token); });
    }
    std::optional<OfferFile> document(const Secret& token, const OfferDocumentId& id) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return offered_document(snapshot, token, id); });
    }
    bool decide(const Secret& token, Decision decision) {
        return db->write(std::nullopt, [&](db::Tx& tx) { return decide_offer(tx, token, decision, {}); });
    }
    OfferStatus status(const Offer& offer) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return offers::offer(snapshot, admin, offer.candidate, job, offer.id).status;
        });
    }
    void expect_void(const Secret& token) {
        EXPECT_FALSE(question(token));
        EXPECT_FALSE(decide(token, Decision::accepted));
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    JobId job = given::job(*db, company, admin);
    CandidateId candidate = apply();
};

TEST_P(OfferLinks, AreMailedWhenAnOfferIsSent) {
    const Offer offer = create(candidate);
    EXPECT_THAT(queued_mails(*db), IsEmpty());
    move(offer, OfferStatus::pending_acceptance);

    ASSERT_THAT(queued_mails(*db), SizeIs(1));
    const auto mail = queued_mails(*db).front();
    EXPECT_EQ(mail.kind, "offer");
    EXPECT_EQ(mail.to, "ada@example.com");
    EXPECT_THAT(test::link_of(mail), StartsWith(kPage + "?token="));
    move(offer, OfferStatus::pending_acceptance);  // nothing changes
    EXPECT_THAT(queued_mails(*db), SizeIs(1));
}

TEST_P(OfferLinks, ShowTheLetter) {
    sent();
    const auto shown = question(token());
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->company, "acme");
    EXPECT_EQ(shown->job_title, "Cook");
    EXPECT_EQ(shown->language, "en");
    EXPECT_THAT(shown->letter, HasSubstr("Salary: 52000"));
    ASSERT_THAT(shown->documents, SizeIs(1));
    EXPECT_EQ(document(token(), shown->documents.front().id)->content, shown->letter);
}

TEST_P(OfferLinks, ShowTheLetterInTheLanguageOfThePage) {
    db->write(company, [&](db::Tx& tx) { accounts::store::set_language(tx, "de"); });
    jobs::Draft japanese = given::draft();
    japanese.ad_language = "ja";
    job = given::job(*db, company, admin, japanese);
    candidate = apply("grace@example.com");
    sent();
    const auto shown = question(token());
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->language, "de");
    EXPECT_THAT(shown->letter, HasSubstr("Guten Tag Ada Lovelace,"));
}

TEST_P(OfferLinks, ShowTheLetterInTheLanguageOfTheAd) {
    jobs::Draft french = given::draft();
    french.ad_language = "fr-CA";
    job = given::job(*db, company, admin, french);
    candidate = apply("grace@example.com");
    sent();
    EXPECT_THAT(question(token())->letter, HasSubstr("Bonjour Ada Lovelace,"));
}

TEST_P(OfferLinks, AcceptAnOfferOnce) {
    const Offer offer = sent();
    const Secret link = token();
    const auto shown = question(link);
    clock.advance(1h);

    EXPECT_TRUE(decide(link, Decision::accepted));
    EXPECT_EQ(status(offer), OfferStatus::accepted);
    EXPECT_EQ(given::events(*db, company).back(), "offer.updated");
    EXPECT_EQ(given::audit_names(*db, company).back(), "OFFER_ACCEPTED");

    EXPECT_FALSE(decide(link, Decision::declined));
    EXPECT_EQ(status(offer), OfferStatus::accepted);
    EXPECT_EQ(question(link)->decision, Decision::accepted);
    EXPECT_EQ(question(link)->decided_at, clock.now());
    EXPECT_TRUE(document(link, shown->documents.front().id));  // what was accepted can be kept
}

TEST_P(OfferLinks, DeclineAnOffer) {
    const Offer offer = sent();
    const auto shown = question(token());
    EXPECT_TRUE(decide(token(), Decision::declined));
    EXPECT_EQ(status(offer), OfferStatus::not_accepted);
    EXPECT_EQ(question(token())->decision, Decision::declined);
    EXPECT_EQ(question(token())->letter, "");
    EXPECT_FALSE(document(token(), shown->documents.front().id));
    EXPECT_EQ(given::audit_names(*db, company).back(), "OFFER_DECLINED");
}

TEST_P(OfferLinks, MakeTheCandidateTheAuthor) {
    const Offer offer = sent();
    decide(token(), Decision::accepted);
    const audit::ListRequest asked{.author_types = {audit::AuthorType::candidate}};
    const auto events = db->read(company, [&](db::Snapshot& snapshot) {
        return audit::store::page(snapshot, {.asked = asked, .start = {}, .limit = 10});
    });
    ASSERT_THAT(events, SizeIs(1));
    EXPECT_EQ(events.front().author_id, candidate.text());
    EXPECT_EQ(events.front().entity_id, offer.id.text());
    EXPECT_THAT(events.front().context, HasSubstr(R"("viaIntegration":"false","via":"LINK")"));
}

TEST_P(OfferLinks, OfTwoAnswersAtOnceOneWins) {
    const Offer offer = sent();
    const Secret link = token();
    std::atomic<int> accepted = 0;
    std::atomic<int> declined = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] { accepted += decide(link, Decision::accepted) ? 1 : 0; });
            all.emplace_back([&] { declined += decide(link, Decision::declined) ? 1 : 0; });
        }
    }
    EXPECT_EQ(accepted + declined, 1);
    EXPECT_EQ(status(offer), accepted == 1 ? OfferStatus::accepted : OfferStatus::not_accepted);
}

TEST_P(OfferLinks, WorkForThirtyDays) {
    const Offer offer = sent();
    const Secret link = token();
    clock.advance(30 * 24h - 1ms);
    EXPECT_TRUE(question(link));
    clock.advance(1ms);
    expect_void(link);
    EXPECT_EQ(status(offer), OfferStatus::pending_acceptance);
}

TEST_P(OfferLinks, AreVoidOnceTheOfferIsWithdrawnOrAnswered) {
    for (const auto to : {OfferStatus::abandoned, OfferStatus::accepted, OfferStatus::not_accepted}) {
        const Offer offer = sent();
        const Secret link = token();
        clock.advance(1s);
        move(offer, to);
        expect_void(link);
        EXPECT_EQ(status(offer), to);
        EXPECT_THAT(queued_mails(*db), IsEmpty());  // it was not sent yet
    }
}

TEST_P(OfferLinks, OfOneOfferAreNotForAnother) {
    const Offer first = sent();
    const Secret of_first = token();
    const Offer second = sent();
    EXPECT_TRUE(decide(token(), Decision::declined));
    EXPECT_EQ(status(first), OfferStatus::pending_acceptance);
    EXPECT_EQ(status(second), OfferStatus::not_accepted);
    EXPECT_TRUE(decide(of_first, Decision::accepted));
}

TEST_P(OfferLinks, AreNotThoseOfConsentRequests) {
    sent();
    EXPECT_FALSE(db->read(std::nullopt, [&](db::Snapshot& snapshot) {
        return candidates::consent_question(snapshot, token());
    }));
    EXPECT_FALSE(db->write(std::nullopt, [&](db::Tx& tx) {
        return candidates::decide_consent(tx, token(), Decision::accepted, {});
    }));
}

TEST_P(OfferLinks, HaveNoDocumentsOfOtherOffers) {
    sent();
    const OfferDocumentId first = question(token())->documents.front().id;
    sent();
    EXPECT_FALSE(document(token(), first));
}

TEST_P(OfferLinks, AreVoidForWhoHadTheAddressBefore) {
    const Offer offer = sent();
    const Secret link = token();
    db->write(company, [&](db::Tx& tx) {
        candidates::change(tx, admin, candidate, [&](const candidates::Profile& before) {
            candidates::Profile after = before;
            after.email = {"ada.lovelace@example.com"};
            return after;
        });
    });
    EXPECT_THAT(queued_mails(*db), IsEmpty()) << "it would go to the old address";
    expect_void(link);

    move(offer, OfferStatus::pending_acceptance);
    ASSERT_THAT(queued_mails(*db), SizeIs(1));
    EXPECT_EQ(queued_mails(*db).front().to, "ada.lovelace@example.com");
    EXPECT_TRUE(question(token()));
}

TEST_P(OfferLinks, AreMailedAgainAfterTheyHaveExpired) {
    const Offer offer = sent();
    const Secret link = token();
    clock.advance(30 * 24h);
    expect_void(link);
    move(offer, OfferStatus::pending_acceptance);
    EXPECT_TRUE(decide(token(), Decision::accepted));
}

TEST_P(OfferLinks, AreVoidForWhoWasRejected) {
    const Offer offer = sent();
    db->write(company, [&](db::Tx& tx) {
        const auto application =
            candidates::lock_application(tx, admin, candidate, job, candidates::kApplicationUnauthorized);
        candidates::move(tx, admin, application,
                         {.status = candidates::Status::rejected,
                          .sub_status = std::nullopt,
                          .reason = std::nullopt,
                          .starts_at = std::nullopt});
    });
    expect_void(token());
    EXPECT_EQ(status(offer), OfferStatus::pending_acceptance);
}

TEST_P(OfferLinks, GoWithTheApplicationAndTheCandidate) {
    sent();
    const Secret of_application = token();
    db->write(company, [&](db::Tx& tx) { candidates::withdraw_application(tx, admin, candidate, job); });
    EXPECT_THAT(queued_mails(*db), IsEmpty());
    expect_void(of_application);

    const CandidateId other = apply("grace@example.com", "Hopper");
    move(create(other), OfferStatus::pending_acceptance);
    const Secret of_candidate = token();
    db->write(company, [&](db::Tx& tx) { candidates::remove(tx, admin, other); });
    expect_void(of_candidate);
}

TEST_P(OfferLinks, AreNotMadeForAnAddressThatCannotBeMailed) {
    const CandidateId other = apply("\xc3\xa4@example.com", "Hopper");
    const Offer offer = move(create(other), OfferStatus::pending_acceptance);
    EXPECT_EQ(offer.status, OfferStatus::pending_acceptance);
    EXPECT_THAT(queued_mails(*db), IsEmpty());
    EXPECT_FALSE(db->read(company, [&](db::Snapshot& snapshot) { return has_link(snapshot, offer); }));
    const Offer mailed = sent();
    EXPECT_TRUE(db->read(company, [&](db::Snapshot& snapshot) { return has_link(snapshot, mailed); }));
}

RUN_ON_EACH_DATABASE(OfferLinks);

}  // namespace
}  // namespace callboard::offers
