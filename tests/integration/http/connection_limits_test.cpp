#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/eventually.h"
#include "support/test_server.h"

namespace callboard {
namespace {

using namespace std::chrono_literals;
using test::Connection;
using test::request_text;

bool is_served(Connection& connection) {
    if (!connection.try_send(request_text("GET", "/healthz"))) return false;
    try {
        return connection.receive().status == 200;
    } catch (const std::runtime_error&) {
        return false;
    }
}

std::vector<Connection> served_connections(const test::TestServer& server, int count,
                                           const std::string& from = "127.0.0.1") {
    std::vector<Connection> connections;
    for (int i = 0; i < count; ++i) {
        connections.emplace_back(server.port(), from);
        EXPECT_TRUE(is_served(connections.back())) << i;
    }
    return connections;
}

bool a_new_one_is_served(const test::TestServer& server, const std::string& from = "127.0.0.1") {
    Connection connection{server.port(), from};
    return is_served(connection);
}

// A slot becomes free shortly after its connection was closed.
bool a_new_one_is_served_soon(const test::TestServer& server, const std::string& from = "127.0.0.1") {
    return test::eventually([&] { return a_new_one_is_served(server, from); });
}

TEST(HttpConnectionLimits, AnAddressHasItsShare) {
    const test::TestServer server{{.max_connections_per_address = 3}};
    std::vector<Connection> own = served_connections(server, 3);

    Connection fourth = server.connect();

    EXPECT_EQ(fourth.receive_rest(), "");
    EXPECT_TRUE(fourth.closed_by_server());
    EXPECT_NE(server.db.metrics.page().find("\ncallboard_http_connections_refused_total 1\n"),
              std::string::npos);
    EXPECT_TRUE(a_new_one_is_served(server, "127.0.0.2"));
    for (Connection& each : own) EXPECT_TRUE(is_served(each));
}

TEST(HttpConnectionLimits, AFreedPlaceOfAnAddressCanBeUsedAgain) {
    const test::TestServer server{{.max_connections_per_address = 3}};
    std::vector<Connection> own = served_connections(server, 3);
    for (int i = 0; i < 50; ++i) EXPECT_FALSE(a_new_one_is_served(server));

    own.pop_back();
    EXPECT_TRUE(a_new_one_is_served_soon(server));
    own.back().reset();
    EXPECT_TRUE(a_new_one_is_served_soon(server));

    own.clear();
    ASSERT_TRUE(a_new_one_is_served_soon(server));
}

TEST(HttpConnectionLimits, AllTogetherHaveALimit) {
    const test::TestServer server{{.max_connections = 4}};
    std::vector<Connection> some = served_connections(server, 2);
    std::vector<Connection> others = served_connections(server, 2, "127.0.0.2");

    EXPECT_FALSE(a_new_one_is_served(server));
    EXPECT_FALSE(a_new_one_is_served(server, "127.0.0.3"));

    for (Connection& each : some) EXPECT_TRUE(is_served(each));
    for (Connection& each : others) EXPECT_TRUE(is_served(each));
}

TEST(HttpConnectionLimits, AFreedPlaceCanBeUsedByAnybody) {
    const test::TestServer server{{.max_connections = 4}};
    std::vector<Connection> all = served_connections(server, 4);
    for (int i = 0; i < 50; ++i) EXPECT_FALSE(a_new_one_is_served(server));

    all.pop_back();

    EXPECT_TRUE(a_new_one_is_served_soon(server, "127.0.0.2"));
}

TEST(HttpConnectionLimits, TheSharesOfAddressesDoNotAddUpOverTheTotal) {
    const test::TestServer server{{.max_connections = 4, .max_connections_per_address = 3}};
    const std::vector<Connection> some = served_connections(server, 3);
    const std::vector<Connection> others = served_connections(server, 1, "127.0.0.2");

    EXPECT_FALSE(a_new_one_is_served(server, "127.0.0.2"));
    EXPECT_FALSE(a_new_one_is_served(server, "127.0.0.3"));
}

TEST(HttpConnectionLimits, ARefusalAtTheTotalTakesNothingFromTheShare) {
    const test::TestServer server{{.max_connections = 2, .max_connections_per_address = 2}};
    std::vector<Connection> others = served_connections(server, 2, "127.0.0.2");
    for (int i = 0; i < 20; ++i) EXPECT_FALSE(a_new_one_is_served(server));

    others.clear();

    EXPECT_TRUE(a_new_one_is_served_soon(server));
}

TEST(HttpConnectionLimits, OurProxiesHaveNoShare) {
    const test::TestServer server{
        {.proxies = {Network::parse("127.0.0.1/32").value()}, .max_connections_per_address = 2}};

    const std::vector<Connection> through_proxy = served_connections(server, 6);
    const std::vector<Connection> directly = served_connections(server, 2, "127.0.0.2");

    EXPECT_TRUE(a_new_one_is_served(server));
    EXPECT_FALSE(a_new_one_is_served(server, "127.0.0.2"));
}

TEST(HttpConnectionLimits, TheLoopsShareOneCount) {
    const test::TestServer server{{.loops = 2, .max_connections_per_address = 10}};

    int served = 0;
    std::vector<Connection> connections;
    for (int i = 0; i < 40; ++i) {
        connections.push_back(server.connect());
        served += is_served(connections.back()) ? 1 : 0;
    }

    EXPECT_EQ(served, 10);
}

}  // namespace
}  // namespace callboard
