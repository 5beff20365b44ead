// A company with webhooks: its subscriptions over the API, and their rows in the database.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "integration/company.h"
#include "oauth/client_credential.h"
#include "support/blocking_routes.h"
#include "support/eventually.h"
#include "support/metric.h"
#include "support/oauth_flow.h"
#include "support/receiver.h"
#include "support/rows.h"
#include "support/test_server.h"

namespace callboard::test {

inline const std::string kWebhooks = "/webhooks-api/v201907";
inline const std::string kSubscriptions = kWebhooks + "/subscriptions";
inline const std::string kClosedPortUrl = "https://127.0.0.1:9/hook";  // no listener
inline const std::string kNoSubscription = kSubscriptions + "/01890000-0000-7000-8000-000000000000";

// A subscription with required fields only.
inline boost::json::object subscription_input(const std::string& url = kClosedPortUrl,
                                              const boost::json::array& events = {"job.created"}) {
    return {{"callbackUrl", url}, {"events", events}};
}

inline boost::json::object basic_auth(const std::string& password = "a basic password") {
    return {{"type", "basic"}, {"username", "robin"}, {"password", password}};
}
inline boost::json::object header_auth(const std::string& name, const std::string& value) {
    return {{"type", "header"}, {"headerName", name}, {"headerValue", value}};
}
inline boost::json::object oauth_auth(const std::string& token_url,
                                      const std::string& secret = "sub-secret") {
    return {{"type", "oauth2"},
            {"clientId", "sub-client"},
            {"clientSecret", secret},
            {"tokenServiceUrl", token_url}};
}
inline boost::json::object with_auth(boost::json::object input, const boost::json::value& auth) {
    input["callbackAuthentication"] = auth;
    return input;
}

inline Answer subscribe(Client& caller, const boost::json::object& input, const Headers& headers = {}) {
    return caller.post(kSubscriptions, boost::json::serialize(input), headers);
}
inline Answer merge(Client& caller, const std::string& path, const boost::json::value& changes) {
    return caller.request("PATCH", path, boost::json::serialize(changes),
                          {{"Content-Type", "application/json"}});
}
inline Answer activate(Client& caller, const std::string& subscription) {
    return caller.request("PUT", subscription + "/activation");
}
inline Answer deactivate(Client& caller, const std::string& subscription) {
    return caller.del(subscription + "/activation");
}

using Refusal = std::pair<int, std::string>;
inline Refusal refusal(const Answer& answer) {
    return {answer.status, answer.status < 400 ? "" : answer.error_code()};
}

// The path of the next page; empty on the last one.
inline std::string next_page(const Answer& page, const std::string& public_url) {
    const std::string link = page.header("link");
    if (link.empty()) return "";
    EXPECT_THAT(link, testing::MatchesRegex("<[^>]+>; rel=\"next\""));
    const std::string url = link.substr(1, link.find('>') - 1);
    EXPECT_TRUE(url.starts_with(public_url + "/")) << url;
    return url.substr(public_url.size());
}

class WebhookServer : public testing::TestWithParam<Engine> {
  protected:
    explicit WebhookServer(TestServerOptions options = {}) : server(on_engine(std::move(options))) {}

    // The path of a new subscription.
    std::string given_subscription(const boost::json::object& input = subscription_input()) {
        const auto made = subscribe(administrator_, input);
        EXPECT_EQ(made.status, 201) << made.body;
        return kSubscriptions + "/" + id_of(made);
    }
    std::string status_of(const std::string& subscription) {
        return text(administrator_.get(subscription).json().at("status"));
    }
    std::string new_key(const std::string& subscription) {
        const auto made = administrator_.post(subscription + "/secret-key", "{}");
        EXPECT_EQ(made.status, 201) << made.body;
        return text(made.json().at("secretKey"));
    }
    static std::string id_in(const std::string& subscription) {
        return subscription.substr(kSubscriptions.size() + 1);
    }

    // A user of the company with the role, and their API key.
    Client colleague(accounts::Role role) {
        return server.client_with_key(
            given::api_key(*server.db, company_, given::user(*server.db, company_, role)));
    }
    // Client credentials of the company with these scopes.
    Client program(const std::string& scopes, accounts::Role role = accounts::Role::administrator) {
        const Secret secret{"a program's secret"};
        const auto made = server.db->write(company_, [&](db::Tx& tx) {
            return oauth::create_client_credential(tx, {.name = "Robot", .role = role, .scopes = scopes},
                                                   secret);
        });
        return with_token({{"grant_type", "client_credentials"},
                           {"client_id", std::string{made.id.text()}},
                           {"client_secret", "a program's secret"}});
    }
    // An OAuth application on behalf of the user.
    Client application_for(const accounts::Actor& user, const std::string& name = "Robot") {
        const auto partner = given::partner(*server.db, name, "webhooks_manage jobs_manage");
        const std::string code =
            given::code(*server.db, partner,
                        {.company = company_, .user = user.id(), .application = partner.application.id},
                        {.scopes = {oauth::Scope::webhooks_manage, oauth::Scope::jobs_manage}});
        return with_token({{"grant_type", "authorization_code"},
                           {"client_id", partner.id()},
                           {"client_secret", partner.secret},
                           {"code", code}});
    }
    Client rival() {
        const auto other = given::company(*server.db, "rival" + std::to_string(++rivals_));
        return server.client_with_key(given::api_key(*server.db, other, given::user(*server.db, other)));
    }

