#include "webhooks/delivery/callback_log.h"

#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "events/outbox.h"
#include "support/each_database.h"
#include "support/given.h"
#include "webhooks/delivery/callback_store.h"
#include "webhooks/subscriptions/subscribing.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using webhooks::Callback;
using webhooks::CallbackStatus;
using webhooks::LogRequest;
using enum CallbackStatus;

constexpr webhooks::CallTimes kTimes{.name = 1us, .connect = 20us, .tls = 300us, .wait = 4000us};

class CallbackLog : public test::EachDatabase {
  protected:
    SubscriptionId given_subscription() {
        return db->write(company, [&](db::Tx& tx) {
            return webhooks::create(tx, admin,
                                    {.callback_url = "https://hooks.example.com/in",
                                     .events = {"job.created"},
                                     .alerting_email = {},
                                     .auth = {}},
                                    webhooks::AddressGuard{webhooks::AddressRules{}}, seal)
                .id;
        });
    }
    EventId given_event() {
        return db->write(company, [&](db::Tx& tx) {
            return events::append(
                tx, events::JobCreated{JobId::from_trusted("01990000-0000-7000-8000-0000000000aa")});
        });
    }
    // A minute after the previous one. Its URL identifies it.
    CallbackId call(const std::string& url, CallbackStatus status) { return call(url, status, subscription); }
    CallbackId call(const std::string& url, CallbackStatus status, const SubscriptionId& whom) {
        clock.advance(1min);
        // Like the courier, which works for all companies.
        return db->write(std::nullopt, [&](db::Tx& tx) {
            const auto id = tx.new_id<CallbackId>();
            webhooks::store::insert_callback(
                tx, company,
                {.id = id,
                 .subscription = whom,
                 .event = event,
                 .status = status,
                 .sent_at = tx.now,
                 .url = url,
                 .headers = R"({"event-name":"job.created"})",
                 .response_status = status == successful ? std::optional<std::int64_t>{202} : std::nullopt,
                 .failure = status == failed ? std::optional<std::string>{"timed out"} : std::nullopt,
                 .address = "192.0.2.7",
                 .took = 250ms,
                 .times = kTimes,
                 .response_headers = status == successful ? std::optional<std::string>{"{}"} : std::nullopt,
                 .response_body = status == successful ? std::optional<std::string>{"thanks"} : std::nullopt,
                 .body = {}});
            return id;
        });
    }
    webhooks::LogPage read(const LogRequest& request) {
        return db->read(company, [&](db::Snapshot& snapshot) {
            return webhooks::read_log(snapshot, admin, subscription, request);
        });
    }
    std::vector<std::string> urls(const LogRequest& request) {
        std::vector<std::string> all;
        for (const Callback& callback : read(request).callbacks) all.push_back(callback.url);
        return all;
    }
    std::string refusal(const LogRequest& request) {
        try {
            read(request);
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    }

    const CompanyId company = given::company(*db);
    const accounts::Actor admin = given::user(*db, company);
    const Seal seal{Secret{std::string(Seal::kKeySize, 'k')}};
    const SubscriptionId subscription = given_subscription();
    const EventId event = given_event();
};

TEST_P(CallbackLog, TellsACallInFull) {
    const CallbackId id = call("https://a.example/", failed);

    const auto page = read({});
    ASSERT_EQ(page.callbacks.size(), 1U);
    const Callback& shown = page.callbacks.front();
    EXPECT_EQ(shown.id, id);
    EXPECT_EQ(shown.subscription, subscription);
    EXPECT_EQ(shown.event, event);
    EXPECT_EQ(shown.status, failed);
    EXPECT_EQ(shown.sent_at, clock.now());
    EXPECT_EQ(shown.url, "https://a.example/");
    EXPECT_EQ(shown.headers, R"({"event-name":"job.created"})");
    EXPECT_FALSE(shown.response_status);
    EXPECT_EQ(shown.failure, "timed out");
    EXPECT_EQ(shown.address, "192.0.2.7");
    EXPECT_EQ(shown.took, 250ms);
    EXPECT_EQ(shown.times, kTimes);
    EXPECT_FALSE(shown.response_headers);
    EXPECT_FALSE(shown.response_body);
    EXPECT_EQ(shown.body, R"({"id":"01990000-0000-7000-8000-0000000000aa"})");
    EXPECT_FALSE(page.next);
}

TEST_P(CallbackLog, HasTheResponse) {
    call("a", successful);

    const Callback shown = read({}).callbacks.front();
    EXPECT_EQ(shown.response_headers, "{}");
    EXPECT_EQ(shown.response_body, "thanks");
}

// As servers of earlier versions write it, also during an update.
TEST_P(CallbackLog, ShowsEntriesWithoutPartsAndResponse) {
    call("a", successful);
    db->write(company, [&](db::Tx& tx) {
        constexpr db::Sql kEarlier{
            "test_earlier",
            "UPDATE callback SET name_us = NULL, connect_us = NULL, tls_us = NULL, wait_us = NULL, "
            "response_headers = NULL, response_body = NULL WHERE company_id = $1"};
        tx.execute(kEarlier, {});
    });

    const Callback shown = read({}).callbacks.front();
    EXPECT_EQ(shown.times, std::nullopt);
    EXPECT_EQ(shown.response_headers, std::nullopt);
    EXPECT_EQ(shown.response_body, std::nullopt);
    EXPECT_EQ(shown.took, 250ms);
}

TEST_P(CallbackLog, HasNoBodyWhenTheEventIsForgotten) {
    call("a", successful);
    db->write(company, [&](db::Tx& tx) {
        constexpr db::Sql kForget{"test_forget", "DELETE FROM event WHERE company_id = $1 AND id = $2"};
        tx.execute(kForget, {event});
    });

    EXPECT_THAT(urls({}), ElementsAre("a"));
    EXPECT_EQ(read({}).callbacks.front().body, "");
}

TEST_P(CallbackLog, IsNewestFirstWhateverCameOfIt) {
    call("1", successful);
    call("2", failed);
    call("3", failed);
    call("4", successful);

    EXPECT_THAT(urls({}), ElementsAre("4", "3", "2", "1"));
    EXPECT_THAT(urls({.status = successful}), ElementsAre("4", "1"));
    EXPECT_THAT(urls({.status = failed}), ElementsAre("3", "2"));
}

TEST_P(CallbackLog, IsOfOneSubscriptionOnly) {
    const SubscriptionId other = given_subscription();
    call("mine", successful);
    const CallbackId theirs = call("theirs", failed, other);

    EXPECT_THAT(urls({}), ElementsAre("mine"));
    db->read(company, [&](db::Snapshot& snapshot) {
        EXPECT_FALSE(webhooks::store::find_callback(snapshot, subscription, theirs));
        EXPECT_EQ(webhooks::store::find_callback(snapshot, other, theirs)->url, "theirs");
    });
}

TEST_P(CallbackLog, HasPagesOfAnySize) {
    std::vector<std::string> all;
    std::vector<std::string> failures;
    for (int i = 0; i < 12; ++i) {
        const std::string url = std::to_string(i);
        call(url, i % 3 == 0 ? successful : failed);
        all.insert(all.begin(), url);
        if (i % 3 != 0) failures.insert(failures.begin(), url);
    }
    for (const std::int64_t limit : {1, 2, 5, 11, 12, 13}) {
        for (const auto& [status, expected] :
             {std::pair{std::optional<CallbackStatus>{}, all}, std::pair{std::optional{failed}, failures}}) {
            std::vector<std::string> seen;
            LogRequest request{.status = status, .after = {}, .before = {}, .cursor = {}, .limit = limit};
            do {
                const auto page = read(request);
                ASSERT_LE(std::ssize(page.callbacks), limit);
                for (const Callback& callback : page.callbacks) seen.push_back(callback.url);
                request.cursor = page.next;
            } while (request.cursor);
            EXPECT_EQ(seen, expected) << limit;
        }
    }
}

TEST_P(CallbackLog, IsFromOneTimeOnAndBeforeAnother) {
    const Timestamp start = clock.now();
    for (const auto* url : {"1", "2", "3", "4"}) call(url, *url == '2' ? failed : successful);
    const auto minute = [&](int n) { return start + std::chrono::minutes{n}; };

    EXPECT_THAT(urls({.after = minute(3)}), ElementsAre("4", "3"));
    EXPECT_THAT(urls({.before = minute(3)}), ElementsAre("2", "1"));
    EXPECT_THAT(urls({.after = minute(2), .before = minute(4)}), ElementsAre("3", "2"));
    EXPECT_THAT(urls({.status = successful, .after = minute(2), .before = minute(4)}), ElementsAre("3"));
    EXPECT_THAT(urls({.after = minute(5)}), IsEmpty());
    EXPECT_THAT(urls({.after = Timestamp{-1}, .before = Timestamp{std::int64_t{1} << 60}}),
                ElementsAre("4", "3", "2", "1"));
}

TEST_P(CallbackLog, RefusesACursorOfAnotherQuestion) {
    for (const auto* url : {"1", "2", "3"}) call(url, successful);
    LogRequest request{.status = {}, .after = {}, .before = {}, .cursor = {}, .limit = 1};
    request.cursor = read(request).next;
    ASSERT_TRUE(request.cursor);

    EXPECT_EQ(refusal(request), "");
    LogRequest filtered = request;
    filtered.status = successful;
    EXPECT_EQ(refusal(filtered), "INVALID_PAGE_ID");
    LogRequest later = request;
    later.after = Timestamp{0};
    EXPECT_EQ(refusal(later), "INVALID_PAGE_ID");
    request.cursor = "nonsense";
    EXPECT_EQ(refusal(request), "INVALID_PAGE_ID");
}

TEST_P(CallbackLog, IsForAdministratorsOfTheCompanyOnly) {
    call("1", successful);
    const CompanyId rival = given::company(*db, "rival");
    const auto refusal_of = [&](const CompanyId& whose, const accounts::Actor& actor) -> std::string {
        try {
            db->read(whose, [&](db::Snapshot& snapshot) {
                return webhooks::read_log(snapshot, actor, subscription, {});
            });
        } catch (const Error& error) {
            return error.faults.front().code;
        }
        return "";
    };

    EXPECT_EQ(refusal_of(company, given::user(*db, company, accounts::Role::extended)),
              "NO_PERMISSION_TO_MANAGE_WEBHOOKS");
    EXPECT_EQ(refusal_of(rival, given::user(*db, rival)), "SUBSCRIPTION_NOT_FOUND");
    EXPECT_EQ(refusal_of(company, given::user(*db, company)), "");
}

RUN_ON_EACH_DATABASE(CallbackLog);

}  // namespace
}  // namespace callboard
