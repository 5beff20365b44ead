#include "reports/report_file_store.h"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/file_folder.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using reports::FileStatus;
using reports::ReportFile;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using work::Claimed;
namespace store = reports::store;

class ReportFileStore : public test::EachDatabase {
  protected:
    static reports::Report report_about(const CompanyId& whose, std::string_view area) {
        return reports::built_in(whose, {}, *reports::area_called(area));
    }
    ReportFile draft(std::string_view area = "JOB") {
        const reports::Report report = report_about(company, area);
        return {.id = db->write(company, [](db::Tx& tx) { return tx.new_id<ReportFileId>(); }),
                .report = report.id,
                .area = std::string{area},
                .definition = report.definition,
                .requestor = admin.id(),
                .role = accounts::Role::administrator,
                .scheduled_at = clock.now()};
    }
    bool insert(const ReportFile& file, const work::Lease& lease = {}) {
        return db->write(company, [&](db::Tx& tx) { return store::insert_file(tx, file, lease); });
    }
    ReportFile given_pending(std::string_view area = "JOB") {
        const ReportFile file = draft(area);
        EXPECT_TRUE(insert(file));
        return file;
    }
    std::optional<Claimed> claim(std::string_view token, std::string_view node = "here") {
        return db->write(std::nullopt, [&](db::Tx& tx) {
            return queue.claim(tx, {.node = node, .token = token, .duration = 60s}, {});
        });
    }
    template <class What>
    auto write(What what) {
        return db->write(std::nullopt, what);
    }
    bool finish(const ReportFileId& id, std::string_view token, const store::Outcome& outcome = {}) {
        return write([&](db::Tx& tx) { return store::finish(tx, id, token, outcome); });
    }
    std::optional<ReportFile> find(const ReportFileId& id) {
        return db->read(company, [&](db::Snapshot& snapshot) { return store::find_file(snapshot, id); });
    }
    std::vector<ReportFileId> ids(const store::FileSelection& selection) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            std::vector<ReportFileId> found;
            for (const ReportFile& each : store::files(snapshot, selection)) found.push_back(each.id);
            return found;
        });
    }
    bool is_one_waiting() {
        return db->read(std::nullopt, [&](db::Snapshot& snapshot) { return queue.has_due(snapshot); });
    }
    bool renew(const ReportFileId& id, std::string_view token, std::int64_t rows) {
        return write([&](db::Tx& tx) {
            return queue.renew(tx, store::row_of(id), {.token = token, .duration = 60s}, rows);
        });
    }
    bool release_lease(const ReportFileId& id, std::string_view token) {
        return write([&](db::Tx& tx) { return queue.release(tx, store::row_of(id), token); });
    }
    bool postpone(const ReportFileId& id, std::string_view token, std::chrono::milliseconds delay,
                  bool attempt_counts = true) {
        return write([&](db::Tx& tx) {
            return queue.retry_later(tx, store::row_of(id), token,
                                     {.until = tx.now + delay, .attempt_counts = attempt_counts});
        });
    }
    bool requeue(const ReportFileId& id, std::string_view node) {
        return write([&](db::Tx& tx) { return queue.make_due(tx, store::row_of(id), node); });
    }

    const work::Queue& queue = store::queue();
    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
};

TEST_P(ReportFileStore, KeepsAllOfAFile) {
    const ReportFile file = given_pending();
    const auto kept = find(file.id);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->report, file.report);
    EXPECT_EQ(kept->status, FileStatus::pending);
    EXPECT_EQ(kept->schedule_type, reports::ScheduleType::ad_hoc);
    EXPECT_EQ(kept->requestor, admin.id());
    EXPECT_EQ(kept->scheduled_at, clock.now());
    EXPECT_FALSE(kept->generated_at);
    EXPECT_FALSE(kept->failure);
    EXPECT_FALSE(kept->csv_bytes);
    EXPECT_EQ(wire::to_json(kept->definition), wire::to_json(file.definition));
}

