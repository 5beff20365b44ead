// The hub without its thread: each round is a call of work().
#include "streams/hub.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/registration.h"
#include "events/outbox.h"
#include "jobs/hiring_team.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using enum accounts::Role;
using streams::Hub;
using streams::OpenStream;
using streams::Viewer;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using Polling = streams::Hub::Polling;

struct Options {
    std::string last_event_id;
    oauth::ScopeSet scopes = oauth::ScopeSet::all();
    std::optional<Timestamp> expires_at;
    std::optional<CompanyId> company;  // nothing: that of the test
};

class EventHub : public test::EachDatabase {
  protected:
    // Its credential is valid until `revoked` has the user.
    std::unique_ptr<OpenStream> open(const accounts::Actor& user, Options options) {
        return hub.open({.company = options.company.value_or(company),
                         .user = user.id(),
                         .authenticate = [this, user, options](db::Snapshot&) -> std::optional<Viewer> {
                             if (std::ranges::find(revoked, user.id()) != revoked.end()) return std::nullopt;
                             return Viewer{.user = user.id(),
                                           .role = user.role,
                                           .scopes = options.scopes,
                                           .expires_at = options.expires_at};
                         },
                         .last_event_id = options.last_event_id});
    }
    std::unique_ptr<OpenStream> open(const accounts::Actor& user) { return open(user, Options{}); }
    // Opens it, and takes its first bytes.
    std::unique_ptr<OpenStream> joined(const accounts::Actor& user, const Options& options = Options{}) {
        auto opened = open(user, options);
        hub.work(Polling::no);
        taken(*opened);
        return opened;
    }

    static std::string taken(OpenStream& open) {
        std::string out;
        EXPECT_TRUE(open.stream->take(out));
        return out;
    }
    // The values of all lines of this name.
    static std::vector<std::string> lines(const std::string& text, const std::string& name) {
        std::vector<std::string> values;
        const std::string start = name + ": ";
        for (std::size_t at = 0; at < text.size();) {
            const auto end = text.find('\n', at);
            const std::string line = text.substr(at, end - at);
            if (line.starts_with(start)) values.push_back(line.substr(start.size()));
            at = end + 1;
        }
        return values;
    }
    static std::vector<std::string> events(OpenStream& open) { return lines(taken(open), "event"); }

    JobId given_job() { return given::job(*db, company, admin); }
    void append(const JobId& job, db::Db& through) {
        through.write(company, [&](db::Tx& tx) { events::append(tx, events::JobUpdated{job}); });
    }
    void append(const JobId& job) { append(job, *db); }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    std::vector<UserId> revoked;
    test::ManualStopwatch stopwatch;
    Hub hub{*db, clock, stopwatch, db.metrics, db.log, {.most_streams = 20, .most_of_user = 3}};
};

