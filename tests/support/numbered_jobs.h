// Many jobs of a company, with words in their titles that depend on their number. Written with SQL, because
// to create them one by one takes too long.
#pragma once

#include <cstdint>
#include <string>

#include "accounts/actor.h"
#include "db/db.h"
#include "support/given.h"
#include "support/twelve_digits.h"

namespace callboard::test {

class NumberedJobs {
  public:
    NumberedJobs(db::Db& database, const CompanyId& company, const accounts::Actor& creator)
        : db_(database), company_(company), model_(given::job(database, company, creator)) {}

    // Those with these numbers, of which every fifth has the status FILLED.
    void add(std::int64_t from, std::int64_t to) {
        static const std::string kText = R"sql(
            INSERT INTO job (company_id, id, kind, ref_number, status, posting, default_ad_id, creator_id, created_at,
                             updated_at, last_activity_at, summary, place, details, ad_language, ad_sections, city))sql" +
                                         numbers("$3", "$4") + "SELECT j.company_id, " + id_of("n") + R"sql(,
                j.kind, 'number' || n, CASE WHEN n % 5 = 0 THEN 'FILLED' ELSE 'CREATED' END, j.posting, j.default_ad_id,
                j.creator_id, n, n, n, j.summary, j.place, j.details, j.ad_language, j.ad_sections, j.city
            FROM numbers CROSS JOIN job j WHERE j.company_id = $1 AND j.id = $2)sql";
        static const db::Sql kJobs{"test_numbered_jobs", kText};
        db_.write(company_, [&](db::Tx& tx) { tx.execute(kJobs, {model_, from, to}); });
    }

    // The word in the title of each of them whose number divided by `divisor` leaves `rest`.
    void add_word(const std::string& word, std::int64_t from, std::int64_t to, std::int64_t divisor,
                  std::int64_t rest = 0) {
        static const std::string kText = "INSERT INTO job_word (company_id, word, job_id)" +
                                         numbers("$3", "$4") + "SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), " +
                                         id_of("n") +
                                         " FROM numbers WHERE n % CAST($5 AS BIGINT) = CAST($6 AS BIGINT)";
        static const db::Sql kWord{"test_word_of_numbered_jobs", kText};
        db_.write(company_, [&](db::Tx& tx) { tx.execute(kWord, {word, from, to, divisor, rest}); });
    }

    static std::int64_t number_of(const JobId& id) {
        return std::stoll(std::string{id.text().substr(id.text().size() - 12)});
    }

  private:
    // Later than that of the model, which was made by the clock.
    static std::string id_of(const std::string& number) {
        return "'ffffffff-0000-7000-8000-' || " + twelve_digits(number);
    }
    static std::string numbers(const std::string& from, const std::string& to) {
        return " WITH RECURSIVE numbers (n) AS (SELECT CAST(" + from + " AS BIGINT) UNION ALL SELECT n + 1 " +
               "FROM numbers WHERE n < CAST(" + to + " AS BIGINT)) ";
    }

    db::Db& db_;
    const CompanyId company_;
    const JobId model_;
};

}  // namespace callboard::test
