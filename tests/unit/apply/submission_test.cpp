#include "apply/submission.h"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apply/forms.h"
#include "apply/receipts.h"
#include "candidates/access.h"
#include "candidates/consent.h"
#include "candidates/status.h"
#include "jobs/access.h"
#include "jobs/publication.h"
#include "support/delivering_server.h"
#include "support/each_database.h"
#include "support/error_code.h"
#include "support/given.h"

namespace callboard::apply {
namespace {

using candidates::ConsentScope;
using testing::Contains;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;

const events::Author kVisitor{
    .user = std::nullopt, .address = std::nullopt, .request_id = "r-1", .candidate = std::nullopt};
const std::string kLicence = "01a1e900-0000-7000-8000-000000000001";
const std::string kClasses = "01a1e900-0000-7000-8000-000000000002";

Input input(const std::string& last_name = "Lovelace") {
    Input input;
    input.draft.profile = {.first_name = {"Ada"}, .last_name = {last_name}, .email = {"ada@example.com"}};
    return input;
}

class Submissions : public test::EachDatabase {
  protected:
    postings::Posting published(const accounts::Actor& creator) {
        const JobId job = given::job(*db, company, creator);
        return db->write(company, [&](db::Tx& tx) {
            jobs::publish(tx, admin, job, jobs::PublicationAudience::everyone);
            const auto ad = jobs::visible(tx, admin, job, jobs::kForbidden).default_ad;
            return postings::find_of_ad(tx, job, ad).value();
        });
    }
    candidates::Applied send(const Input& sent, const events::Author& author = kVisitor) {
        return send(posting, sent, author);
    }
    candidates::Applied send(const postings::Posting& to, const Input& sent,
                             const events::Author& author = kVisitor) {
        return db->write(company, [&](db::Tx& tx) { return submit(tx, author, to, sent); });
    }
    void set_form(const Form& form) {
        db->write(company, [&](db::Tx& tx) { set_company_form(tx, admin, form, {}); });
    }
    candidates::Candidate found(const CandidateId& id, const accounts::Actor& reader) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return candidates::visible(snapshot, reader, id, candidates::kForbidden).candidate;
        });
    }
    std::vector<files::StoredFile> files_of(const CandidateId& id) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return files::store::list(snapshot, id, posting.job); });
    }
    std::int64_t count(const std::string& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.number(db::GlobalSql{"test_count", sql});
        });
    }

    std::vector<std::int64_t> sizes(const std::string& sql) {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) {
            return snapshot.all(db::GlobalSql{"test_sizes", sql}, {},
                                [](const db::Row& row) { return row.integer(0); });
        });
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const postings::Posting posting = published(admin);
};

TEST_P(Submissions, AreOneTransaction) {
    set_form(Form::example());
    Input sent = input();
    sent.answers = {{.question_id = kLicence, .records = {{{"value", {"yes"}}}}},
                    {.question_id = kClasses, .records = {{{"value", {"B"}}}}}};
    sent.consents = {{ConsentScope::single, true}};
    const auto resume = files::text_file(files::Purpose::resume, "cv.txt", "Ada");
    sent.files = {&resume};
    sent.message = "Hello";
    const auto applied = send(sent);

    EXPECT_TRUE(applied.is_new);
    EXPECT_EQ(found(applied.candidate, admin).consent.state, candidates::Consent::acquired);
    const auto files = files_of(applied.candidate);
    ASSERT_THAT(files, SizeIs(2));
    EXPECT_EQ(files[0].purpose, files::Purpose::resume);
    EXPECT_EQ(files[1].purpose, files::Purpose::cover_letter);
    const auto answers = db->read(company, [&](db::Snapshot& snapshot) {
        return candidates::screening_answers(snapshot, admin, applied.candidate, posting.job);
    });
    EXPECT_THAT(answers.content, SizeIs(2));
    EXPECT_EQ(count("SELECT count(*) FROM screening_answer_value"), 1) << "lists are not filtered by texts";
    const auto events = given::events(*db, company);
    EXPECT_THAT(events,
                IsSupersetOf({"candidate.created", "application.created",
                              "application.screening-answers.created", "application.attachment.created"}));
    EXPECT_EQ(std::ranges::count(events, "application.attachment.created"), 2);
}

