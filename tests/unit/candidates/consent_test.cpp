#include "candidates/consent.h"

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
#include "candidates/change.h"
#include "candidates/deletion.h"
#include "candidates/link_store.h"
#include "candidates/registration.h"
#include "mail/mail_text.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/queued_mails.h"

namespace callboard::candidates {
namespace {

using namespace std::chrono_literals;
using test::link_token;
using test::queued_mails;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

const std::string kPage = "https://callboard.test/candidate/consent";
const accounts::LinkMailing kMailing{.page = kPage, .seal = test::test_seal()};
const events::Author kVisitor{
    .user = std::nullopt, .address = std::nullopt, .request_id = "r-1", .candidate = std::nullopt};

class ConsentRequests : public test::EachDatabase {
  protected:
    CandidateId pool(const std::string& last_name = "Lovelace", const std::string& email = "ada@example.com",
                     const std::string& first_name = "Ada") {
        Draft draft;
        draft.profile.first_name = {first_name};
        draft.profile.last_name = {last_name};
        draft.profile.email = {email};
        return db->write(company, [&](db::Tx& tx) { return register_in_pool(tx, admin, draft); });
    }
    std::vector<bool> send(const std::vector<std::optional<CandidateId>>& ids) {
        return db->write(company,
                         [&](db::Tx& tx) { return send_consent_requests(tx, admin, ids, kMailing); });
    }
    Secret asked(const CandidateId& id) {
        EXPECT_THAT(send({id}), ElementsAre(true));
        return link_token(queued_mails(*db).front());
    }
    std::optional<ConsentQuestion> question(const Secret& token) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return consent_question(snapshot, token); });
    }
    bool decide(const Secret& token, Decision decision) {
        return db->write(std::nullopt,
                         [&](db::Tx& tx) { return decide_consent(tx, token, decision, kVisitor); });
    }
    ConsentRecord record(const CandidateId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) { return consent(snapshot, admin, id); });
    }
    std::vector<audit::AuditEvent> audit_log(const audit::ListRequest& request) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return audit::store::page(snapshot, {.asked = request, .start = {}, .limit = 100});
        });
    }
    void revoke(const accounts::Actor& actor, const CandidateId& id) {
        db->write(company, [&](db::Tx& tx) { revoke_consent_request(tx, actor, id); });
    }
    void change_email(const CandidateId& id, const std::string& email) {
        db->write(company, [&](db::Tx& tx) {
            change(tx, admin, id, [&](const Profile& before) {
                Profile after = before;
                after.email = {email};
                return after;
            });
        });
    }

    // As the mailer does with what is due.
    void deliver() {
        db->write(std::nullopt, [](db::Tx& tx) {
            for (const auto& mail : mail::store::claim(tx, {"mailer", "example.test"}, tx.now + 1min, 1000))
                mail::store::sent(tx, mail, "mailer");
        });
    }
    std::vector<std::string> recipients() {  // of the newest mail first
        std::vector<std::string> all;
        for (const auto& mail : queued_mails(*db)) all.push_back(mail.to);
        return all;
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ConsentRequests, AreMailedWithALink) {
    const CandidateId id = pool();
    EXPECT_THAT(send({id}), ElementsAre(true));

    ASSERT_THAT(queued_mails(*db), SizeIs(1));
    const auto mail = queued_mails(*db).front();
    EXPECT_EQ(mail.kind, "consent_request");
    EXPECT_EQ(mail.company, company);
    EXPECT_EQ(mail.to, "ada@example.com");
    EXPECT_THAT(test::link_of(mail), StartsWith(kPage + "?token="));
    EXPECT_EQ(link_token(mail).reveal().size(), 43U);  // 256 bits in base64url
    EXPECT_THAT(mail.values, Not(HasSubstr("token")));
    EXPECT_EQ(record(id).state, Consent::pending);
    EXPECT_EQ(question(link_token(mail))->first_name, "Ada");
    EXPECT_EQ(question(link_token(mail))->company, "acme");
}

