#include "candidates/applicant_links.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "candidates/applicant_link_store.h"
#include "candidates/application_store.h"
#include "candidates/change.h"
#include "candidates/deletion.h"
#include "candidates/erasure_requests.h"
#include "candidates/status.h"
#include "mail/mail_text.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"
#include "support/queued_mails.h"
#include "support/seal.h"

namespace callboard::candidates {
namespace {

using test::error_code;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::SizeIs;
using testing::UnorderedElementsAre;

const events::Author kVisitor{
    .user = std::nullopt, .address = std::nullopt, .request_id = "r-1", .candidate = std::nullopt};
const accounts::LinkMailing kMailing{.page = "https://x.test/careers/acme/status", .seal = test::test_seal()};

class ApplicantLinks : public test::EachDatabase {
  protected:
    Applied apply(const std::string& email = "ada@example.com") {
        return db->write(company, [&](db::Tx& tx) {
            Draft draft;
            draft.profile = {.first_name = {"Ada"}, .last_name = {"Byron"}, .email = {email}};
            const Applied applied = apply_for_job(tx, kVisitor, job, draft);
            mail_applicant_link(tx, applied, {.job = job, .title = "Cook", .language = "de"}, kMailing);
            return applied;
        });
    }
    Secret newest_token() { return test::link_token(test::queued_mails(*db).front()); }
    std::optional<OwnApplication> shown(const Secret& token) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return own_application(snapshot, token); });
    }
    bool withdraw(const Secret& token) {
        return db->write(std::nullopt, [&](db::Tx& tx) { return withdraw_by_link(tx, token, kVisitor); });
    }
    bool erase(const Secret& token) {
        return db->write(std::nullopt, [&](db::Tx& tx) { return request_erasure(tx, token, kVisitor); });
    }
    ErasureRequests requests(const accounts::Actor& who) {
        return db->read(company,
                        [&](db::Snapshot& snapshot) { return erasure_requests(snapshot, who, 10, 0); });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const JobId job = given::job(*db, company, admin);
};

TEST_P(ApplicantLinks, ShowTheApplication) {
    const Applied applied = apply();

    const auto mails = test::queued_mails(*db);
    ASSERT_THAT(mails, SizeIs(1));
    EXPECT_EQ(mails[0].kind, "application_received");
    EXPECT_EQ(mails[0].to, "ada@example.com");
    EXPECT_EQ(mails[0].language, "de");
    EXPECT_THAT(test::link_of(mails[0]), HasSubstr("https://x.test/careers/acme/status?token="));
    const auto own = shown(newest_token());
    ASSERT_TRUE(own);
    EXPECT_EQ(own->candidate, applied.candidate);
    EXPECT_EQ(own->company, company);
    EXPECT_EQ(own->first_name, "Ada");
    EXPECT_EQ(own->status, Status::fresh);
    EXPECT_FALSE(own->erasure_requested_at);
    EXPECT_FALSE(shown(Secret{"unknown"}));
    EXPECT_FALSE(shown(Secret{""}));
}

TEST_P(ApplicantLinks, AreMailedWithoutTextsOfTheApplicant) {
    apply();

    const mail::Mail mail = mail::opened(test::queued_mails(*db).front(), test::test_seal());

    EXPECT_THAT(mail.values, UnorderedElementsAre(Key("company"), Key("job"), Key("link")));
    EXPECT_THAT(mail::value_names(mail.kind, "de"), UnorderedElementsAre("company", "job", "link"));
    EXPECT_THAT(mail::text_of(mail).text, HasSubstr("Guten Tag,"));
}

TEST_P(ApplicantLinks, AreMailedAgainForARepeatedApplication) {
    apply();
    const Secret first = newest_token();
    EXPECT_FALSE(apply().is_new);
    const Secret second = newest_token();

    EXPECT_NE(first.reveal(), second.reveal());
    EXPECT_TRUE(shown(first));
    EXPECT_TRUE(shown(second));
}

TEST_P(ApplicantLinks, AreNotMailedWithoutEnd) {
    for (int i = 0; i < 30; ++i) apply();

    EXPECT_THAT(test::queued_mails(*db), SizeIs(20));
}

