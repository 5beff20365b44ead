// The data of a server on each engine, and a server whose PostgreSQL a test can interrupt.
#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include "integration/cli/backup_fixture.h"
#include "support/each_database.h"
#include "support/http_client.h"
#include "support/postgres_session.h"
#include "support/program.h"
#include "support/shared_key.h"
#include "support/temporary_folder.h"
#include "support/tenant.h"

namespace callboard::test {

inline std::string job_input(const std::string& title, const std::string& ref_number = "") {
    boost::json::object input{{"title", title},
                              {"industry", {{"id", "restaurants"}}},
                              {"function", {{"id", "production"}}},
                              {"experienceLevel", {{"id", "entry_level"}}},
                              {"location", {{"countryCode", "us"}, {"city", "Atlanta"}}}};
    if (!ref_number.empty()) input["refNumber"] = ref_number;
    return boost::json::serialize(input);
}

class Operation : public testing::TestWithParam<Engine> {
  protected:
    Arguments database() const { return postgres_ ? Arguments{"--database", postgres_->url()} : Arguments{}; }
    Arguments where() const { return joined({"--data-dir", data_dir_}, database()); }
    Outcome command(const Arguments& arguments) const { return run(joined(arguments, where())); }
    Tenant tenant(const std::string& identifier = "acme") const { return add_tenant(where(), identifier); }
    static Client client(const ServerProcess& server, const std::string& key = "") {
        if (key.empty()) return Client{server.port()};
        return Client{server.port(), {{"X-SmartToken", key}}};
    }
    static std::string ended_output(ServerProcess& server) {
        server.terminate();
        EXPECT_EQ(server.wait(), 0);
        return server.output();
    }

    const TemporaryFolder folder_;
    const std::unique_ptr<PostgresDatabase> postgres_ =
        GetParam() == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr;
    const std::string data_dir_ = folder_.path() / "data";
};

class OnPostgres : public testing::Test {
  protected:
    const std::string name_of(const std::string& url) const { return url.substr(url.rfind('/') + 1); }
    static std::string administration() { return std::getenv("TEST_POSTGRES_URL"); }
    void end_sessions() const {
        postgres_command(administration(),
                         "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" +
                             name_of(database_.url()) + "'");
    }
    void refuse_connections() const {
        postgres_command(administration(),
                         "ALTER DATABASE " + name_of(database_.url()) + " ALLOW_CONNECTIONS false");
        end_sessions();
    }
    void allow_connections() const {
        postgres_command(administration(),
                         "ALTER DATABASE " + name_of(database_.url()) + " ALLOW_CONNECTIONS true");
    }
    Arguments flags() const { return with_shared_key(folder_, {"--database", database_.url()}); }
    Tenant tenant(const std::string& identifier = "acme") const {
        return add_tenant({"--data-dir", folder_.path() / "tools", "--database", database_.url()},
                          identifier);
    }
    static Client client(const ServerProcess& server, const std::string& key) {
        return Client{server.port(), {{"X-SmartToken", key}}};
    }

    const PostgresDatabase database_;
    const TemporaryFolder folder_;
    ServerProcess server_{folder_.path() / "one", flags()};
};

}  // namespace callboard::test