TEST_P(ConsentRequests, AreAnsweredOnce) {
    for (const auto& [decision, state] : {std::pair{Decision::accepted, Consent::acquired},
                                          std::pair{Decision::declined, Consent::declined}}) {
        const CandidateId id = pool("Person " + std::string{name_of(decision)});
        const Secret token = asked(id);
        clock.advance(1h);

        EXPECT_TRUE(decide(token, decision));
        EXPECT_EQ(record(id).state, state);
        EXPECT_EQ(record(id).decided_at, clock.now());
        EXPECT_EQ(given::events(*db, company).back(), "candidate.updated");

        const auto other = decision == Decision::accepted ? Decision::declined : Decision::accepted;
        EXPECT_FALSE(decide(token, other));
        EXPECT_EQ(record(id).state, state);
        EXPECT_EQ(question(token)->decision, decision);
        EXPECT_EQ(question(token)->decided_at, clock.now());
    }
}

TEST_P(ConsentRequests, AreAuditedWithTheCandidateAsAuthor) {
    const CandidateId id = pool();
    decide(asked(id), Decision::accepted);

    const auto by_candidates = audit_log({.author_types = {audit::AuthorType::candidate}});
    ASSERT_THAT(by_candidates, SizeIs(1));
    const auto& event = by_candidates.front();
    EXPECT_EQ(event.name, "LRSC_CONSENT_GIVEN");
    EXPECT_EQ(event.author_type, audit::AuthorType::candidate);
    EXPECT_EQ(event.author_id, id.text());
    EXPECT_EQ(event.entity_id, id.text());
    EXPECT_THAT(event.context, AllOf(HasSubstr(R"("via":"LINK")"), HasSubstr(R"("requestId":"r-1")")));
    EXPECT_THAT(audit_log({.author_types = {audit::AuthorType::system}, .entity_id = std::string{id.text()}}),
                IsEmpty());
}

TEST_P(ConsentRequests, OfTwoDecisionsAtOnceOneWins) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    std::atomic<int> accepted = 0;
    std::atomic<int> declined = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] { accepted += decide(token, Decision::accepted) ? 1 : 0; });
            all.emplace_back([&] { declined += decide(token, Decision::declined) ? 1 : 0; });
        }
    }
    EXPECT_EQ(accepted + declined, 1);
    EXPECT_EQ(record(id).state, accepted == 1 ? Consent::acquired : Consent::declined);
}

TEST_P(ConsentRequests, CanBeAnsweredForThirtyDays) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    clock.advance(30 * 24h - 1ms);
    EXPECT_TRUE(question(token));
    clock.advance(1ms);
    EXPECT_FALSE(question(token));
    EXPECT_FALSE(decide(token, Decision::accepted));
    EXPECT_EQ(record(id).state, Consent::pending);
    db->write(std::nullopt, [](db::Tx& tx) { store::delete_expired_links(tx); });
    EXPECT_EQ(db->read(std::nullopt,
                       [](db::Snapshot& snapshot) {
                           return snapshot.number(
                               db::GlobalSql{"test_links", "SELECT count(*) FROM candidate_link"});
                       }),
              0);
}

TEST_P(ConsentRequests, ReplaceEarlierOnes) {
    const CandidateId id = pool();
    const Secret first = asked(id);
    const Secret second = asked(id);  // at the same time
    EXPECT_FALSE(question(first));
    EXPECT_FALSE(decide(first, Decision::declined));
    EXPECT_THAT(queued_mails(*db), SizeIs(1));  // the first one was not sent yet
    EXPECT_TRUE(decide(second, Decision::accepted));
}

TEST_P(ConsentRequests, AreVoidOnceTheCompanyKnowsTheDecision) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    db->write(company, [&](db::Tx& tx) { record_consent(tx, admin, id, Consent::declined); });
    EXPECT_FALSE(question(token));
    EXPECT_FALSE(decide(token, Decision::accepted));
}

TEST_P(ConsentRequests, AreVoidOnceTheyAreRevoked) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    revoke(admin, id);
    EXPECT_FALSE(question(token));
    EXPECT_FALSE(decide(token, Decision::accepted));
    EXPECT_THAT(queued_mails(*db), IsEmpty()) << "its mail was not sent yet";
    EXPECT_EQ(record(id).state, Consent::required);
    EXPECT_EQ(record(id).asked_at, std::nullopt);
    EXPECT_EQ(given::audit_names(*db, company).back(), "CANDIDATE_CONSENT_REQUEST_REVOKED");

    const Secret next = asked(id);
    EXPECT_TRUE(decide(next, Decision::accepted));
}