TEST_P(EventHub, PassesOnWhatIsCommitted) {
    const JobId job = given_job();
    const auto stream = open(admin);
    hub.work(Polling::no);
    EXPECT_THAT(lines(taken(*stream), "retry"), ElementsAre("2000"));

    append(job);
    hub.work(Polling::no);
    const std::string text = taken(*stream);
    EXPECT_THAT(lines(text, "event"), ElementsAre("job.updated"));
    EXPECT_THAT(lines(text, "data").front(), testing::HasSubstr(R"("job_id":")" + std::string{job.text()}));

    hub.work(Polling::yes);
    EXPECT_EQ(taken(*stream), "") << "each event once";
}

TEST_P(EventHub, FindsWhatOthersHaveCommitted) {
    const JobId job = given_job();
    const auto stream = joined(admin);
    const auto other = db.open_again();
    append(job, *other);
    hub.work(Polling::no);
    EXPECT_EQ(taken(*stream), "");
    std::string text;
    while (text.empty()) {  // SQLite sees what others have committed after 100 ms
        hub.work(Polling::yes);
        text = taken(*stream);
    }
    EXPECT_THAT(lines(text, "event"), ElementsAre("job.updated"));
}

TEST_P(EventHub, ResumesWithoutGapAndWithoutDouble) {
    const JobId job = given_job();
    auto stream = joined(admin);
    append(job);
    hub.work(Polling::no);
    const std::string last = lines(taken(*stream), "id").back();
    stream.reset();
    append(job);
    append(job);

    stream = open(admin, {.last_event_id = last});
    hub.work(Polling::no);
    const std::string text = taken(*stream);
    EXPECT_THAT(lines(text, "event"), ElementsAre("job.updated", "job.updated"));
    EXPECT_THAT(lines(text, "id"), Not(testing::Contains(last)));

    append(job);
    hub.work(Polling::no);
    EXPECT_THAT(events(*stream), ElementsAre("job.updated"));
}

TEST_P(EventHub, ResumesManyAtOnceEachFromItsPositionWithItsRights) {
    const JobId job = given_job();
    const auto member = given::user(*db, company, standard);
    auto watcher = joined(admin);
    append(job);
    hub.work(Polling::no);
    const std::string first = lines(taken(*watcher), "id").back();
    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, job, {.user = member.id(), .role = "RECRUITER"});
    });
    hub.work(Polling::no);
    const std::string second = lines(taken(*watcher), "id").back();
    append(job);
    append(given_job());
    watcher.reset();

    const auto early = open(admin, {.last_event_id = first});
    const auto late = open(admin, {.last_event_id = second});
    const auto lost = open(admin, {.last_event_id = "nonsense"});
    const auto of_member = open(member, {.last_event_id = second});
    const auto fresh = open(member);
    hub.work(Polling::no);

    EXPECT_THAT(events(*early), ElementsAre("job.hiring-team.updated", "job.updated", "job.created",
                                            "job.ad.created", "job.updated"));
    EXPECT_THAT(events(*late), ElementsAre("job.updated", "job.created", "job.ad.created", "job.updated"));
    EXPECT_THAT(events(*lost), ElementsAre("reset"));
    EXPECT_THAT(events(*of_member), ElementsAre("job.updated"));
    EXPECT_THAT(events(*fresh), IsEmpty());
}

TEST_P(EventHub, ResumesFromAnEventOfAnotherServer) {
    const JobId job = given_job();
    auto stream = joined(admin);
    append(job);
    hub.work(Polling::no);
    const std::string last = lines(taken(*stream), "id").back();
    append(job);

    Hub other{*db, clock, stopwatch, db.metrics, db.log, {}};
    const auto resumed = other.open({.company = company,
                                     .user = admin.id(),
                                     .authenticate = [this](db::Snapshot&) -> std::optional<Viewer> {
                                         return Viewer{admin.id(), admin.role, oauth::ScopeSet::all(), {}};
                                     },
                                     .last_event_id = last});
    other.work(Polling::no);
    EXPECT_THAT(events(*resumed), ElementsAre("job.updated"));
}

TEST_P(EventHub, ResumesFromThePositionThatAnIdleStreamHas) {
    auto stream = open(admin);
    hub.work(Polling::no);
    const std::string first = lines(taken(*stream), "id").back();
    stream.reset();
    given_job();
    stream = open(admin, {.last_event_id = first});
    hub.work(Polling::no);
    EXPECT_THAT(events(*stream), ElementsAre("job.created", "job.ad.created"));
}

TEST_P(EventHub, ResetsAClientWhosePositionIsUnknownOrTooOld) {
    const JobId job = given_job();
    auto stream = joined(admin);
    append(job);
    hub.work(Polling::no);
    const std::string last = lines(taken(*stream), "id").back();
    for (std::size_t i = 0; i <= streams::History::kKept; ++i) append(job);
    stream.reset();
    for (const std::string& position : {last, std::string{"nonsense"}}) {
        stream = open(admin, {.last_event_id = position});
        hub.work(Polling::no);
        EXPECT_THAT(events(*stream), ElementsAre("reset")) << position;
        append(job);
        hub.work(Polling::no);
        EXPECT_THAT(events(*stream), ElementsAre("job.updated")) << "live after the reset";
    }
}