TEST_P(ReportFileStore, OneOfAReportIsMadeAtATime) {
    const ReportFile first = given_pending();
    EXPECT_FALSE(insert(draft()));
    given_pending("CANDIDATE");
    ASSERT_TRUE(claim("t"));
    EXPECT_FALSE(insert(draft()));
    EXPECT_TRUE(finish(first.id, "t"));
    EXPECT_TRUE(insert(draft()));
}

TEST_P(ReportFileStore, TheOldestIsTakenFirstAndByOneOnly) {
    EXPECT_FALSE(is_one_waiting());
    const ReportFile first = given_pending();
    clock.advance(1s);
    const ReportFile second = given_pending("CANDIDATE");
    EXPECT_TRUE(is_one_waiting());
    const auto taken = claim("a");
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->company, company);
    EXPECT_EQ(taken->id, store::row_of(first.id));
    EXPECT_EQ(find(first.id)->status, FileStatus::running);
    EXPECT_EQ(taken->attempts, 1);
    EXPECT_EQ(claim("b")->id, store::row_of(second.id));
    EXPECT_FALSE(claim("c"));
    EXPECT_FALSE(is_one_waiting());
}

TEST_P(ReportFileStore, IsTakenFromWhoeverDoesNotRenewTheLease) {
    const ReportFile file = given_pending();
    ASSERT_TRUE(claim("slow"));
    clock.advance(59s);
    EXPECT_FALSE(claim("quick"));
    EXPECT_TRUE(renew(file.id, "slow", 4'711));
    EXPECT_EQ(find(file.id)->row_count, 4'711);
    clock.advance(59s);
    EXPECT_FALSE(claim("quick"));
    clock.advance(1s);
    const auto taken = claim("quick");
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->attempts, 2);
    EXPECT_EQ(find(file.id)->row_count, 0);

    EXPECT_FALSE(renew(file.id, "slow", 5));
    EXPECT_FALSE(finish(file.id, "slow"));
    EXPECT_FALSE(release_lease(file.id, "slow"));
    EXPECT_FALSE(postpone(file.id, "slow", 0s));
    EXPECT_EQ(find(file.id)->status, FileStatus::running);
    EXPECT_TRUE(finish(file.id, "quick"));
}

TEST_P(ReportFileStore, KeepsItsOutcome) {
    const ReportFile file = given_pending();
    claim("t");
    clock.advance(5s);
    EXPECT_TRUE(finish(file.id, "t", {.access_groups = "g", .rows = 3, .csv_bytes = 10, .excel_bytes = 20}));
    const auto kept = find(file.id);
    EXPECT_EQ(kept->status, FileStatus::completed);
    EXPECT_EQ(kept->generated_at, clock.now());
    EXPECT_EQ(kept->access_groups, "g");
    EXPECT_EQ(kept->row_count, 3);
    EXPECT_EQ(kept->bytes_name, std::string{file.id.text()} + "-t");
    EXPECT_EQ(kept->csv_bytes, 10);
    EXPECT_EQ(kept->excel_bytes, 20);

    const ReportFile other = given_pending();
    claim("t");
    EXPECT_TRUE(finish(other.id, "t", {.failure = reports::Failure::system_role_mismatch}));
    EXPECT_EQ(find(other.id)->status, FileStatus::failed);
    EXPECT_EQ(find(other.id)->failure, reports::Failure::system_role_mismatch);
    EXPECT_FALSE(find(other.id)->bytes_name);
    EXPECT_FALSE(find(other.id)->csv_bytes);
}

TEST_P(ReportFileStore, WhatIsGivenBackIsAsIfUntouched) {
    const ReportFile file = given_pending();
    claim("t");
    EXPECT_TRUE(release_lease(file.id, "t"));
    EXPECT_EQ(find(file.id)->status, FileStatus::pending);
    EXPECT_EQ(find(file.id)->attempts, 0);
    EXPECT_EQ(claim("t")->attempts, 1);
}

TEST_P(ReportFileStore, WhatWasPutOffRestsAndRemembersTheAttempt) {
    const ReportFile file = given_pending();
    claim("t");
    EXPECT_TRUE(postpone(file.id, "t", 5s));
    EXPECT_EQ(find(file.id)->status, FileStatus::pending);
    EXPECT_FALSE(claim("u"));
    clock.advance(5s);
    EXPECT_EQ(claim("u")->attempts, 2);
}

TEST_P(ReportFileStore, WhatWasPutOffMayBeWokenByItsServer) {
    const ReportFile file = given_pending();
    claim("t");
    EXPECT_TRUE(postpone(file.id, "t", 5s, false));
    EXPECT_EQ(find(file.id)->attempts, 0);
    EXPECT_FALSE(requeue(file.id, "there"));
    EXPECT_FALSE(claim("u"));
    EXPECT_TRUE(requeue(file.id, "here"));
    EXPECT_EQ(claim("u")->attempts, 1);
}

TEST_P(ReportFileStore, OneThatCannotBeReadDoesNotHideTheOthers) {
    const ReportFile bad = given_pending();
    EXPECT_EQ(db->write(company,
                        [&](db::Tx& tx) {
                            return tx.execute(db::Sql{"test_spoil",
                                                      "UPDATE report_file SET definition = '{' "
                                                      "WHERE company_id = $1 AND id = $2"},
                                              {bad.id});
                        }),
              1);
    EXPECT_EQ(claim("t")->id, store::row_of(bad.id));
    EXPECT_THROW(find(bad.id), Error);
    EXPECT_TRUE(finish(bad.id, "t", {.failure = reports::Failure::unknown}));
    const ReportFile good = given_pending();
    EXPECT_THAT(ids({.report = good.report}), ElementsAre(good.id, bad.id));
}

TEST_P(ReportFileStore, WhatAServerLeftBehindWaitsAgain) {
    const ReportFile ours = given_pending();
    clock.advance(1s);
    const ReportFile theirs = given_pending("CANDIDATE");
    claim("a", "dead");
    claim("b", "alive");
    EXPECT_EQ(write([&](db::Tx& tx) { return queue.make_all_due(tx, "dead"); }), 1);
    EXPECT_EQ(find(ours.id)->status, FileStatus::pending);
    EXPECT_EQ(find(theirs.id)->status, FileStatus::running);
    EXPECT_EQ(claim("c")->attempts, 2);
}

TEST_P(ReportFileStore, SomebodyMayMakeItAtOnce) {
    ReportFile file = draft();
    file.status = FileStatus::running;
    file.attempts = 1;
    ASSERT_TRUE(insert(file, {.node = "cli", .token = "t", .duration = 60s}));
    EXPECT_FALSE(claim("u"));
    EXPECT_TRUE(finish(file.id, "t"));
}

TEST_P(ReportFileStore, ListsTheNewestFirstPageByPage) {
    std::vector<ReportFileId> made;
    for (int i = 0; i < 3; ++i) {
        made.push_back(given_pending().id);
        claim("t");
        finish(made.back(), "t");
    }
    const ReportId report = report_about(company, "JOB").id;
    EXPECT_THAT(ids({.report = report, .limit = 2}), ElementsAre(made[2], made[1]));
    EXPECT_THAT(ids({.report = report, .after = made[1], .limit = 2}), ElementsAre(made[0]));
    EXPECT_THAT(ids({.report = report_about(company, "CANDIDATE").id}), IsEmpty());
}

TEST_P(ReportFileStore, ListsForAReaderWhatWasMadeForTheSameRights) {
    ReportFile file = draft();
    file.role = accounts::Role::extended;
    insert(file);
    const auto list = [&](accounts::Role role, std::optional<std::string> groups, const UserId& user) {
        return ids({.report = file.report, .reader = store::Reader{user, role, std::move(groups)}});
    };
    using enum accounts::Role;
    EXPECT_THAT(list(standard, std::nullopt, admin.id()), SizeIs(1));  // nothing is in it yet
    claim("t");
    finish(file.id, "t", {.access_groups = "a,b"});
    EXPECT_THAT(list(standard, std::nullopt, admin.id()), IsEmpty());
    EXPECT_THAT(list(extended, "a", admin.id()), IsEmpty());
    EXPECT_THAT(list(extended, "a,b", admin.id()), SizeIs(1));
    EXPECT_THAT(list(extended, "a,b", given::user(*db, company).id()), IsEmpty());
}

TEST_P(ReportFileStore, ListsTheCompleteOnesAlone) {
    const ReportFile file = given_pending();
    const store::FileSelection selection{.report = file.report, .only_completed = true};
    EXPECT_THAT(ids(selection), IsEmpty());
    claim("t");
    finish(file.id, "t", {.failure = reports::Failure::unknown});
    EXPECT_THAT(ids(selection), IsEmpty());
    const ReportFile second = given_pending();
    claim("t");
    finish(second.id, "t");
    EXPECT_THAT(ids(selection), ElementsAre(second.id));
}

TEST_P(ReportFileStore, ForgetsWhatIsOldAndNotInWork) {
    const ReportFile old = given_pending();
    claim("t");
    finish(old.id, "t");
    const ReportFile waiting = given_pending();
    const Timestamp then = clock.now() + 1s;
    clock.advance(1h);
    const ReportFile late = given_pending("CANDIDATE");
    const auto remove = [&](Timestamp before) {
        return write([&](db::Tx& tx) { return store::remove_older(tx, before, 10); });
    };
    EXPECT_THAT(remove(then - 1h), IsEmpty());
    EXPECT_THAT(remove(then), ElementsAre(testing::AllOf(
                                  testing::Field(&store::RemovedFile::id, old.id),
                                  testing::Field(&store::RemovedFile::bytes_name,
                                                 testing::Optional(reports::bytes_name(old.id, "t"))))));
    EXPECT_FALSE(find(old.id));
    EXPECT_TRUE(find(waiting.id));
    EXPECT_TRUE(find(late.id));
    // Requested then, but made only now.
    ASSERT_TRUE(claim("t"));
    finish(waiting.id, "t");
    EXPECT_THAT(remove(then), IsEmpty());
}

TEST_P(ReportFileStore, GoesWithItsReport) {
    const ReportFile file = given_pending();
    const ReportFile other = given_pending("CANDIDATE");
    EXPECT_THAT(db->write(company, [&](db::Tx& tx) { return store::remove_files(tx, file.report); }),
                ElementsAre(file.id));
    const auto known = [&](const ReportFileId& id) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return store::known_bytes(snapshot, id); });
    };
    EXPECT_FALSE(known(file.id));
    EXPECT_EQ(known(other.id)->status, FileStatus::pending);
    EXPECT_EQ(known(other.id)->bytes_name, std::nullopt);
}

