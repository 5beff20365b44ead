// What a round of the janitor costs that finds nothing to delete.
#include "app/janitor.h"

#include <string>

#include <gtest/gtest.h>

#include "oauth/token_store.h"
#include "support/given.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"

namespace callboard {
namespace {

class JanitorGrowth : public test::Growth {
  protected:
    // "SELECT columns FROM numbers", where n is a number and `digits` the same with twelve digits.
    std::string numbered(std::int64_t from, std::int64_t to, const std::string& columns) const {
        return "WITH RECURSIVE numbers (n, digits) AS (SELECT n, " + test::twelve_digits("n") +
               " FROM (WITH RECURSIVE each (n) AS "
               "(SELECT CAST(" +
               std::to_string(from) + " AS BIGINT) UNION ALL SELECT n + 1 FROM each WHERE n < " +
               std::to_string(to) + ") SELECT n FROM each) counted) SELECT " + columns + " FROM numbers";
    }
    std::string now() { return std::to_string(db.database().clock.now().ms); }
};

TEST_P(JanitorGrowth, ExpiredCodesAreFoundAmongAnyNumberOfUsedOnes) {
    const CompanyId company = given::company(*db);
    const auto user = given::user(*db, company);
    db.run(
        "INSERT INTO application (id, name, redirect_uris, scopes, created_at) VALUES ('a', 'a', '', '', 0)");
    expect_flat(
        5'000,
        [&](auto from, auto to) {
            db.run(
                "INSERT INTO authorization_code (code_hash, company_id, user_id, application_id, "
                "redirect_uri, "
                "scopes, expires_at, used_at) " +
                numbered(from, to,
                         "'hash' || digits, '" + std::string{company.text()} + "', '" +
                             std::string{user.id().text()} + "', 'a', '', '', " + now() + " - n, 0"));
        },
        [&] { db->write(std::nullopt, oauth::store::delete_expired); });
}

TEST_P(JanitorGrowth, ARoundCostsTheSameWithMoreCompanies) {
    app::Janitor janitor{*db, db.database().log, {.node = "here", .companies_at_once = 50}};
    expect_flat(
        2'500,
        [&](auto from, auto to) {
            db.run("INSERT INTO company (id, identifier, identifier_key, name, created_at) " +
                   numbered(from, to, "'0189cb00-0000-7000-8000-' || digits, digits, digits, 'x', 0"));
            db.run(
                "INSERT INTO api_use (company_id, day, user_id, application_id, operation, calls, refused, "
                "faulty, "
                "failed, bytes) " +
                numbered(from, to,
                         "'0189cb00-0000-7000-8000-' || digits, " + now() + ", 'u', '', 'o', 1, 0, 0, 0, 0"));
            db.run(
                "INSERT INTO usage_interval (company_id, seconds, starts_at, client, operation, calls, "
                "refused, failed, took_0, took_1, took_2, took_3, took_4, took_5, took_6, took_7, took_8, "
                "took_9, took_10, took_11, took_12, took_13, took_14, took_15) " +
                numbered(from, to,
                         "'0189cb00-0000-7000-8000-' || digits, 60, " + now() +
                             ", 'c', 'o', 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"));
        },
        [&] { janitor.clean({}); });
}

RUN_ON_EACH_DATABASE(JanitorGrowth);

}  // namespace
}  // namespace callboard
