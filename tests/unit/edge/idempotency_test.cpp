#include "edge/idempotency.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/encoding.h"
#include "base/error.h"
#include "edge/idempotency_store.h"
#include "support/each_database.h"
#include "support/given.h"

namespace callboard::edge {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr db::GlobalSql kRows{"test_idempotency_rows", "SELECT count(*) FROM idempotent_answer"};
constexpr db::GlobalSql kEverything{"test_idempotency_everything", R"sql(
    SELECT company_id || caller || key_hash || fingerprint, answer FROM idempotent_answer)sql"};
constexpr db::GlobalSql kMove{"test_idempotency_move", R"sql(
    UPDATE idempotent_answer SET answer = (SELECT answer FROM idempotent_answer WHERE caller = $2)
    WHERE caller = $1)sql"};

const StoredAnswer kCreated{.status = 201,
                            .header_lines = "Location: /jobs/1\r\nX-Odd: 3:a\r\n",
                            .content_type = "application/json",
                            .body = R"({"id":"1","name":"Ada Byron"})"};

http::Request post(std::string_view path, std::string body, std::string_view query = {}) {
    http::Request request;
    request.method = http::Method::post;
    request.path = path;
    request.query = query;
    request.body = std::move(body);
    return request;
}

std::string fingerprint(const http::Request& request) {
    return idempotent_call("ann", "key", request).fingerprint;
}

// The code of the error that the work throws; empty if it succeeds.
template <class F>
std::string refusal(F work) {
    try {
        work();
        return "";
    } catch (const Error& error) {
        return error.faults.front().code;
    }
}

TEST(IdempotencyKey, IsOneTo255VisibleAsciiCharacters) {
    const auto refused = [](const std::string& key) {
        return refusal([&] { idempotent_call("ann", key, post("/jobs", "{}")); });
    };

    for (const std::string& key : {std::string{"a"}, std::string{"!~"}, std::string(255, 'k'),
                                   std::string{"\"8e03978e-40d5-43dd-bc93-6894a57f9324\""}})
        EXPECT_EQ(refused(key), "") << key;
    for (const std::string& key :
         {std::string{}, std::string(256, 'k'), std::string{"a b"}, std::string{"a\tb"}, std::string{"a\x7f"},
          std::string{"\xc3\xa9"}, std::string{"a\0b", 3}, std::string{"a\n"}})
        EXPECT_EQ(refused(key), "INVALID_IDEMPOTENCY_KEY") << key;
}

TEST(IdempotentCall, KeepsNeitherKeyNorBodyInClear) {
    const auto call = idempotent_call("ann", "my-key", post("/jobs", "{}"));

    EXPECT_EQ(call.caller, "ann");
    EXPECT_EQ(call.key_hash.size(), 64U);
    EXPECT_EQ(call.fingerprint.size(), 64U);
    EXPECT_NE(call.key_hash, idempotent_call("ann", "my-kez", post("/jobs", "{}")).key_hash);
}

TEST(IdempotentCall, IsTheSameForTheSameRequestOnly) {
    http::Request put = post("/jobs", "{}");
    put.method = http::Method::put;
    const std::vector<std::string> all{
        fingerprint(post("/jobs", "{}")),      fingerprint(put),
        fingerprint(post("/jobs", "")),        fingerprint(post("/jobs", "{ }")),
        fingerprint(post("/job", "s{}")),      fingerprint(post("/jobs/", "{}")),
        fingerprint(post("/jobs", "{}", "a")), fingerprint(post("/jobs", "a{}")),
        fingerprint(post("/jobsa", "{}")),     fingerprint(post("/jobs", "{}", "a=1:b")),
        fingerprint(post("/jobs0:", "{}"))};

    EXPECT_EQ(all.front(), fingerprint(post("/jobs", "{}")));
    for (const auto& one : all) EXPECT_EQ(std::ranges::count(all, one), 1);
}

TEST(IdempotentCall, DoesNotDependOnHeaders) {
    http::Request request = post("/jobs", "{}");
    request.headers.push_back({"X-Request-Id", "7"});
    request.id = "7";

    EXPECT_EQ(fingerprint(request), fingerprint(post("/jobs", "{}")));
}

class Idempotency : public test::EachDatabase {
  protected:
    // A whole request: its response, and whether it was executed or replayed.
    struct Outcome {
        StoredAnswer answer;
        bool done = false;
    };
    Outcome serve(db::Db& database, const IdempotentCall& call, const StoredAnswer& answer = kCreated) {
        return database.write(company, [&](db::Tx& tx) {
            if (auto kept = claim(tx, call, seal)) return Outcome{.answer = std::move(*kept), .done = false};
            keep(tx, call, answer, std::nullopt, seal);
            return Outcome{.answer = answer, .done = true};
        });
    }
    Outcome serve(const IdempotentCall& call, const StoredAnswer& answer = kCreated) {
        return serve(*db, call, answer);
    }
    std::string refused(const IdempotentCall& call, const Seal& other_seal) {
        return refusal([&] { db->write(company, [&](db::Tx& tx) { claim(tx, call, other_seal); }); });
    }
    std::string refused(const IdempotentCall& call) { return refused(call, seal); }