    // The audit records of a subscription, oldest first.
    boost::json::array records_of(const std::string& subscription) {
        const auto page = administrator_.get(kAuditEvents + "?limit=100&entityId=" + id_in(subscription));
        EXPECT_EQ(page.status, 200) << page.body;
        boost::json::array records = content(page);
        std::reverse(records.begin(), records.end());
        return records;
    }
    std::vector<std::string> audit_of(const std::string& subscription) {
        std::vector<std::string> names;
        for (const auto& record : records_of(subscription)) names.push_back(text(record.at("eventName")));
        return names;
    }

    std::string public_url() const { return "http://127.0.0.1:" + std::to_string(server.port()); }

    Rows rows() const { return {server.db.folder.path() / "test.db", server.db.postgres.get()}; }
    // All contents of the database, as text.
    std::string everything_kept() const {
        std::string all;
        if (server.db.postgres) {
            for (const auto& table :
                 rows().select("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                for (const auto& row : rows().select("SELECT t::text FROM " + table + " t"))
                    all += row + "\n";
            return all;
        }
        for (const auto& file : std::filesystem::directory_iterator{server.db.folder.path()}) {
            std::ifstream bytes{file.path(), std::ios::binary};
            all.append(std::istreambuf_iterator<char>{bytes}, {});
        }
        return all;
    }

    void pass(std::chrono::milliseconds time) { server.db.clock.advance(time); }
    std::string now() const { return to_iso(server.db.clock.now()); }

    TestServer server;
    const CompanyId company_ = given::company(*server.db);
    const accounts::Actor user_ = given::user(*server.db, company_);
    Client administrator_ = server.client_with_key(given::api_key(*server.db, company_, user_));

  private:
    static TestServerOptions on_engine(TestServerOptions options) {
        options.engine = GetParam();
        options.limits = {};
        return options;
    }
    Client with_token(const boost::json::object& request) {
        const auto token = administrator_.post("/identity/oauth/token", boost::json::serialize(request));
        EXPECT_EQ(token.status, 200) << token.body;
        return server.client({{"Authorization", "Bearer " + text(token.json().at("access_token"))}});
    }

    int rivals_ = 0;
};

// HMAC-SHA256, independent of the server's implementation.
inline std::string hmac(const std::string& key, const std::string& message) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data(), &size);
    return {reinterpret_cast<const char*>(digest.data()), size};
}
inline std::string as_hex(const std::string& bytes) {
    std::string text;
    for (const char c : bytes)
        for (const int digit : {(c >> 4) & 15, c & 15}) text += "0123456789abcdef"[digit];
    return text;
}
inline std::string as_base64(const std::string& bytes) {
    std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
    text.resize(static_cast<std::size_t>(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                                         reinterpret_cast<const unsigned char*>(bytes.data()),
                                                         static_cast<int>(bytes.size()))));
    return text;
}

// The six signed parts, from the received request.
inline std::string signed_text(const ReceivedRequest& request) {
    return request.header("smartrecruiters-timestamp") + "." + request.body + "." +
           request.header("event-id") + "." + request.header("event-name") + "." +
           request.header("event-version") + "." + request.header("link");
}
// Both expected headers for these keys, newest first.
inline std::string expected_signature(const ReceivedRequest& request, const std::vector<std::string>& keys) {
    std::string all;
    for (const auto& key : keys)
        all += (all.empty() ? "v1=" : ";v1=") + as_hex(hmac(key, signed_text(request)));
    return all;
}
inline std::string expected_standard_signature(const ReceivedRequest& request,
                                               const std::vector<std::string>& keys) {
    const std::string message =
        request.header("webhook-id") + "." + request.header("webhook-timestamp") + "." + request.body;
    std::string all;
    for (const auto& key : keys) all += (all.empty() ? "v1," : " v1,") + as_base64(hmac(key, message));
    return all;
}

