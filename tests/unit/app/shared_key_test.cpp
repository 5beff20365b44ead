#include "app/shared_key.h"

#include <atomic>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/secrets_key.h"
#include "base/seal.h"
#include "sandbox/deployment_store.h"
#include "support/each_database.h"
#include "support/shared_key.h"

namespace callboard::app {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr db::GlobalSql kForget{"test_forget_key", "UPDATE deployment SET secrets_key_id = NULL"};

TEST(SecretsKeyId, DependsOnTheKeyOnly) {
    const std::string id = secrets_key_id(Secret{std::string(32, '\xaa')});

    // printf 'callboard: identifier of the secrets key' | openssl dgst -sha256 -mac hmac -macopt hexkey:aa…
    EXPECT_EQ(id, "8a33143a9ee83e14066095a8a6e8f519");
    EXPECT_NE(id, secrets_key_id(Secret{std::string(31, '\xaa') + "\xab"}));
}

class SharedKey : public test::EachDatabase {
  protected:
    SharedKey() {
        fs::create_directory(data_dir("one"));
        fs::create_directory(data_dir("two"));
        db->write(std::nullopt,
                  [](db::Tx& tx) { sandbox::store::insert_deployment(tx, sandbox::Kind::production); });
    }
    fs::path data_dir(const std::string& server) const { return db.folder.path() / server; }
    settings::Settings settings_of(const std::string& server) const {
        settings::Settings settings;
        settings.data_dir = data_dir(server);
        return settings;
    }
    Secret key_of(const std::string& server) { return require_shared_key(settings_of(server), *db, db.log); }
    std::string refusal_of(const std::string& server) {
        try {
            key_of(server);
            return "";
        } catch (const std::runtime_error& error) {
            return error.what();
        }
    }
    std::optional<std::string> recorded() { return db->read(std::nullopt, sandbox::store::secrets_key_id); }
};

TEST_P(SharedKey, IsMadeAndRecordedByTheFirstServer) {
    const Secret key = key_of("one");

    EXPECT_EQ(key.reveal(), find_secrets_key(settings_of("one"))->reveal());
    EXPECT_EQ(recorded(), secrets_key_id(key));
    EXPECT_EQ(key_of("one").reveal(), key.reveal()) << "at every start";
}

TEST_P(SharedKey, IsNotMadeASecondTime) {
    key_of("one");

    EXPECT_THAT(refusal_of("two"), AllOf(HasSubstr("there is no " + data_dir("two").string()),
                                         HasSubstr("copy the file"), HasSubstr("secrets-key accept")));

    EXPECT_FALSE(fs::exists(data_dir("two") / "secrets.key"));
}

TEST_P(SharedKey, IsNeededByEveryServer) {
    key_of("one");
    test::secrets_key_file(data_dir("two") / "secrets.key", 'b');
    EXPECT_THAT(refusal_of("two"), AllOf(HasSubstr("another secrets key than " + data_dir("two").string()),
                                         HasSubstr("copy the file")));

    fs::copy_file(data_dir("one") / "secrets.key", data_dir("two") / "secrets.key",
                  fs::copy_options::overwrite_existing);

    EXPECT_EQ(refusal_of("two"), "");
}

TEST_P(SharedKey, IsThatOfOneServerWhenSeveralStartAtOnce) {
    std::atomic<int> started{0};
    {
        std::vector<std::jthread> threads;
        for (const std::string server : {"one", "two"}) {
            test::secrets_key_file(data_dir(server) / "secrets.key", server == "one" ? 'a' : 'b');
            threads.emplace_back([&, server, own = db.open_again()] {
                try {
                    require_shared_key(settings_of(server), *own, db.log);
                    ++started;
                } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
                    // The other one was first.
                }
            });
        }
    }
    EXPECT_EQ(started, 1);
}

// Otherwise the servers that were late would keep keys that fit nothing.
TEST_P(SharedKey, IsLeftBehindByTheFirstOfSeveralServersOnly) {
    constexpr int kServers = 6;
    const auto name = [](int server) { return "late" + std::to_string(server); };
    std::atomic<int> started{0};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kServers; ++i) {
            fs::create_directory(data_dir(name(i)));
            threads.emplace_back([&, server = name(i), own = db.open_again()] {
                try {
                    require_shared_key(settings_of(server), *own, db.log);
                    ++started;
                } catch (const std::runtime_error&) {  // NOLINT(bugprone-empty-catch)
                    // Another one was first.
                }
            });
        }
    }
    EXPECT_EQ(started, 1);
    int keys = 0;
    for (int i = 0; i < kServers; ++i) keys += fs::exists(data_dir(name(i)) / "secrets.key") ? 1 : 0;
    EXPECT_EQ(keys, 1);
}

TEST_P(SharedKey, IsReplacedByTheOperatorOnly) {
    key_of("one");
    EXPECT_THROW(accept_secrets_key(settings_of("two"), *db), std::runtime_error) << "there is no key";
    test::secrets_key_file(data_dir("two") / "secrets.key", 'b');

    EXPECT_TRUE(accept_secrets_key(settings_of("two"), *db).changed);
    EXPECT_FALSE(accept_secrets_key(settings_of("two"), *db).changed);

    EXPECT_EQ(refusal_of("two"), "");
    EXPECT_NE(refusal_of("one"), "");
}

TEST_P(SharedKey, OfAnOlderDatabaseIsRecordedAtTheNextStart) {
    key_of("one");
    db->write(std::nullopt, [](db::Tx& tx) { tx.execute(kForget, {}); });

    EXPECT_EQ(refusal_of("one"), "");

    EXPECT_EQ(recorded(), secrets_key_id(*find_secrets_key(settings_of("one"))));
}

RUN_ON_EACH_DATABASE(SharedKey);

}  // namespace
}  // namespace callboard::app