    static IdempotentCall call(std::string_view key = "key", std::string_view caller = "ann",
                               std::string body = "{}") {
        return idempotent_call(caller, key, post("/jobs", std::move(body)));
    }
    std::int64_t rows() {
        return db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kRows); });
    }

    const CompanyId company = given::company(*db);
    const Seal seal{Secret{std::string(32, 'k')}};
};

TEST_P(Idempotency, TheSecondCallIsAnsweredLikeTheFirst) {
    const auto first = serve(call());
    clock.advance(24h - 1ms);
    const auto second = serve(call(), {.status = 500, .body = "something else"});

    EXPECT_TRUE(first.done);
    EXPECT_FALSE(second.done);
    EXPECT_EQ(second.answer, kCreated);
    EXPECT_EQ(rows(), 1);
}

TEST_P(Idempotency, AnyAnswerIsGivenAgainAsItWas) {
    const std::vector<StoredAnswer> answers{
        {.status = 204},
        {.status = 201, .body = std::string{"\0\xff:5:\n", 6}},
        {.status = 200, .header_lines = "A: 1\r\n", .content_type = "x", .body = std::string(1 << 20, 'b')}};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto each = call(std::to_string(i));
        serve(each, answers[i]);

        EXPECT_EQ(serve(each).answer, answers[i]);
    }
}

TEST_P(Idempotency, AnotherRequestWithTheKeyIsRefused) {
    serve(call("key", "ann", R"({"a":1})"));

    EXPECT_EQ(refused(call("key", "ann", R"({"a":2})")), "IDEMPOTENCY_KEY_REUSED");
    EXPECT_EQ(refused(idempotent_call("ann", "key", post("/users", R"({"a":1})"))), "IDEMPOTENCY_KEY_REUSED");

    EXPECT_FALSE(serve(call("key", "ann", R"({"a":1})")).done) << "the first answer is kept";
}

TEST_P(Idempotency, TheRefusalOfAnotherRequestIs422) {
    serve(call());

    try {
        db->write(company, [&](db::Tx& tx) { claim(tx, call("key", "ann", "[]"), seal); });
        FAIL() << "not refused";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind, ErrorKind::unprocessable);
    }
}

TEST_P(Idempotency, KeysOfOthersAreOthers) {
    const CompanyId rival = given::company(*db, "rival");
    serve(call());

    EXPECT_TRUE(serve(call("other-key")).done);
    EXPECT_TRUE(serve(call("key", "bob", "[]")).done);
    const bool first_in_rival =
        db->write(rival, [&](db::Tx& tx) { return !claim(tx, call("key", "ann", "[]"), seal); });
    EXPECT_TRUE(first_in_rival);
    EXPECT_EQ(rows(), 4);
}

TEST_P(Idempotency, AfterADayTheKeyIsFreeForAnyRequest) {
    serve(call());
    clock.advance(24h);

    const auto again = serve(call("key", "ann", "[]"), {.status = 202});

    EXPECT_TRUE(again.done);
    EXPECT_EQ(refused(call()), "IDEMPOTENCY_KEY_REUSED") << "the new request has the key now";
    clock.advance(24h - 1ms);
    EXPECT_EQ(serve(call("key", "ann", "[]")).answer.status, 202) << "its day began anew";
}

TEST_P(Idempotency, AKeyThatWasTakenAnewHasNotTheOldAnswer) {
    serve(call());
    clock.advance(24h);
    db->write(company, [&](db::Tx& tx) { claim(tx, call(), seal); });

    EXPECT_EQ(refused(call()), "CONFLICT");
}