TEST_P(EventHub, ResetsAClientThatDoesNotRead) {
    const JobId job = given_job();
    const auto stream = joined(admin);
    for (std::size_t i = 0; i <= streams::Stream::kMostWaiting; ++i) append(job);
    hub.work(Polling::no);
    const auto received = events(*stream);
    EXPECT_THAT(received, testing::Contains("reset"));
    EXPECT_LE(received.size(), 2U);
}

TEST_P(EventHub, ShowsNothingOfOtherCompanies) {
    const CompanyId rival = given::company(*db, "rival");
    const accounts::Actor stranger = given::user(*db, rival);
    const auto stream = joined(admin);
    given::job(*db, rival, stranger);
    hub.work(Polling::yes);
    EXPECT_EQ(taken(*stream), "");
}

TEST_P(EventHub, ShowsUsersOnlyWhatTheyMaySee) {
    const accounts::Actor recruiter = given::user(*db, company, standard);
    const accounts::Actor worker = given::user(*db, company, employee);
    const JobId own = given::job(*db, company, recruiter);
    const JobId foreign = given_job();
    const auto of_recruiter = joined(recruiter);
    const auto of_worker = joined(worker);
    const auto of_admin = joined(admin);
    const auto apply = [&](const JobId& job, const char* name) {
        return db->write(company, [&](db::Tx& tx) {
            return candidates::register_for_job(
                tx, admin, job,
                {.profile = {.first_name = {"Sam"}, .last_name = {name}, .email = {"s@example.com"}}});
        });
    };

    append(own);
    append(foreign);
    const CandidateId seen = apply(own, "Seen");
    const CandidateId hidden = apply(foreign, "Hidden");
    hub.work(Polling::no);
    const std::string text = taken(*of_recruiter);
    EXPECT_TRUE(text.contains(own.text()));
    EXPECT_TRUE(text.contains(seen.text()));
    EXPECT_FALSE(text.contains(foreign.text()));
    EXPECT_FALSE(text.contains(hidden.text()));
    EXPECT_EQ(taken(*of_worker), "");
    const std::string all = taken(*of_admin);
    EXPECT_TRUE(all.contains(foreign.text()) && all.contains(hidden.text()));

    db->write(company, [&](db::Tx& tx) {
        jobs::join_team(tx, admin, foreign, {.user = recruiter.id(), .role = "RECRUITER"});
    });
    append(foreign);
    hub.work(Polling::no);
    EXPECT_TRUE(taken(*of_recruiter).contains(foreign.text())) << "rights are those of now";
}

TEST_P(EventHub, ResumesOnlyWithWhatTheUserMaySee) {
    const accounts::Actor recruiter = given::user(*db, company, standard);
    const JobId own = given::job(*db, company, recruiter);
    const JobId foreign = given_job();
    auto stream = open(recruiter);
    hub.work(Polling::no);
    const std::string position = lines(taken(*stream), "id").back();
    stream.reset();
    append(foreign);
    append(own);
    stream = open(recruiter, {.last_event_id = position});
    hub.work(Polling::no);
    const std::string text = taken(*stream);
    EXPECT_TRUE(text.contains(own.text()));
    EXPECT_FALSE(text.contains(foreign.text()));
}

