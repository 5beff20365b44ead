// GET /events/stream over HTTP: what its clients receive, and what becomes of those that do not read.
#include <algorithm>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include "accounts/user_activation.h"
#include "events/outbox.h"
#include "oauth/client_credential.h"
#include "support/eventually.h"
#include "support/given.h"
#include "support/metric.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using enum accounts::Role;
using test::Answer;
using test::Connection;
using test::eventually;
using test::Headers;
using test::request_text;
using testing::ElementsAre;

struct ServerSentEvent {
    std::string id;
    std::string name;
    std::string data;
};

// Reads a stream as a browser does.
class Listener {
  public:
    Listener(const test::TestServer& server, const Headers& headers) : connection_(server.connect()) {
        connection_.send(request_text("GET", "/events/stream", headers));
        head = connection_.receive();
        text_ = head.body;
        read_positions();
    }

    // Waits for the next event.
    ServerSentEvent next() {
        for (;;) {
            const auto end = text_.find("\n\n");
            if (end == std::string::npos) {
                const std::string chunk = connection_.receive_chunk();
                if (chunk.empty()) throw std::runtime_error("the stream has ended");
                text_ += chunk;
                continue;
            }
            const ServerSentEvent found = parsed(text_.substr(0, end + 1));
            text_.erase(0, end + 2);
            if (!found.id.empty()) position = found.id;
            if (!found.data.empty()) return found;
        }
    }

    std::string next_chunk() { return connection_.receive_chunk(); }

    // Whether the server ends it.
    bool ends() {
        while (!connection_.receive_chunk().empty()) {
        }
        return true;
    }

    Answer head;
    std::string position;  // the last id

  private:
    static ServerSentEvent parsed(const std::string& text) {
        ServerSentEvent event;
        for (std::size_t at = 0; at < text.size();) {
            const auto end = text.find('\n', at);
            const std::string line = text.substr(at, end - at);
            if (line.starts_with("id: ")) event.id = line.substr(4);
            if (line.starts_with("event: ")) event.name = line.substr(7);
            if (line.starts_with("data: ")) event.data = line.substr(6);
            at = end + 1;
        }
        return event;
    }
    // Of the first bytes, if they have no event.
    void read_positions() {
        const auto end = text_.find("\n\n");
        if (end == std::string::npos) return;
        const ServerSentEvent first = parsed(text_.substr(0, end + 1));
        if (!first.data.empty()) return;
        position = first.id;
        text_.erase(0, end + 2);
    }

    Connection connection_;
    std::string text_;
};

class EventStreams : public testing::TestWithParam<test::Engine> {
  protected:
    Headers key_of(const CompanyId& owner, const accounts::Actor& user) {
        return {{"X-SmartToken", given::api_key(*server.db, owner, user)}};
    }
    Headers key_of(const accounts::Actor& user) { return key_of(company, user); }
    static Headers resuming(Headers headers, const std::string& position) {
        headers.emplace_back("Last-Event-ID", position);
        return headers;
    }
    void append(const JobId& job) {
        server.db->write(company, [&](db::Tx& tx) { events::append(tx, events::JobUpdated{job}); });
    }
    double open_streams() {
        return test::metric(server.db.metrics.page(), "callboard_event_streams").value();
    }

    test::TestServer server{{.engine = GetParam(), .loops = 2}};
    const CompanyId company = given::company(*server.db);
    const accounts::Actor admin = given::user(*server.db, company);
    const Headers admin_key = key_of(admin);
};

TEST_P(EventStreams, DeliverEventsAsTheyHappen) {
    Listener listener{server, admin_key};
    EXPECT_EQ(listener.head.status, 200);
    EXPECT_EQ(listener.head.header("content-type"), "text/event-stream");
    EXPECT_EQ(listener.head.header("cache-control"), "no-store");
    EXPECT_EQ(listener.head.header("x-accel-buffering"), "no");
    EXPECT_TRUE(listener.head.body.starts_with("retry: 2000\n"));

    const JobId job = given::job(*server.db, company, admin);
    const ServerSentEvent created = listener.next();
    EXPECT_EQ(created.name, "job.created");
    const auto data = boost::json::parse(created.data);
    EXPECT_EQ(data.at("event").as_string(), "job.created");
    EXPECT_EQ(data.at("time").as_string(), to_iso(server.db.clock.now()));
    EXPECT_EQ(data.at("entities").at("job_id").as_string(), job.text());
}

