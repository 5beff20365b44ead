// A server with --sandbox on the test's engine, with a company of its own.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "support/each_database.h"
#include "support/program.h"
#include "support/tenant.h"

namespace callboard::test {

class SandboxServer : public testing::TestWithParam<Engine> {
  protected:
    Arguments database() const { return postgres ? Arguments{"--database", postgres->url()} : Arguments{}; }
    Arguments where() const {
        Arguments flags{"--data-dir", data_dir};
        const auto more = database();
        flags.insert(flags.end(), more.begin(), more.end());
        return flags;
    }
    void start_server(Arguments more) {
        const auto flags = database();
        more.insert(more.end(), flags.begin(), flags.end());
        server = std::make_unique<ServerProcess>(data_dir, more);
        caller.emplace(server->port(), Headers{{"X-SmartToken", tenant.api_key}});
    }

    const TemporaryFolder folder;
    const std::string data_dir = folder.path() / "data";
    const std::unique_ptr<PostgresDatabase> postgres =
        GetParam() == Engine::postgres ? std::make_unique<PostgresDatabase>() : nullptr;
    const Tenant tenant = add_tenant(where(), "acme");
    std::unique_ptr<ServerProcess> server;
    std::optional<Client> caller;
};

}  // namespace callboard::test