TEST_P(ConsentRequests, AreRevokedOnceAndNotAfterADecision) {
    const CandidateId id = pool();
    const CandidateId other = pool("Byron", "byron@example.com");
    const Secret of_other = asked(other);
    revoke(admin, id);  // was never asked
    const Secret token = asked(id);
    decide(token, Decision::accepted);
    const auto names = given::audit_names(*db, company);

    revoke(admin, id);

    EXPECT_EQ(record(id).state, Consent::acquired);
    EXPECT_EQ(question(token)->decision, Decision::accepted);
    EXPECT_EQ(given::audit_names(*db, company), names);
    EXPECT_THAT(names, Not(testing::Contains("CANDIDATE_CONSENT_REQUEST_REVOKED")));
    EXPECT_TRUE(question(of_other));
}

TEST_P(ConsentRequests, AreRevokedByThoseWhoMayChangeTheCandidate) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    for (const auto role : {accounts::Role::standard, accounts::Role::restricted, accounts::Role::employee}) {
        const auto actor = given::user(*db, company, role);
        EXPECT_EQ(test::error_code([&] { revoke(actor, id); }), "PERMISSION_DENIED");
    }
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);
    EXPECT_EQ(
        test::error_code([&] { db->write(rival, [&](db::Tx& tx) { revoke_consent_request(tx, spy, id); }); }),
        "CANDIDATE_NOT_FOUND");
    EXPECT_TRUE(question(token));
}

TEST_P(ConsentRequests, AreVoidForWhoHadTheAddressBefore) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    change_email(id, "ada.lovelace@example.com");
    EXPECT_THAT(queued_mails(*db), IsEmpty()) << "it would go to the old address";
    EXPECT_FALSE(question(token));
    EXPECT_FALSE(decide(token, Decision::accepted));
    EXPECT_EQ(record(id).state, Consent::pending);
}

TEST_P(ConsentRequests, GoWithTheCandidate) {
    const CandidateId id = pool();
    const Secret token = asked(id);
    db->write(company, [&](db::Tx& tx) { remove(tx, admin, id); });
    EXPECT_FALSE(question(token));
    EXPECT_FALSE(decide(token, Decision::accepted));
    EXPECT_THAT(queued_mails(*db), IsEmpty());
}

TEST_P(ConsentRequests, LeaveNoAddressOfWhoIsDeleted) {
    const CandidateId id = pool();
    const CandidateId namesake = pool("Byron");
    for (int i = 0; i < 2; ++i) {  // the second link replaces the first one
        asked(id);
        deliver();
    }
    change_email(id, "ada.lovelace@example.com");
    EXPECT_THAT(recipients(), ElementsAre("deleted", "deleted"));
    asked(id);
    deliver();
    asked(namesake);
    db->write(company, [&](db::Tx& tx) { remove(tx, admin, id); });
    EXPECT_THAT(recipients(), ElementsAre("ada@example.com", "deleted", "deleted", "deleted"));

    clock.advance(24h);
    deliver();
    clock.advance(24h);
    db->write(company, [&](db::Tx& tx) { remove(tx, admin, namesake); });
    EXPECT_THAT(recipients(), ElementsAre("deleted")) << "of the other address";
}

TEST_P(ConsentRequests, FillNoMailbox) {
    const CandidateId id = pool();
    for (int i = 0; i < 20; ++i) {
        EXPECT_THAT(send({id}), ElementsAre(true)) << i;
        deliver();
    }
    EXPECT_THAT(send({id, pool("Byron", "ADA@example.com"), pool("Hopper", "grace@example.com")}),
                ElementsAre(false, false, true));
    db->write(company, [&](db::Tx& tx) { remove(tx, admin, id); });
    const CandidateId again = pool();
    EXPECT_THAT(send({again}), ElementsAre(false)) << "a deletion is no way around";
    clock.advance(24h);
    EXPECT_THAT(send({again}), ElementsAre(true));
}

