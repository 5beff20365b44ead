#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/company.h"

namespace callboard {
namespace {

namespace json = boost::json;
using test::Answer;
using test::array_of;
using test::at_the_same_time;
using test::create;
using test::given_job;
using test::id_of;
using test::job_input;
using test::kGroups;
using test::kUsersApi;
using test::post;
using test::put;
using test::repeated;
using test::text;
using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

Answer post_once(test::Client& caller, const std::string& path, const std::string& body,
                 const std::string& key, test::Headers more = {}) {
    more.emplace_back("Idempotency-Key", key);
    return caller.post(path, body, more);
}

json::object titled(const std::string& title) {
    json::object input = job_input();
    input["title"] = title;
    return input;
}

const std::string kCook = json::serialize(titled("Cook"));
const std::string kWaiter = json::serialize(titled("Waiter"));

class ApiIdempotency : public test::CompanyServer {
  protected:
    Answer once(const std::string& path, const std::string& body, const std::string& key) {
        return post_once(administrator_, path, body, key);
    }
    std::int64_t jobs() { return administrator_.get("/jobs").json().at("totalFound").as_int64(); }
};

TEST_P(ApiIdempotency, GivesTheFirstAnswerAgainAndMakesOneJob) {
    const auto first = once("/jobs", kCook, "key-1");
    const auto events_before = events();
    const auto audit_before = audit();

    for (int i = 0; i < 3; ++i) {
        const auto again = once("/jobs", kCook, "key-1");

        EXPECT_EQ(again.status, 201);
        EXPECT_EQ(again.body, first.body);
        EXPECT_EQ(again.header("location"), first.header("location"));
        EXPECT_EQ(again.header("content-type"), first.header("content-type"));
        EXPECT_NE(again.header("x-request-id"), first.header("x-request-id"));
    }
    EXPECT_FALSE(first.header("location").empty());
    EXPECT_EQ(jobs(), 1);
    EXPECT_EQ(events(), events_before);
    EXPECT_EQ(audit(), audit_before);
}

TEST_P(ApiIdempotency, GivesTheFirstAnswerAlsoWhenTheJobHasChangedSince) {
    const auto first = once("/jobs", kCook, "key-1");
    ASSERT_EQ(put(administrator_, "/jobs/" + id_of(first), kWaiter).status, 200);

    EXPECT_EQ(once("/jobs", kCook, "key-1").body, first.body);
    EXPECT_EQ(administrator_.get("/jobs/" + id_of(first)).json().at("title"), "Waiter");
}

TEST_P(ApiIdempotency, MakesAnotherJobWithAnotherKeyOrWithout) {
    std::set<std::string> made{id_of(once("/jobs", kCook, "key-1")), id_of(once("/jobs", kCook, "key-2")),
                               id_of(once("/jobs", kCook, "KEY-1")),
                               id_of(administrator_.post("/jobs", kCook)),
                               id_of(administrator_.post("/jobs", kCook))};

    EXPECT_EQ(made.size(), 5U);
    EXPECT_EQ(jobs(), 5);
}

TEST_P(ApiIdempotency, RefusesTheKeyWithAnotherBody) {
    once("/jobs", kCook, "key-1");

    for (const std::string& other : {kWaiter, kCook + " ", " " + kCook}) {
        const auto refused = once("/jobs", other, "key-1");
        EXPECT_EQ(refused.status, 422) << other;
        EXPECT_EQ(refused.error_code(), "IDEMPOTENCY_KEY_REUSED") << other;
    }
    EXPECT_EQ(jobs(), 1);
    EXPECT_EQ(once("/jobs", kCook, "key-1").status, 201);
}

TEST_P(ApiIdempotency, RefusesTheKeyOnAnotherPath) {
    const auto made = once("/jobs", kCook, "key-1");
    const std::string job = "/jobs/" + id_of(made);

    for (const std::string& path : {job + "/publication", job + "/jobads", std::string{"/jobs?unknown=1"}}) {
        const auto refused = once(path, kCook, "key-1");
        EXPECT_EQ(refused.status, 422) << path;
        EXPECT_EQ(refused.error_code(), "IDEMPOTENCY_KEY_REUSED") << path;
    }
    EXPECT_EQ(administrator_.get(job).json().at("postingStatus"), "NOT_PUBLISHED");
    EXPECT_EQ(jobs(), 1);
}

TEST_P(ApiIdempotency, IsEveryCallersOwn) {
    const auto robin = colleague("ADMINISTRATOR");
    auto colleague_of_ours = client(robin.key);
    const auto second_key =
        command({"credential", "create", "--company", acme_.identifier, "--kind", "api-key"}).text("api_key");
    wait_until_known(second_key);
    auto same_user = client(second_key);
    auto rival = client(company().api_key);
    const auto first = once("/jobs", kCook, "key-1");

    const auto of_colleague = post_once(colleague_of_ours, "/jobs", kWaiter, "key-1");
    const auto of_second_key = post_once(same_user, "/jobs", kWaiter, "key-1");
    const auto of_rival = post_once(rival, "/jobs", kCook, "key-1");

    EXPECT_EQ(of_colleague.status, 201);
    EXPECT_EQ(of_second_key.status, 201);
    EXPECT_EQ(of_rival.status, 201);
    const std::set<std::string> made{id_of(first), id_of(of_colleague), id_of(of_second_key),
                                     id_of(of_rival)};
    EXPECT_EQ(made.size(), 4U);
    EXPECT_EQ(jobs(), 3);
    EXPECT_EQ(post_once(rival, "/jobs", kCook, "key-1").body, of_rival.body);
    EXPECT_EQ(once("/jobs", kCook, "key-1").body, first.body);
}

TEST_P(ApiIdempotency, MakesOneJobWhenManyAskAtTheSameTime) {
    for (int round = 0; round < 5; ++round) {
        const std::string key = "round-" + std::to_string(round);
        std::mutex mutex;
        std::set<std::string> made;
        const auto statuses = at_the_same_time<8>([&](std::size_t) {
            auto caller = client(acme_.api_key);
            const auto answer = post_once(caller, "/jobs", kCook, key);
            if (answer.status == 201) {
                const std::lock_guard lock{mutex};
                made.insert(id_of(answer));
            } else {
                EXPECT_EQ(answer.error_code(), "CONFLICT") << answer.body;
            }
            return answer.status;
        });

        EXPECT_THAT(statuses, Each(AnyOf(201, 409)));
        EXPECT_THAT(statuses, testing::Contains(201));
        EXPECT_EQ(made.size(), 1U);
        EXPECT_EQ(jobs(), round + 1);
        EXPECT_EQ(once("/jobs", kCook, key).status, 201);
    }
}

TEST_P(ApiIdempotency, DoesOneOfTwoDifferentThingsAtTheSameTime) {
    for (int round = 0; round < 5; ++round) {
        const std::string key = "round-" + std::to_string(round);
        const auto statuses = at_the_same_time<8>([&](std::size_t i) {
            auto caller = client(acme_.api_key);
            return post_once(caller, "/jobs", i % 2 == 0 ? kCook : kWaiter, key).status;
        });

        EXPECT_THAT(statuses, Each(AnyOf(201, 409, 422)));
        EXPECT_EQ(jobs(), round + 1);
    }
}

TEST_P(ApiIdempotency, KeepsNoFailure) {
    const std::string department = R"({"label":"Kitchen"})";
    ASSERT_EQ(administrator_.post("/configuration/departments", department).status, 201);

    EXPECT_EQ(once("/jobs", "{}", "key-1").status, 422);
    EXPECT_EQ(once("/jobs", "{", "key-1").status, 400);
    EXPECT_EQ(once("/configuration/departments", department, "key-1").status, 400);
    EXPECT_EQ(once(test::kNoJob + "/publication", "", "key-1").status, 404);
    const auto made = once("/jobs", kCook, "key-1");

    EXPECT_EQ(made.status, 201);
    EXPECT_EQ(once("/jobs", kCook, "key-1").body, made.body);
    EXPECT_EQ(jobs(), 1);
}

TEST_P(ApiIdempotency, KeepsNoFailureThatTheNextCallDoesNotHave) {
    json::object input = job_input();
    input["refNumber"] = "TAKEN";
    const std::string body = json::serialize(input);
    const std::string job = given_job(administrator_, input);

    EXPECT_EQ(once("/jobs", body, "key-1").status, 409);
    ASSERT_EQ(
        test::patch(administrator_, job, R"([{"op":"replace","path":"/refNumber","value":"FREE"}])").status,
        200);
    EXPECT_EQ(once("/jobs", body, "key-1").status, 201);
    EXPECT_EQ(jobs(), 2);
}

TEST_P(ApiIdempotency, RefusesWhatIsNoKey) {
    for (const std::string& wrong : {repeated("k", 256), std::string{"a b"}, std::string{"schl\xc3\xbcssel"},
                                     std::string{"a\tb"}, repeated("k", 5000)}) {
        const auto refused = once("/jobs", kCook, wrong);
        EXPECT_EQ(refused.status, 400) << wrong;
        EXPECT_EQ(refused.error_code(), "INVALID_IDEMPOTENCY_KEY") << wrong;
    }
    EXPECT_EQ(jobs(), 0);
    for (const std::string& good :
         {repeated("k", 255), std::string{"k"}, std::string{"!\"#$%&'()*+,-./:;<=>?@[]~"}})
        EXPECT_EQ(once("/jobs", kCook, good).status, 201) << good;
}

// The client wants idempotency: executing the call without a key would be wrong.
TEST_P(ApiIdempotency, RefusesAnEmptyKey) {
    const auto refused = once("/jobs", kCook, "");

    ASSERT_EQ(refused.status, 400) << refused.body;
    EXPECT_EQ(refused.error_code(), "INVALID_IDEMPOTENCY_KEY");
    EXPECT_EQ(jobs(), 0);
}

TEST_P(ApiIdempotency, RefusesTwoKeys) {
    for (const std::string second : {"key-2", "key-1"}) {
        const auto refused =
            administrator_.post("/jobs", kCook, {{"Idempotency-Key", "key-1"}, {"Idempotency-Key", second}});
        EXPECT_EQ(refused.status, 400);
        EXPECT_EQ(refused.error_code(), "INVALID_IDEMPOTENCY_KEY");
    }
    EXPECT_EQ(jobs(), 0);
}

TEST_P(ApiIdempotency, SpeaksToEveryClientAsItLikes) {
    json::object input = job_input();
    input["jobAd"] = {{"sections", {{"jobDescription", {{"text", repeated("Cook. ", 1000)}}}}}};
    const std::string body = json::serialize(input);
    const test::Headers gzip{{"Accept-Encoding", "gzip"}};
    for (const bool compressed_first : {true, false}) {
        const std::string key = compressed_first ? "key-1" : "key-2";
        const auto first =
            post_once(administrator_, "/jobs", body, key, compressed_first ? gzip : test::Headers{});
        ASSERT_EQ(first.status, 201);
        EXPECT_EQ(first.header("content-encoding"), compressed_first ? "gzip" : "");
        const std::string expected = compressed_first ? test::gunzip(first.body) : first.body;

        const auto compressed = post_once(administrator_, "/jobs", body, key, gzip);
        const auto plain = post_once(administrator_, "/jobs", body, key);

        EXPECT_EQ(compressed.header("content-encoding"), "gzip");
        EXPECT_EQ(test::gunzip(compressed.body), expected);
        EXPECT_EQ(plain.header("content-encoding"), "");
        EXPECT_EQ(plain.body, expected);
        EXPECT_EQ(plain.header("location"), first.header("location"));
    }
    EXPECT_EQ(jobs(), 2);
}

TEST_P(ApiIdempotency, IsForPostOnly) {
    const std::string job = given_job(administrator_);
    const auto with_key = [&](const std::string& method, const std::string& path, const std::string& body,
                              const std::string& key) {
        return administrator_.request(method, path, body,
                                      {{"Content-Type", "application/json"}, {"Idempotency-Key", key}});
    };
    for (const std::string key : {"key-1", "no key at all"}) {
        EXPECT_EQ(with_key("PUT", job, kCook, key).status, 200);
        EXPECT_EQ(with_key("PUT", job, kWaiter, key).json().at("title"), "Waiter");
        EXPECT_EQ(with_key("GET", job, "", key).json().at("title"), "Waiter");
        EXPECT_EQ(with_key("GET", "/jobs", "", key).status, 200);
        EXPECT_EQ(with_key("PATCH", job, R"([{"op":"replace","path":"/title","value":"Baker"}])", key).status,
                  200);
        EXPECT_EQ(with_key("PUT", job + "/note", R"({"content":"x"})", key).status, 200);
        EXPECT_EQ(with_key("DELETE", job + "/publication", "", key).status, 204);
    }
    EXPECT_EQ(once("/jobs", kCook, "key-1").status, 201);
    EXPECT_THAT(
        rows().select("SELECT count(*) FROM idempotent_answer WHERE company_id = (SELECT id FROM company "
                      "WHERE identifier = '" +
                      acme_.identifier + "')"),
        testing::ElementsAre("1"));
}

TEST_P(ApiIdempotency, HoldsForEveryPostOfTheApi) {
    const std::string job = given_job(administrator_);
    const std::string ad = text(array_of(administrator_.get(job + "/jobads")).at(0).at("id"));
    const auto robin = colleague("STANDARD");
    const std::string group = given_group("Bars");
    const std::string user =
        R"({"email":"new@)" + acme_.identifier +
        R"(.test","firstName":"Grace","lastName":"Hopper","systemRole":{"id":"STANDARD"}})";
    const std::string old_user = R"({"email":"old@)" + acme_.identifier +
                                 R"(.test","firstName":"Grace","lastName":"Hopper","role":"STANDARD"})";
    int number = 0;
    for (const auto& [path, body] : std::vector<std::pair<std::string, std::string>>{
             {"/jobs", kCook},
             {job + "/publication", "{}"},
             {job + "/jobads", R"({"title":"Koch"})"},
             {job + "/jobads/" + ad + "/postings", R"({"visibility":"INTERNAL"})"},
             {job + "/hiring-team", R"({"id":")" + robin.id + R"(","role":"RECRUITER"})"},
             {job + "/positions", R"({"type":"NEW","positionOpenDate":"2026-01-01T00:00:00.000Z",)"
                                  R"("targetStartDate":"2026-02-01T00:00:00.000Z"})"},
             {"/configuration/departments", R"({"label":"Kitchen"})"},
             {kGroups, R"({"name":"Kitchens"})"},
             {users_of(group), R"([")" + robin.id + R"("])"},
             {kUsersApi + "/users", user},
             {"/users", old_user},
         }) {
        SCOPED_TRACE(path);
        const std::string key = "key-" + std::to_string(++number);
        const auto first = once(path, body, key);
        ASSERT_LT(first.status, 300) << first.body;
        const auto events_before = recorded("event", "id");
        const auto audit_before = recorded("audit_record", "id");

        const auto again = once(path, body, key);

        EXPECT_EQ(again.status, first.status) << again.body;
        EXPECT_EQ(again.body, first.body);
        EXPECT_EQ(again.header("location"), first.header("location"));
        EXPECT_EQ(recorded("event", "id"), events_before);
        EXPECT_EQ(recorded("audit_record", "id"), audit_before);
        EXPECT_EQ(once(path, body + " ", key).error_code(), "IDEMPOTENCY_KEY_REUSED");
    }
}