TEST_P(ApplicantLinks, WithdrawOnce) {
    const Applied applied = apply();
    const Secret token = newest_token();

    EXPECT_TRUE(withdraw(token));
    EXPECT_FALSE(withdraw(token));
    EXPECT_FALSE(withdraw(Secret{"unknown"}));

    EXPECT_EQ(shown(token)->status, Status::withdrawn);
    EXPECT_THAT(given::events(*db, company), Contains("application.status.updated").Times(1));
    EXPECT_THAT(given::audit_names(*db, company), Contains("JOB_APPLICATION_STATE_MODIFIED").Times(1));
    const auto history = db->read(company, [&](db::Snapshot& snapshot) {
        return status_history(snapshot, admin, applied.candidate, job);
    });
    EXPECT_EQ(history.back().status, Status::withdrawn);
}

TEST_P(ApplicantLinks, DoNotWithdrawWhatHasEnded) {
    const Applied applied = apply();
    db->write(company, [&](db::Tx& tx) {
        set_status(tx, admin, applied.candidate, job,
                   {.status = Status::rejected, .sub_status = {}, .reason = {}, .starts_at = {}});
    });

    EXPECT_FALSE(withdraw(newest_token()));
    EXPECT_EQ(shown(newest_token())->status, Status::rejected);
}

TEST_P(ApplicantLinks, RequestErasureOnce) {
    const Applied applied = apply();
    const Secret token = newest_token();

    EXPECT_TRUE(erase(token));
    EXPECT_FALSE(erase(token));

    EXPECT_TRUE(shown(token)->erasure_requested_at);
    EXPECT_THAT(given::audit_names(*db, company), Contains("CANDIDATE_ERASURE_REQUESTED").Times(1));
    const ErasureRequests found = requests(admin);
    EXPECT_EQ(found.total, 1);
    ASSERT_THAT(found.requests, SizeIs(1));
    EXPECT_EQ(found.requests[0].candidate, applied.candidate);
    EXPECT_EQ(found.requests[0].last_name, "Byron");
}

TEST_P(ApplicantLinks, RequestErasureAgainAfterADismissal) {
    const Applied applied = apply();
    erase(newest_token());
    const auto dismiss = [&](const accounts::Actor& who) {
        return error_code([&] {
            db->write(company, [&](db::Tx& tx) { dismiss_erasure_request(tx, who, applied.candidate); });
        });
    };

    EXPECT_EQ(dismiss(given::user(*db, company, accounts::Role::extended)), "PERMISSION_DENIED");
    EXPECT_EQ(dismiss(admin), "");
    EXPECT_EQ(dismiss(admin), "CANDIDATE_NOT_FOUND");
    EXPECT_THAT(requests(admin).requests, IsEmpty());
    EXPECT_TRUE(erase(newest_token()));
}

TEST_P(ApplicantLinks, EndWithTheCandidate) {
    const Applied applied = apply();
    const Secret token = newest_token();
    erase(token);

    db->write(company, [&](db::Tx& tx) { remove(tx, admin, applied.candidate); });

    EXPECT_FALSE(shown(token));
    EXPECT_FALSE(erase(token));
    EXPECT_THAT(test::queued_mails(*db), IsEmpty());
    EXPECT_EQ(requests(admin).total, 0);
}

TEST_P(ApplicantLinks, ExpireAndAreDeleted) {
    apply();
    const Secret token = newest_token();
    clock.advance(kApplicantLinkLife);

    EXPECT_FALSE(shown(token));
    EXPECT_FALSE(withdraw(token));
    EXPECT_FALSE(db->write(std::nullopt, store::delete_expired_applicant_links));
    EXPECT_EQ(db->read(std::nullopt,
                       [](db::Snapshot& snapshot) {
                           return snapshot.number(
                               db::GlobalSql{"test_applicant_links", "SELECT count(*) FROM applicant_link"});
                       }),
              0);
}

TEST_P(ApplicantLinks, AreNotForUsersWithoutPermission) {
    EXPECT_EQ(error_code([&] { requests(given::user(*db, company, accounts::Role::standard)); }),
              "PERMISSION_DENIED");
}

RUN_ON_EACH_DATABASE(ApplicantLinks);

}  // namespace
}  // namespace callboard::candidates