inline std::string event_of(const ReceivedRequest& request) {
    return request.header("event-id");
}
// The id in the payload of a notification.
inline std::string about(const ReceivedRequest& request) {
    return text(boost::json::parse(request.body).at("id"));
}
inline std::vector<std::string> about(const std::vector<ReceivedRequest>& requests) {
    std::vector<std::string> ids;
    for (const auto& request : requests) ids.push_back(about(request));
    return ids;
}

// A subscription, and the path at the receiver.
struct Hook {
    std::string at;    // in the API
    std::string path;  // at the receiver
};

// A company with a receiver. Retries depend on the test's clock: before it is moved past a delay, the outcome
// of everything sent must be stored.
class WebhookCompany : public WebhookServer {
  protected:
    explicit WebhookCompany(TestServerOptions options = {})
        : WebhookServer(trusting_test_ca(std::move(options))) {}

    using Events = boost::json::array;

    Hook given_inactive(const Events& events = {"job.created"}, const boost::json::value& auth = nullptr) {
        const std::string path = "/hook" + std::to_string(++hooks_);
        boost::json::object input = subscription_input(receiver.url(path), events);
        if (!auth.is_null()) input["callbackAuthentication"] = auth;
        return {given_subscription(input), path};
    }
    Hook given_active(const Events& events = {"job.created"}, const boost::json::value& auth = nullptr) {
        const Hook hook = given_inactive(events, auth);
        must_activate(hook);
        return hook;
    }
    void must_activate(const Hook& hook) {
        const auto activated = activate(administrator_, hook.at);
        EXPECT_EQ(activated.status, 204) << activated.body;
    }

    // The id of a new job.
    std::string new_job() { return given_job(administrator_).substr(std::string_view{"/jobs/"}.size()); }
    std::vector<std::string> new_jobs(std::size_t count) {
        std::vector<std::string> made;
        while (made.size() < count) made.push_back(new_job());
        return made;
    }

    std::vector<ReceivedRequest> received(const Hook& hook) const { return receiver.deliveries(hook.path); }
    std::vector<ReceivedRequest> wait_for(const Hook& hook, std::size_t count) const {
        return receiver.wait_for(hook.path, count);
    }
    // Deliveries that one read of the queue finds due are claimed and sent before the third read after it.
    void wait_for_queue_reads() {
        const double before = queue_reads();
        EXPECT_TRUE(eventually([&] { return queue_reads() >= before + 4; }));
    }
    void expect_no_more_than(const Hook& hook, std::size_t count) {
        wait_for_queue_reads();
        EXPECT_EQ(received(hook).size(), count);
    }
    double queue_reads() {
        return test::metric(server.db.metrics.page(), "callboard_webhook_queue_reads_total").value();
    }

    boost::json::array log_of(const Hook& hook, const std::string& query = "") {
        const auto page = administrator_.get(hook.at + "/callbacks-log?limit=100" + query);
        EXPECT_EQ(page.status, 200) << page.body;
        return array_of(page);
    }
    // The log, once it has that many callbacks (at most a page of them).
    boost::json::array wait_until_logged(const Hook& hook, std::size_t count, const std::string& query = "") {
        EXPECT_TRUE(eventually([&] { return log_of(hook, query).size() >= count; }))
            << log_of(hook, query).size() << " of " << count << " calls are in the log";
        return log_of(hook, query);
    }
    // The same for more callbacks than one page of the log has.
    void wait_until_recorded(const Hook& hook, std::size_t count) const {
        const std::string sql =
            "SELECT count(*) FROM callback WHERE subscription_id = '" + id_in(hook.at) + "'";
        EXPECT_TRUE(eventually([&] { return std::stoul(rows().select(sql).at(0)) >= count; }))
            << rows().select(sql).at(0) << " of " << count << " calls are recorded";
    }
    // The number of callbacks once no more arrive.
    std::size_t settled(const Hook& hook) {
        std::size_t count = 0;
        do {
            count = received(hook).size();
            wait_for_queue_reads();
        } while (received(hook).size() != count);
        wait_until_recorded(hook, count);
        return count;
    }
    // An event whose notification of the hook failed.
    std::string given_failed(const Hook& hook) {
        receiver.plan(hook.path, {{.status = 500}});
        const auto before = log_of(hook).size();
        std::string job = new_job();
        wait_until_logged(hook, before + 1);
        return job;
    }
    boost::json::value alerts_of(const Hook& hook) {
        const auto shown = administrator_.get(hook.at).json();
        const auto* const alerts = shown.as_object().if_contains("alerts");
        return alerts ? *alerts : boost::json::array{};
    }

    Receiver receiver;

  private:
    static TestServerOptions trusting_test_ca(TestServerOptions options) {
        options.webhook_ca_file = ca_file();
        return options;
    }

    int hooks_ = 0;
};

}  // namespace callboard::test