TEST_P(ReportFileStore, KnowsTheContentsOfSeveralFiles) {
    const ReportFile complete = given_pending();
    claim("t");
    finish(complete.id, "t");
    const ReportFile waiting = given_pending("CANDIDATE");
    const auto known = [&](const std::vector<ReportFileId>& ids) {
        return db->read(std::nullopt,
                        [&](db::Snapshot& snapshot) { return store::known_bytes(snapshot, ids); });
    };
    EXPECT_THAT(known({}), IsEmpty());
    std::vector<ReportFileId> many{complete.id, waiting.id};
    while (many.size() < store::kMostKnownAtOnce)
        many.push_back(write([](db::Tx& tx) { return tx.new_id<ReportFileId>(); }));
    const auto found = known(many);
    ASSERT_EQ(found.size(), 2);
    EXPECT_EQ(found.at(complete.id).status, FileStatus::completed);
    EXPECT_EQ(found.at(complete.id).bytes_name, reports::bytes_name(complete.id, "t"));
    EXPECT_EQ(found.at(waiting.id).status, FileStatus::pending);
    EXPECT_EQ(found.at(waiting.id).bytes_name, std::nullopt);
    EXPECT_EQ(known({waiting.id}).size(), 1);
}

RUN_ON_EACH_DATABASE(ReportFileStore);

}  // namespace
}  // namespace callboard