TEST_P(Submissions, WithFaultsChangeNothing) {
    Form form = Form::example();
    form.consents->front().required = true;
    form.avatar_upload_available = false;
    set_form(form);
    const auto before = given::events(*db, company);
    Input sent = input();
    const auto avatar = files::text_file(files::Purpose::avatar, "me.png", "?");
    sent.files = {&avatar};
    std::vector<std::string> paths;
    try {
        send(sent);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::invalid_request);
        for (const Fault& fault : error.faults) paths.push_back(fault.path);
    }

    EXPECT_THAT(paths, ElementsAre("/answers", "/consentDecisions/SINGLE", "/avatar"));
    EXPECT_EQ(given::events(*db, company), before);
    EXPECT_EQ(count("SELECT count(*) FROM candidate"), 0);
}

TEST_P(Submissions, OfTheSamePersonAreOneApplication) {
    const auto first = send(input());
    const auto before = given::events(*db, company);
    Input again = input("LOVELACE");
    again.draft.profile.details.phone_number = candidates::PhoneNumber{"+1 5550100"};
    const auto resume = files::text_file(files::Purpose::resume, "cv.txt", "Ada");
    again.files = {&resume};
    const auto second = send(again);

    EXPECT_FALSE(second.is_new);
    EXPECT_EQ(second.candidate, first.candidate);
    EXPECT_EQ(second.application, first.application);
    EXPECT_EQ(given::events(*db, company), before);
    EXPECT_THAT(files_of(first.candidate), IsEmpty());
}