TEST_P(Idempotency, ACallThatFailsLeavesTheKeyFree) {
    const auto fails = [&] {
        db->write(company, [&](db::Tx& tx) {
            claim(tx, call(), seal);
            keep(tx, call(), kCreated, std::nullopt, seal);
            throw not_found("JOB_NOT_FOUND");
        });
    };
    EXPECT_EQ(refusal(fails), "JOB_NOT_FOUND");

    EXPECT_EQ(rows(), 0);
    EXPECT_TRUE(serve(call("key", "ann", "corrected")).done);
}

TEST_P(Idempotency, ACallWhoseAnswerIsNotKeptIsNotDoneAgain) {
    db->write(company, [&](db::Tx& tx) { claim(tx, call(), seal); });

    EXPECT_EQ(refused(call()), "CONFLICT");
    EXPECT_EQ(refused(call("key", "ann", "[]")), "IDEMPOTENCY_KEY_REUSED");
}

TEST_P(Idempotency, AnAnswerThatAnotherKeyFileSealedIsNotDoneAgain) {
    serve(call());

    EXPECT_EQ(refused(call(), Seal{Secret{std::string(32, 'n')}}), "CONFLICT");
}

TEST_P(Idempotency, AnAnswerThatWasMovedToAnotherRowDoesNotOpen) {
    serve(call("key", "ann"));
    serve(call("key", "bob"));
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kMove, {"bob", "ann"}); });

    EXPECT_EQ(refused(call("key", "bob")), "CONFLICT");
    EXPECT_FALSE(serve(call("key", "ann")).done);
}

TEST_P(Idempotency, WhatWasSealedAsSomethingElseIsNoAnswer) {
    const auto first = call();
    const std::string place =
        "17:idempotent_answer36:" + std::string{company.text()} + "3:ann64:" + first.key_hash;
    db->write(company, [&](db::Tx& tx) { claim(tx, first, seal); });
    for (const std::string text :
         {"", "3:201", "3:2010:0:", "3:2010:0:9:short", "3:abc0:0:0:", "x", ":",
          "-1:", "3:201-1:0:0:", "99999999999999999999999:", "3:2010:0:18446744073709551615:"}) {
        db->write(company,
                  [&](db::Tx& tx) { store::finish(tx, first, seal.close(text, place), std::nullopt); });

        EXPECT_EQ(refused(first), "CONFLICT") << text;
    }
    db->write(company, [&](db::Tx& tx) {
        store::finish(tx, first, seal.close("3:2010:0:2:{}", place), std::nullopt);
    });
    EXPECT_EQ(serve(first).answer, (StoredAnswer{.status = 201, .body = "{}"}))
        << "the place is the right one";
}

TEST_P(Idempotency, NothingOfAnAnswerIsInTheTableInClear) {
    serve(call("my-secret-key", "ann", R"({"email":"ada@acme.example"})"));

    const std::string row = *db->read(std::nullopt, [](db::Snapshot& snapshot) {
        return snapshot.first(kEverything, {}, [](const db::Row& each) {
            return each.string(0) + each.string(1) + from_base64url(each.text(1)).value();
        });
    });

    for (const std::string clear :
         {"Ada Byron", "Location:", "application/json", "my-secret-key", "acme.example"})
        EXPECT_THAT(row, Not(HasSubstr(clear)));
}

TEST_P(Idempotency, TheJanitorTakesWhatIsOverAndNothingElse) {
    const CompanyId rival = given::company(*db, "rival");
    serve(call("old"));
    db->write(rival, [&](db::Tx& tx) { claim(tx, call("old"), seal); });
    clock.advance(1ms);
    serve(call("young"));
    clock.advance(24h - 1ms);

    const bool more = db->write(std::nullopt, store::delete_expired);

    EXPECT_FALSE(more);
    EXPECT_EQ(rows(), 1);
    EXPECT_FALSE(serve(call("young")).done);
}

TEST_P(Idempotency, TheJanitorTakesSmallBites) {
    db->write(company, [&](db::Tx& tx) {
        for (int i = 0; i < 450; ++i) claim(tx, call(std::to_string(i)), seal);
    });
    clock.advance(24h);

    EXPECT_TRUE(db->write(std::nullopt, store::delete_expired));
    EXPECT_EQ(rows(), 250);
    EXPECT_TRUE(db->write(std::nullopt, store::delete_expired));
    EXPECT_FALSE(db->write(std::nullopt, store::delete_expired));
    EXPECT_EQ(rows(), 0);
}

