// Migrations must not disturb servers of the previous version, which use the database while it is migrated
// (docs/sql.md): every statement of a new schema file is one of those that are known to be harmless, or the
// comment before it says why it is (`-- safe: REASON`).
#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/embedded.h"

namespace callboard {
namespace {

constexpr std::string_view kLastOfFirstVersion = "014";

struct Statement {
    std::string text;  // upper case, single spaces
    bool is_excused = false;
};

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in{text};
    return {std::istream_iterator<std::string>{in}, {}};
}

std::string normal(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string joined;
    for (const std::string& word : words_of(text)) joined += (joined.empty() ? "" : " ") + word;
    return joined;
}

std::vector<Statement> statements_of(std::string_view file) {
    std::vector<Statement> found;
    std::istringstream lines{std::string{file}};
    std::string sql;
    bool is_excused = false;
    for (std::string line; std::getline(lines, line);) {
        const auto comment = line.find("--");
        if (line.substr(0, comment).find_first_not_of(' ') == std::string::npos &&
            comment != std::string::npos)
            is_excused = is_excused || line.contains("-- safe: ");
        for (const char c : line.substr(0, comment) + " ") {
            if (c != ';') {
                sql += c;
            } else {
                found.push_back({normal(sql), is_excused});
                sql.clear();
                is_excused = false;
            }
        }
    }
    if (!normal(sql).empty()) found.push_back({normal(sql), is_excused});
    return found;
}

// The word after this one, without what follows its name.
std::string name_after(const std::string& text, const std::string& word) {
    const auto words = words_of(text);
    const auto found = std::ranges::find(words, word);
    if (found == words.end() || found + 1 == words.end()) return "";
    return (found + 1)->substr(0, (found + 1)->find('('));
}

bool is_harmless_column(const std::string& text) {
    for (const char* slow : {" CHECK", " REFERENCES", " UNIQUE", " PRIMARY", " GENERATED", "("})
        if (text.contains(slow)) return false;  // the whole table would be read under an exclusive lock
    return !text.contains(" NOT NULL") || text.contains(" DEFAULT ");
}

bool is_harmless(const std::string& text, std::string_view file, const std::set<std::string>& created) {
    const bool is_concurrent = file.ends_with(".concurrent.postgres.sql");
    if (text.contains(" CONCURRENTLY ")) return is_concurrent;
    if (is_concurrent) return false;
    if (text.starts_with("CREATE TABLE ") || text.starts_with("CREATE VIRTUAL TABLE ")) return true;
    if (text.starts_with("CREATE INDEX ") || text.starts_with("CREATE UNIQUE INDEX "))
        return file.ends_with(".sqlite.sql") || created.contains(name_after(text, "ON"));
    if (text.starts_with("INSERT INTO ")) return created.contains(name_after(text, "INTO"));
    return text.starts_with("ALTER TABLE ") && text.contains(" ADD COLUMN ") && is_harmless_column(text);
}

// The first statement that is not harmless.
std::string fault_of(const EmbeddedFile& file) {
    std::set<std::string> created;
    for (const Statement& statement : statements_of(file.text)) {
        if (!statement.is_excused && !is_harmless(statement.text, file.name, created)) return statement.text;
        if (statement.text.starts_with("CREATE TABLE ")) created.insert(name_after(statement.text, "TABLE"));
    }
    return "";
}

TEST(SchemaRules, HoldForEveryMigrationSinceTheFirstVersion) {
    for (const EmbeddedFile& file : db::schema_files())
        if (file.name.substr(0, 3) > kLastOfFirstVersion)
            EXPECT_EQ(fault_of(file), "") << file.name << ": see docs/sql.md, Migrations";
}

TEST(SchemaRules, AllowWhatServersDoNotNotice) {
    for (const char* text : {
             "CREATE TABLE a (id TEXT PRIMARY KEY); CREATE INDEX a_by_id ON a (id); INSERT INTO a (id) "
             "VALUES (1)",
             "ALTER TABLE a ADD COLUMN b TEXT;",
             "ALTER TABLE a\n    ADD COLUMN b BIGINT NOT NULL DEFAULT 0;",
             "-- Why\n-- safe: one row\nUPDATE a SET b = 1;",
         })
        EXPECT_EQ(fault_of({"020_x.sql", text}), "") << text;
    EXPECT_EQ(fault_of({"020_x.concurrent.postgres.sql",
                        "DROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE INDEX CONCURRENTLY i ON a (b);\n"}),
              "");
    EXPECT_EQ(fault_of({"020_x.sqlite.sql", "CREATE INDEX i ON a (b)"}), "");
}

TEST(SchemaRules, RefuseWhatDisturbsThem) {
    for (const char* text : {
             "ALTER TABLE a ADD COLUMN b TEXT NOT NULL;",
             "ALTER TABLE a ADD COLUMN b TEXT CHECK (b IN ('x'));",
             "ALTER TABLE a ADD COLUMN b TEXT DEFAULT (random());",
             "ALTER TABLE a ADD COLUMN b TEXT REFERENCES c (id);",
             "ALTER TABLE a DROP COLUMN b;",
             "ALTER TABLE a RENAME COLUMN b TO c;",
             "ALTER TABLE a RENAME TO b;",
             "ALTER TABLE a ALTER COLUMN b TYPE BIGINT;",
             "CREATE INDEX i ON a (b);",
             "CREATE INDEX CONCURRENTLY i ON a (b);",
             "DROP TABLE a;",
             "UPDATE a SET b = 1;",
             "DELETE FROM a;",
             "INSERT INTO a (id) SELECT id FROM b;",
             "-- safe: one row\nUPDATE a SET b = 1; UPDATE c SET d = 1;",
         })
        EXPECT_NE(fault_of({"020_x.sql", text}), "") << text;
    EXPECT_NE(fault_of({"020_x.concurrent.postgres.sql", "CREATE INDEX i ON a (b);"}), "");
}

}  // namespace
}  // namespace callboard