TEST_P(ApiIdempotency, AsksAgainWhoIsCalling) {
    const auto robin = colleague("STANDARD");
    auto caller = client(robin.key);
    ASSERT_EQ(post_once(caller, "/jobs", kCook, "key-1").status, 201);

    ASSERT_EQ(administrator_.del(kUsersApi + "/users/" + robin.id + "/activation").status, 204);

    EXPECT_EQ(post_once(caller, "/jobs", kCook, "key-1").status, 401);
}

TEST_P(ApiIdempotency, KeepsNothingInClearText) {
    const std::string key = "a-key-that-nobody-else-has";
    json::object input = titled("Secret Chocolatier");
    const auto made = once("/jobs", json::serialize(input), key);

    const auto kept =
        rows().select("SELECT company_id, caller, key_hash, fingerprint, answer FROM idempotent_answer");

    ASSERT_THAT(kept, Not(IsEmpty()));
    for (const std::string& secret : {key, std::string{"Chocolatier"}, id_of(made),
                                      std::string{"restaurants"}, acme_.api_key, std::string{"/jobs"}})
        EXPECT_THAT(kept, Each(Not(HasSubstr(secret)))) << secret;
}

RUN_ON_EACH_DATABASE(ApiIdempotency);

// --- restarted servers and a manual clock