TEST_P(EventHub, ShowsATokenOnlyEventsOfItsScopes) {
    const JobId job = given_job();
    const auto of_jobs = joined(admin, {.scopes = {oauth::Scope::jobs_read}});
    const auto of_candidates = joined(admin, {.scopes = {oauth::Scope::candidates_read}});
    append(job);
    db->write(company, [&](db::Tx& tx) {
        candidates::register_in_pool(
            tx, admin,
            {.profile = {.first_name = {"Sam"}, .last_name = {"Pool"}, .email = {"s@example.com"}}});
    });
    hub.work(Polling::no);
    EXPECT_THAT(events(*of_jobs), ElementsAre("job.updated"));
    EXPECT_THAT(events(*of_candidates), ElementsAre("candidate.created"));
}

TEST_P(EventHub, EndsStreamsWhoseCredentialIsNoLongerValid) {
    const accounts::Actor other = given::user(*db, company);
    const auto ended = joined(admin);
    const auto remaining = joined(other);
    revoked.push_back(admin.id());
    given_job();
    hub.credentials_changed(std::vector{company});
    hub.work(Polling::no);
    EXPECT_TRUE(ended->stream->has_ended()) << "before the event is passed on";
    EXPECT_FALSE(remaining->stream->has_ended());

    revoked.push_back(other.id());
    hub.credentials_changed(std::nullopt);
    hub.work(Polling::no);
    EXPECT_TRUE(remaining->stream->has_ended());
}

TEST_P(EventHub, EndsStreamsWhoseCredentialExpires) {
    const auto stream = joined(admin, {.expires_at = clock.now() + 1min});
    clock.advance(59s);
    hub.work(Polling::yes);
    EXPECT_FALSE(stream->stream->has_ended());
    clock.advance(1s);
    hub.work(Polling::yes);
    EXPECT_TRUE(stream->stream->has_ended());
}

TEST_P(EventHub, ChecksCredentialsFromTimeToTime) {
    const auto stream = joined(admin);
    revoked.push_back(admin.id());
    hub.work(Polling::yes);
    EXPECT_FALSE(stream->stream->has_ended());
    stopwatch.advance(60s);
    hub.work(Polling::yes);
    EXPECT_TRUE(stream->stream->has_ended());
}

TEST_P(EventHub, SendsCommentsWithThePosition) {
    const auto stream = joined(admin);
    stopwatch.advance(14s);
    hub.work(Polling::yes);
    EXPECT_EQ(taken(*stream), "");
    stopwatch.advance(1s);
    hub.work(Polling::yes);
    const std::string text = taken(*stream);
    EXPECT_TRUE(text.starts_with(":\nid: ")) << text;
    EXPECT_TRUE(text.ends_with("\n\n"));
    EXPECT_THAT(lines(text, "event"), IsEmpty());
}

TEST_P(EventHub, LimitsStreamsOfAUserOfACompanyAndOfAll) {
    std::vector<std::unique_ptr<OpenStream>> opened;
    for (int i = 0; i < 3; ++i) opened.push_back(open(admin));
    const auto kind_of = [&](const accounts::Actor& user) {
        try {
            opened.push_back(open(user));
        } catch (const Error& error) {
            return error.kind;
        }
        return ErrorKind::internal;
    };
    EXPECT_EQ(kind_of(admin), ErrorKind::too_many);
    opened.pop_back();
    opened.push_back(open(admin));
    while (opened.size() < 15) opened.push_back(open(given::user(*db, company)));
    EXPECT_EQ(kind_of(given::user(*db, company)), ErrorKind::too_many) << "three quarters of 20";
    const CompanyId other = given::company(*db, "other");
    while (opened.size() < 20) opened.push_back(open(given::user(*db, other), {.company = other}));
    EXPECT_EQ(kind_of(admin), ErrorKind::overloaded);
}

TEST_P(EventHub, EndsAllStreamsWhenItIsFinished) {
    const auto first = joined(admin);
    const auto second = open(admin);
    hub.finish();
    EXPECT_TRUE(first->stream->has_ended());
    EXPECT_TRUE(second->stream->has_ended());
    EXPECT_THROW(open(admin), Error);
}

RUN_ON_EACH_DATABASE(EventHub);

}  // namespace
}  // namespace callboard