TEST_P(EventStreams, ResumeWithoutGapAndWithoutDouble) {
    const JobId job = given::job(*server.db, company, admin);
    std::string position;
    {
        Listener listener{server, admin_key};
        append(job);
        listener.next();
        position = listener.position;
    }
    append(job);
    append(job);
    Listener resumed{server, resuming(admin_key, position)};
    const std::string first = resumed.next().id;
    const std::string second = resumed.next().id;
    EXPECT_GT(first, position);
    EXPECT_GT(second, first);
    append(job);
    EXPECT_GT(resumed.next().id, second);
}

TEST_P(EventStreams, ResetAClientWithAnUnknownPosition) {
    Listener listener{server, resuming(admin_key, "nonsense")};
    EXPECT_EQ(listener.next().name, "reset");
    given::job(*server.db, company, admin);
    EXPECT_EQ(listener.next().name, "job.created");
}

TEST_P(EventStreams, ShowOnlyWhatTheUserMaySee) {
    const accounts::Actor recruiter = given::user(*server.db, company, standard);
    const CompanyId rival = given::company(*server.db, "rival");
    const accounts::Actor stranger = given::user(*server.db, rival);
    Listener of_recruiter{server, key_of(recruiter)};
    Listener of_stranger{server, key_of(rival, stranger)};

    given::job(*server.db, company, admin);
    const JobId own = given::job(*server.db, company, recruiter);
    const JobId of_rival = given::job(*server.db, rival, stranger);

    EXPECT_EQ(boost::json::parse(of_recruiter.next().data).at("entities").at("job_id").as_string(),
              own.text());
    EXPECT_EQ(boost::json::parse(of_stranger.next().data).at("entities").at("job_id").as_string(),
              of_rival.text());
}

TEST_P(EventStreams, ShowATokenOnlyEventsOfItsScopes) {
    const auto token_for = [&](const std::string& scopes) {
        const auto program = server.db->write(company, [&](db::Tx& tx) {
            return oauth::create_client_credential(
                tx, {.name = scopes, .role = administrator, .scopes = scopes}, Secret{"s3cret"});
        });
        const boost::json::object wanted{{"client_id", program.id.text()},
                                         {"client_secret", "s3cret"},
                                         {"grant_type", "client_credentials"},
                                         {"scope", scopes}};
        auto client = server.client();
        const Answer answer = client.post("/identity/oauth/token", boost::json::serialize(wanted));
        return Headers{
            {"Authorization", "Bearer " + std::string{answer.json().at("access_token").as_string()}}};
    };
    Listener of_candidates{server, token_for("candidates_read")};
    given::job(*server.db, company, admin);
    auto client = server.client(admin_key);
    const Answer made = client.post(
        "/candidates", R"({"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.com"})");
    EXPECT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(of_candidates.next().name, "candidate.created");

    auto other = server.client(token_for("users_read"));
    const Answer refused = other.get("/events/stream");
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.error_code(), "INSUFFICIENT_SCOPE");
}

TEST_P(EventStreams, EndWhenTheUserIsDeactivated) {
    const accounts::Actor recruiter = given::user(*server.db, company, standard);
    const Headers key = key_of(recruiter);
    Listener of_recruiter{server, key};
    Listener of_admin{server, admin_key};
    server.db->write(company, [&](db::Tx& tx) { accounts::deactivate_user(tx, admin, recruiter.id()); });
    server.credentials_changed(company);
    EXPECT_TRUE(of_recruiter.ends());
    EXPECT_EQ(server.client(key).get("/events/stream").status, 401);
    given::job(*server.db, company, admin);
    EXPECT_EQ(of_admin.next().name, "job.created");
}

TEST_P(EventStreams, StayOpenBeyondTheTimeLimitOfRequests) {
    Listener listener{server, admin_key};
    for (int i = 0; i < 8; ++i) {
        server.stopwatch.advance(20s);
        EXPECT_TRUE(listener.next_chunk().starts_with(":\n"));
    }
    given::job(*server.db, company, admin);
    EXPECT_EQ(listener.next().name, "job.created");
}

TEST_P(EventStreams, AreCountedUntilTheClientDisconnects) {
    EXPECT_EQ(open_streams(), 0);
    {
        const Listener first{server, admin_key};
        const Listener second{server, admin_key};
        EXPECT_EQ(open_streams(), 2);
    }
    EXPECT_TRUE(eventually([&] { return open_streams() == 0; }));
}