class IdempotencyOverTime : public testing::TestWithParam<test::Engine> {
  protected:
    test::Arguments where() const {
        test::Arguments flags{"--data-dir", data_dir};
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return flags;
    }
    std::unique_ptr<test::ServerProcess> start(test::Arguments flags = {}) const {
        if (postgres) flags.insert(flags.end(), {"--database", postgres->url()});
        return std::make_unique<test::ServerProcess>(data_dir, flags);
    }
    test::Client client(const test::ServerProcess& server) const {
        return test::Client{server.port(), {{"X-SmartToken", tenant.api_key}}};
    }
    static std::int64_t jobs(test::Client& caller) {
        return caller.get("/jobs").json().at("totalFound").as_int64();
    }

    const test::TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<test::PostgresDatabase> postgres =
        GetParam() == test::Engine::postgres ? std::make_unique<test::PostgresDatabase>() : nullptr;
    const test::Tenant tenant = test::add_tenant(where(), "acme");
};

// The server has another port now; the stored response is returned unchanged.
TEST_P(IdempotencyOverTime, SurvivesTheServer) {
    auto server = start();
    auto before = client(*server);
    const auto first = post_once(before, "/jobs", kCook, "key-1");
    ASSERT_EQ(first.status, 201);

    server->kill();
    server = start();
    auto after = client(*server);
    const auto again = post_once(after, "/jobs", kCook, "key-1");

    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(again.header("location"), first.header("location"));
    EXPECT_EQ(post_once(after, "/jobs", kWaiter, "key-1").error_code(), "IDEMPOTENCY_KEY_REUSED");
    EXPECT_EQ(jobs(after), 1);
}

