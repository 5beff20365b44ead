#include "cli/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace callboard::cli {
namespace {

using testing::HasSubstr;

using Items = std::vector<Fields>;
using Texts = std::vector<std::string>;

TEST(JsonOfACommand, KeepsTypes) {
    const Fields fields{{"name", "Ada \"the\" first"},
                        {"rows", 20},
                        {"active", true},
                        {"scopes", Texts{"jobs_read", "users_read"}},
                        {"none", Texts{}},
                        {"secrets", Items{{{"created", "today"}, {"uses", 3}}}}};

    EXPECT_EQ(to_json(fields), R"({"name":"Ada \"the\" first","rows":20,"active":true,)"
                               R"("scopes":["jobs_read","users_read"],"none":[],)"
                               R"("secrets":[{"created":"today","uses":3}]})");
}

TEST(JsonOfACommand, IsValidForBytesThatAreNoText) {
    EXPECT_EQ(to_json({{"name", "a\xffz"}}), "{\"name\":\"a\uFFFDz\"}");
}

TEST(Table, IsAlignedUnderAHeader) {
    const Items items{{{"client_id", "1"}, {"name", "Röbot"}, {"uses", 3}},
                      {{"client_id", "4711"}, {"name", "R2"}, {"uses", 12}}};

    EXPECT_EQ(aligned_table(items, 80),
              "CLIENT ID  NAME   USES\n"
              "1          Röbot  3\n"
              "4711       R2     12\n");
}

TEST(Table, HasAColumnForEveryNameThatOccurs) {
    const Items items{{{"id", "1"}, {"revoked", "today"}}, {{"id", "2"}, {"name", "R2"}}};

    EXPECT_EQ(aligned_table(items, 80),
              "ID  REVOKED  NAME\n"
              "1   today\n"
              "2            R2\n");
    EXPECT_EQ(tab_separated(items), "id\trevoked\tname\n1\ttoday\t\n2\t\tR2\n");
}

TEST(Table, CutsListsAndNothingElseToFitTheTerminal) {
    const std::string id(36, '7');
    const Texts scopes{"candidates_read", "jobs_read", "users_read"};
    const Items items{{{"id", id}, {"scopes", scopes}, {"created", "2026-11-16T05:00:00Z"}}};

    EXPECT_EQ(aligned_table(items, 88),
              "ID                                    SCOPES                        CREATED\n" + id +
                  "  candidates_read, jobs_read,…  2026-11-16T05:00:00Z\n");
    EXPECT_EQ(aligned_table(items, 20), "ID                                    SCOPES            CREATED\n" +
                                            id + "  candidates_read…  2026-11-16T05:00:00Z\n");
    EXPECT_THAT(tab_separated(items), HasSubstr("candidates_read, jobs_read, users_read"));
}

TEST(Table, CutsBetweenCharacters) {
    const Items items{{{"names", Texts{"ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ"}}}};
    EXPECT_EQ(aligned_table(items, 16), "NAMES\nÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ…\n");
}

TEST(Table, KeepsControlCharactersOutOfCells) {
    const Items items{{{"name", "a\tb\nc\x1b[31m"}, {"next", "x"}}};
    EXPECT_EQ(tab_separated(items), "name\tnext\na b c [31m\tx\n");
    EXPECT_THAT(aligned_table(items, 80), HasSubstr("a b c [31m  x\n"));
}

TEST(Table, ShowsObjectsInACell) {
    const Items items{{{"secrets", Items{{{"created", "today"}}, {{"created", "now"}, {"used", false}}}}}};
    EXPECT_EQ(tab_separated(items), "secrets\ncreated=today, created=now used=false\n");
}

}  // namespace
}  // namespace callboard::cli