TEST_P(ConsentRequests, AreNotSentToWhoHasConsented) {
    const CandidateId id = pool();
    decide(asked(id), Decision::accepted);
    EXPECT_THAT(send({id}), ElementsAre(true));
    EXPECT_THAT(queued_mails(*db), SizeIs(1));
    EXPECT_EQ(record(id).state, Consent::acquired);
}

TEST_P(ConsentRequests, OfABatchHaveResultsInItsOrder) {
    const CandidateId first = pool("First");
    const CandidateId second = pool("Second", "second@example.com");
    const CandidateId unreachable = pool("Third", "\xc3\xa4@example.com");  // not ASCII
    const auto unknown = CandidateId::from_trusted("00000000-0000-7000-8000-000000000000");

    EXPECT_THAT(send({second, unknown, std::nullopt, first, unreachable, second}),
                ElementsAre(true, false, false, true, false, true));
    EXPECT_THAT(queued_mails(*db), SizeIs(2));
    EXPECT_EQ(record(unreachable).state, Consent::required);
}

TEST_P(ConsentRequests, AreSentByThoseWhoMayChangeCandidates) {
    const CandidateId id = pool();
    const auto sent_by = [&](accounts::Role role) {
        const auto actor = given::user(*db, company, role);
        return test::error_code([&] {
            db->write(company, [&](db::Tx& tx) { send_consent_requests(tx, actor, {id}, kMailing); });
        });
    };
    EXPECT_EQ(sent_by(accounts::Role::standard), "");
    EXPECT_EQ(sent_by(accounts::Role::restricted), "PERMISSION_DENIED");
    EXPECT_EQ(sent_by(accounts::Role::employee), "PERMISSION_DENIED");
    EXPECT_THAT(queued_mails(*db), IsEmpty());  // a standard user does not see the pool
}

TEST_P(ConsentRequests, AreNotSentToCandidatesOfOthers) {
    const CandidateId id = pool();
    const CompanyId rival = given::company(*db, "rival");
    const auto spy = given::user(*db, rival);
    EXPECT_THAT(db->write(rival, [&](db::Tx& tx) { return send_consent_requests(tx, spy, {id}, kMailing); }),
                ElementsAre(false));
    EXPECT_THAT(queued_mails(*db), IsEmpty());
}

TEST_P(ConsentRequests, OnlyWorkWithATokenOfTheirOwn) {
    asked(pool());
    for (const std::string wrong : {"", "x", "0123456789012345678901234567890123456789012", "\xff'; --"}) {
        EXPECT_FALSE(question(Secret{wrong})) << wrong;
        EXPECT_FALSE(decide(Secret{wrong}, Decision::accepted)) << wrong;
    }
}

TEST_P(ConsentRequests, ShowAHostileNameAsTextInOneLine) {
    asked(pool("Lovelace", "ada@example.com", "<b>Ada</b> https://evil.test"));
    const auto mail = mail::text_of(mail::opened(queued_mails(*db).front(), test::test_seal()));
    EXPECT_THAT(mail.html, AllOf(HasSubstr("&lt;b&gt;Ada"), Not(HasSubstr("<b>Ada")),
                                 Not(HasSubstr("href=\"https://evil.test"))));
}

TEST_P(ConsentRequests, AreInTheLanguageOfTheAdThatTheCandidateAnswered) {
    jobs::Draft german = given::draft();
    german.ad_language = "de";
    const JobId job = given::job(*db, company, admin, german);
    Draft draft;
    draft.profile.first_name = {"Ada"};
    draft.profile.last_name = {"Lovelace"};
    draft.profile.email = {"ada@example.com"};
    const Secret token =
        asked(db->write(company, [&](db::Tx& tx) { return register_for_job(tx, admin, job, draft); }));
    EXPECT_EQ(queued_mails(*db).front().language, "de");
    EXPECT_EQ(question(token)->language, "de");
}

TEST_P(ConsentRequests, AreInTheLanguageOfTheCompanyOtherwise) {
    const Secret token = asked(pool());
    EXPECT_EQ(question(token)->language, "en");
    db->write(company, [&](db::Tx& tx) { accounts::store::set_language(tx, "pl"); });
    EXPECT_EQ(question(token)->language, "pl");
}

RUN_ON_EACH_DATABASE(ConsentRequests);

}  // namespace
}  // namespace callboard::candidates
