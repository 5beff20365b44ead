// The addresses of the server and its database in messages and links.
#include "app/base_url.h"

#include <gtest/gtest.h>

#include "app/database_name.h"

namespace callboard::app {
namespace {

settings::Settings with_database(const std::string& url) {
    settings::Settings settings;
    settings.database.emplace(url);
    return settings;
}

TEST(BaseUrl, IsThePublicOneOrWhereTheServerListens) {
    settings::Settings settings;
    settings.listen = {.host = "127.0.0.1", .port = 9000};
    EXPECT_EQ(base_url(settings), "http://127.0.0.1:9000");
    settings.listen.host = "::1";
    EXPECT_EQ(base_url(settings), "http://[::1]:9000");
    settings.tls_cert = "cert.pem";
    EXPECT_EQ(base_url(settings), "https://[::1]:9000");
    settings.public_url = "https://recruiting.example.com";
    EXPECT_EQ(base_url(settings), "https://recruiting.example.com");
}

TEST(DatabaseName, IsTheDataDirectoryWithSqlite) {
    settings::Settings settings;
    settings.data_dir = "/srv/data";
    EXPECT_EQ(database_name(settings), "the data directory /srv/data");
}

TEST(DatabaseName, IsHostAndDatabaseWithPostgres) {
    EXPECT_EQ(database_name(with_database("postgresql://db.internal/callboard")),
              "the database db.internal/callboard");
    EXPECT_EQ(database_name(with_database("postgresql://ada@db.internal:5433/callboard?sslmode=require")),
              "the database db.internal:5433/callboard");
}

TEST(DatabaseName, NeverHasAPassword) {
    for (const std::string url :
         {"postgresql://ada:hunter2@db/callboard", "postgresql://ada:hunter2/x@db/callboard",
          "postgresql://ada:a?hunter2@db/callboard", "postgresql://db/callboard?password=hunter2",
          "postgresql://db/callboard?password=a@hunter2", "postgresql://ada:a@hunter2@db/callboard"}) {
        EXPECT_EQ(database_name(with_database(url)).find("hunter2"), std::string::npos) << url;
    }
}

}  // namespace
}  // namespace callboard::app