TEST_P(EventStreams, EndWithTheServer) {
    Listener listener{server, admin_key};
    EXPECT_TRUE(server.stop(test::kLongestWait));
    EXPECT_TRUE(listener.ends());
}

TEST_P(EventStreams, AnswerHeadAndOldClients) {
    auto client = server.client(admin_key);
    const Answer head = client.request("HEAD", "/events/stream");
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-type"), "text/event-stream");
    EXPECT_TRUE(eventually([&] { return open_streams() == 0; }));

    std::optional old{server.connect()};
    old->send("GET /events/stream HTTP/1.0\r\nX-SmartToken: " + admin_key.front().second + "\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return open_streams() == 1; }));
    // the server waits for this client to close the connection, too
    auto stopped = std::async(std::launch::async, [&] { return server.stop(test::kLongestWait); });
    const std::string all = old->receive_rest();
    old.reset();
    EXPECT_TRUE(stopped.get());
    EXPECT_THAT(all, testing::HasSubstr("Connection: close\r\n"));
    EXPECT_FALSE(all.contains("Transfer-Encoding"));
    EXPECT_TRUE(all.contains("\r\n\r\nretry: 2000\n") || all.ends_with("\r\n\r\n")) << all;
}

TEST_P(EventStreams, CloseAClientThatDoesNotRead) {
    const JobId job = given::job(*server.db, company, admin);
    Connection silent = server.connect();
    const int small = 2048;
    setsockopt(silent.native_handle(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    silent.send(request_text("GET", "/events/stream", admin_key));
    EXPECT_TRUE(eventually([&] { return open_streams() == 1; }));
    Listener reader{server, admin_key};
    const auto closed = [&] {
        server.db->write(company, [&](db::Tx& tx) {
            for (int i = 0; i < 100; ++i) events::append(tx, events::JobUpdated{job});
        });
        for (int i = 0; i < 100; ++i)
            if (reader.next().name == "reset") break;
        server.stopwatch.advance(2s);
        return open_streams() == 1;
    };
    EXPECT_TRUE(eventually(closed));
}

TEST_P(EventStreams, ReachManyClients) {
    constexpr int kUsers = 50;
    std::vector<std::unique_ptr<Listener>> listeners;
    for (int i = 0; i < kUsers; ++i) {
        const Headers key = key_of(given::user(*server.db, company, i % 2 == 0 ? administrator : extended));
        for (int j = 0; j < 4; ++j) listeners.push_back(std::make_unique<Listener>(server, key));
    }
    EXPECT_EQ(open_streams(), 4 * kUsers);
    const JobId job = given::job(*server.db, company, admin);
    for (const auto& listener : listeners) {
        EXPECT_EQ(listener->next().name, "job.created");
        EXPECT_EQ(listener->next().name, "job.ad.created");
    }
    append(job);
    for (const auto& listener : listeners) EXPECT_EQ(listener->next().name, "job.updated");
}

RUN_ON_EACH_DATABASE(EventStreams);

TEST(EventStreamLimits, OfAUserAreAnsweredWith429AndLeaveTheOthersAlone) {
    test::TestServer server{{.limits = test::promised_limits()}};
    const CompanyId company = given::company(*server.db);
    const Headers key{
        {"X-SmartToken", given::api_key(*server.db, company, given::user(*server.db, company))}};
    std::vector<std::unique_ptr<Listener>> listeners;
    for (int i = 0; i < 8; ++i) listeners.push_back(std::make_unique<Listener>(server, key));
    auto client = server.client(key);
    EXPECT_EQ(client.get("/jobs").status, 200) << "streams hold no slots";

    const Answer refused = client.get("/events/stream");
    EXPECT_EQ(refused.status, 429);
    EXPECT_THAT(refused.body, testing::HasSubstr("8 open event streams"));
    EXPECT_EQ(refused.header("retry-after"), "10");
}

TEST(EventStreamLimits, OfTheServerAreAnsweredWith503) {
    test::TestServer server{{.event_streams = {.most_streams = 1}}};
    const CompanyId company = given::company(*server.db);
    const Headers key{
        {"X-SmartToken", given::api_key(*server.db, company, given::user(*server.db, company))}};
    const Listener first{server, key};
    auto client = server.client(key);
    const Answer refused = client.get("/events/stream");
    EXPECT_EQ(refused.status, 503);
    EXPECT_THAT(refused.body, testing::HasSubstr("maximum number of open event streams"));
    EXPECT_FALSE(refused.header("retry-after").empty());
}

}  // namespace
}  // namespace callboard