// Many concurrent requests through two programs on the same data: in each round all but one are replayed.
TEST_P(Idempotency, OfManyAtOnceOneIsDone) {
    constexpr int kCallers = 8;
    const auto second_program = db.open_again();
    for (int round = 0; round < 20; ++round) {
        const auto same =
            call(std::to_string(round / 2));  // every other round reuses the key of the previous one
        std::atomic<int> done{0};
        std::atomic<int> alike{0};
        std::latch start{kCallers};
        {
            std::vector<std::jthread> callers;
            for (int i = 0; i < kCallers; ++i) {
                callers.emplace_back([&, i] {
                    start.arrive_and_wait();
                    const auto outcome = serve(i % 2 == 0 ? *db : *second_program, same);
                    done += outcome.done ? 1 : 0;
                    alike += outcome.answer == kCreated ? 1 : 0;
                });
            }
        }

        EXPECT_EQ(done, 1) << "in round " << round;
        EXPECT_EQ(alike, kCallers);
        clock.advance(24h);
    }
}

RUN_ON_EACH_DATABASE(Idempotency);

// PostgreSQL only: SQLite has one writer at a time.
class IdempotencyOnPostgres : public testing::Test {
  protected:
    using Step = std::function<void(db::Tx&)>;

    // The transaction of a first call is held open until `second` waits for it, and then ends.
    void meet(const Step& end_of_first, const Step& second) {
        std::latch claimed{1};
        std::atomic<bool> second_over = false;
        bool second_waited = false;
        std::jthread other{[&] {
            claimed.wait();
            EXPECT_EQ(refusal([&] { db->write(company, second); }), "");
            second_over = true;
        }};
        const auto first = [&](db::Tx& tx) {
            EXPECT_FALSE(claim(tx, call, seal));
            claimed.count_down();
            while (!is_one_waiting() && !second_over) std::this_thread::yield();
            second_waited = !second_over;
            end_of_first(tx);
        };
        refusal([&] { db->write(company, first); });
        if (!claimed.try_wait()) claimed.count_down();  // it failed: release the waiting thread
        other.join();
        EXPECT_TRUE(second_waited);
    }
    void keep_it(db::Tx& tx) const { keep(tx, call, kCreated, std::nullopt, seal); }

    test::TestDatabase db{test::Engine::postgres};
    const CompanyId company = given::company(*db);
    const Seal seal{Secret{std::string(32, 'k')}};
    const IdempotentCall call = idempotent_call("ann", "key", post("/jobs", "{}"));

  private:
    bool is_one_waiting() {
        static constexpr db::GlobalSql kWaiting{"test_waiting", R"sql(
            SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE NOT l.granted AND a.datname = current_database())sql"};
        return db->read(std::nullopt, [](db::Snapshot& snapshot) { return snapshot.number(kWaiting); }) > 0;
    }
};

TEST_F(IdempotencyOnPostgres, ACallThatComesWhileTheFirstRunsWaitsForItsAnswer) {
    std::optional<StoredAnswer> seen;

    meet([&](db::Tx& tx) { keep_it(tx); }, [&](db::Tx& tx) { seen = claim(tx, call, seal); });

    EXPECT_EQ(seen, kCreated);
}

TEST_F(IdempotencyOnPostgres, ACallThatComesWhileTheFirstFailsIsTheFirst) {
    std::optional<StoredAnswer> seen = kCreated;

    meet([](db::Tx&) { throw not_found("JOB_NOT_FOUND"); },
         [&](db::Tx& tx) { seen = claim(tx, call, seal); });

    EXPECT_EQ(seen, std::nullopt);
}

TEST_F(IdempotencyOnPostgres, TheJanitorLeavesARowThatIsTakenAnewBeforeItsEyes) {
    db->write(company, [&](db::Tx& tx) { claim(tx, call, seal); });
    db.clock.advance(24h);

    meet([&](db::Tx& tx) { keep_it(tx); }, store::delete_expired);

    EXPECT_EQ(db->write(company, [&](db::Tx& tx) { return claim(tx, call, seal); }), kCreated);
}

}  // namespace
}  // namespace callboard::edge