TEST_P(IdempotencyOverTime, MakesEveryJobOnceThoughTheServerWasKilledInBetween) {
    constexpr int kJobs = 40;
    std::map<std::string, std::string> acknowledged;
    auto server = start();
    {
        std::mutex mutex;
        std::atomic<int> done{0};
        std::vector<std::jthread> threads;
        for (int thread = 0; thread < 4; ++thread)
            threads.emplace_back([&, thread, port = server->port()] {
                try {
                    test::Client caller{port, {{"X-SmartToken", tenant.api_key}}};
                    for (int i = thread; i < kJobs; i += 4) {
                        const std::string key = "key-" + std::to_string(i);
                        const auto made = post_once(caller, "/jobs", kCook, key);
                        ++done;
                        const std::lock_guard lock{mutex};
                        acknowledged[key] = id_of(made);
                    }
                } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
                    // The server was killed during the call, as intended.
                }
            });
        while (done < kJobs / 4) std::this_thread::yield();
        server->kill();
    }

    server = start();
    auto caller = client(*server);
    for (int i = 0; i < kJobs; ++i) {
        const std::string key = "key-" + std::to_string(i);
        const auto answer = post_once(caller, "/jobs", kCook, key);
        ASSERT_EQ(answer.status, 201) << answer.body;
        if (acknowledged.contains(key)) EXPECT_EQ(id_of(answer), acknowledged[key]);
    }

    EXPECT_EQ(jobs(caller), kJobs);
}

TEST_P(IdempotencyOverTime, LastsADay) {
    const auto server = start({"--sandbox"});
    auto caller = client(*server);
    const auto first = post_once(caller, "/jobs", kCook, "key-1");
    const auto advance = [&](const std::string& by) {
        ASSERT_EQ(post(caller, "/sandbox/clock", {{"advance", by}}).status, 200);
    };

    advance("23h");
    EXPECT_EQ(post_once(caller, "/jobs", kCook, "key-1").body, first.body);
    EXPECT_EQ(post_once(caller, "/jobs", kWaiter, "key-1").status, 422);

    advance("2h");
    const auto another = post_once(caller, "/jobs", kWaiter, "key-1");
    EXPECT_EQ(another.status, 201) << another.body;
    EXPECT_EQ(another.json().at("title"), "Waiter");
    EXPECT_EQ(post_once(caller, "/jobs", kCook, "key-1").error_code(), "IDEMPOTENCY_KEY_REUSED");
    EXPECT_EQ(jobs(caller), 2);
}

RUN_ON_EACH_DATABASE(IdempotencyOverTime);

}  // namespace
}  // namespace callboard