// Otherwise the time of the answer would reveal that the person is known.
TEST_P(Submissions, OfTheSamePersonAreWrittenToTheDiskAgain) {
    const auto first = send(input());
    EXPECT_THAT(given::audit_names(*db, company), Not(Contains("JOB_APPLICATION_REPEATED")));
    EXPECT_EQ(count("SELECT count(*) FROM dummy_write"), 0);

    Input again = input();
    const auto resume = files::text_file(files::Purpose::resume, "cv.txt", std::string(300'000, 'x'));
    again.files = {&resume};
    send(again);

    EXPECT_THAT(given::audit_names(*db, company), Contains("JOB_APPLICATION_REPEATED").Times(1));
    EXPECT_EQ(count("SELECT count(*) FROM dummy_write WHERE slot < 4096"), 9);
    EXPECT_EQ(found(first.candidate, admin).updated_at, found(first.candidate, admin).created_at);
}

TEST_P(Submissions, OfTheSamePersonAreWrittenInTheSameChunks) {
    Input sent = input();
    const auto resume = files::text_file(files::Purpose::resume, "cv.txt", std::string(300'000, 'x'));
    const auto other = files::text_file(files::Purpose::generic, "more.txt", std::string(100'000, 'x'));
    sent.files = {&resume, &other};
    sent.message = "Hello";
    send(sent);
    send(sent);

    EXPECT_THAT(sizes("SELECT length(contents) FROM dummy_write WHERE slot >= 4096 ORDER BY 1"),
                ElementsAreArray(sizes("SELECT length(content) FROM stored_file_chunk ORDER BY 1")));
    EXPECT_EQ(count("SELECT count(*) FROM dummy_write WHERE slot >= 4096"), 7);
}

// Everything that makes a new application larger makes a repeated one larger, too.
TEST_P(Submissions, OfTheSamePersonAreWrittenInAsManyRows) {
    set_form(Form::example());
    const auto rows_of = [&](const Input& sent) {
        db->write(std::nullopt,
                  [](db::Tx& tx) { tx.execute(db::GlobalSql{"test_clear", "DELETE FROM dummy_write"}, {}); });
        EXPECT_FALSE(send(sent).is_new);
        return sizes("SELECT length(contents) FROM dummy_write WHERE slot < 4096 ORDER BY 1 DESC");
    };
    Input sent = input();
    sent.answers = {{.question_id = kLicence, .records = {{{"value", {"no"}}}}}};
    send(sent);
    const auto plain = rows_of(sent);

    Input with_files = sent;
    const auto file = files::text_file(files::Purpose::generic, "a.txt", "Ada");
    with_files.files = {&file, &file};
    EXPECT_EQ(rows_of(with_files).size(), plain.size() + 4) << "two files with their events";
    Input with_profile = sent;
    with_profile.draft.profile.details.education = {{.description = std::string(4'000, 'x')}};
    EXPECT_GT(rows_of(with_profile).front(), 4'400);
    Input with_answer = sent;
    with_answer.answers = {{.question_id = kLicence, .records = {{{"value", {"yes"}}}}},
                           {.question_id = kClasses, .records = {{{"value", {std::string(3'000, 'x')}}}}}};
    EXPECT_GT(rows_of(with_answer).front(), 3'000);
    test::given_subscription(*db, admin, company, "https://hooks.example.com/in", {"application.created"});
    EXPECT_EQ(rows_of(sent).size(), plain.size() + 1) << "the delivery";
}

TEST_P(Submissions, AtTheSameTimeAreOneApplication) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([&] { send(input()); });
    for (std::thread& thread : threads) thread.join();

    EXPECT_EQ(count("SELECT count(*) FROM candidate"), 1);
    EXPECT_EQ(count("SELECT count(*) FROM job_application"), 1);
}

TEST_P(Submissions, JoinARecordThatEverybodySees) {
    const auto first = send(input());
    const auto second = send(published(admin), input());

    EXPECT_TRUE(second.is_new);
    EXPECT_EQ(second.candidate, first.candidate);
}

TEST_P(Submissions, DoNotShowAProfileToUsersWhoCouldNotSeeIt) {
    Input known = input();
    known.draft.profile.details.phone_number = candidates::PhoneNumber{"+1 5550100"};
    const auto first = send(known);
    const accounts::Actor curious = given::user(*db, company, accounts::Role::standard);
    const auto own = published(curious);
    const auto second = send(own, input());

    EXPECT_TRUE(second.is_new);
    EXPECT_NE(second.candidate, first.candidate);
    EXPECT_THAT(found(second.candidate, curious).details, Not(testing::HasSubstr("5550100")));
    // And finds its own record again.
    EXPECT_EQ(send(own, input()).candidate, second.candidate);
}

TEST_P(Submissions, KeepDecisionsThatWereMadeBefore) {
    Input declined = input();
    declined.consents = {{ConsentScope::recruit, false}, {ConsentScope::crm, false}};
    const auto first = send(declined);
    Input accepted = input();
    accepted.consents = {{ConsentScope::recruit, true}, {ConsentScope::crm, true}};
    send(published(admin), accepted);

    EXPECT_EQ(found(first.candidate, admin).consent.state, candidates::Consent::declined);
    const auto decisions = db->read(company, [&](db::Snapshot& snapshot) {
        return candidates::scope_decisions(snapshot, admin, first.candidate);
    });
    ASSERT_THAT(decisions, SizeIs(2));
    for (const auto& each : decisions) EXPECT_EQ(each.decision, candidates::Consent::declined);
}

// --- receipts

class Receipts : public Submissions {
  protected:
    std::string receipt(const accounts::Actor& caller, ReadsCandidates scope,
                        const candidates::Applied& applied) {
        return db->write(company,
                         [&](db::Tx& tx) { return receipt_for(tx, caller, scope, posting, applied); });
    }
    std::optional<candidates::Status> status(const accounts::Actor& caller, ReadsCandidates scope,
                                             const std::string& id) {
        return db->read(
            company, [&](db::Snapshot& snapshot) { return status_of(snapshot, caller, scope, posting, id); });
    }
    void move(const CandidateId& id) {
        db->write(company, [&](db::Tx& tx) {
            candidates::set_status(
                tx, admin, id, posting.job,
                {.status = candidates::Status::in_review, .sub_status = {}, .reason = {}, .starts_at = {}});
        });
    }

    const accounts::Actor stranger = given::user(*db, company, accounts::Role::standard);
};

TEST_P(Receipts, AreTheCandidateForCallersWhoSeeIt) {
    const auto applied = send(input());
    const std::string id = receipt(admin, ReadsCandidates::yes, applied);

    EXPECT_EQ(id, applied.candidate.text());
    EXPECT_EQ(status(admin, ReadsCandidates::yes, id), candidates::Status::fresh);
    EXPECT_EQ(status(admin, ReadsCandidates::no, id), std::nullopt);
    EXPECT_EQ(status(stranger, ReadsCandidates::yes, id), std::nullopt);
    EXPECT_EQ(status(admin, ReadsCandidates::yes, "nothing"), std::nullopt);
}

TEST_P(Receipts, DoNotTellWhetherAPersonWasKnown) {
    const auto applied = send(input());
    const std::string own = receipt(stranger, ReadsCandidates::yes, applied);
    move(applied.candidate);
    const auto repeated = send(input());
    const std::string other = receipt(admin, ReadsCandidates::no, repeated);

    EXPECT_NE(own, applied.candidate.text());
    EXPECT_NE(other, own);
    EXPECT_NE(other, applied.candidate.text());
    // The sender of the first application follows it; a later one learns nothing of it.
    EXPECT_EQ(status(stranger, ReadsCandidates::yes, own), candidates::Status::in_review);
    EXPECT_EQ(status(admin, ReadsCandidates::no, other), candidates::Status::fresh);
}

RUN_ON_EACH_DATABASE(Submissions);
RUN_ON_EACH_DATABASE(Receipts);

}  // namespace
}  // namespace callboard::apply
