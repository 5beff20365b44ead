// A company with many candidates for growth tests. The oldest twenty have values that no other has, so that a
// query that walks from the newest one on has to walk past all others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "candidates/listing.h"
#include "support/given.h"
#include "support/query_cost.h"
#include "support/twelve_digits.h"

namespace callboard::test {

class ManyCandidates {
  public:
    ManyCandidates(MeasuredDatabase& database, Engine engine, const std::string& identifier)
        : db_(database),
          is_sqlite_(engine == Engine::sqlite),
          name(identifier),
          company(given::company(*database, identifier)),
          administrator(given::user(*database, company)),
          member(given::user(*database, company, accounts::Role::standard)),
          large_job(given::job(*database, company, administrator)),
          small_job(given::job(*database, company, member)) {}

    // Adds candidates with these numbers, of which larger ones have changed later.
    void fill(std::int64_t from, std::int64_t to) {
        insert_numbers(from, to,
                       "candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
                       "employment, summary, details, consent, created_at, updated_at)",
                       key() + ", 'a', 'b', 'c', 'c' || n, 'b', 'EXTERNAL', '{}', '{}', " +
                           either("'PENDING'", "'REQUIRED'") + ", n, n");
        insert_numbers(
            from, to,
            "job_application (company_id, candidate_id, job_id, id, status, source_type, source_sub_type, "
            "source_id, source_label, onboarding, created_at, change_number, listed_at, moved_at)",
            key() + ", " + job() + ", '1' || " + twelve_digits("n") +
                ", CASE WHEN n <= 20 THEN 'HIRED' WHEN n <= 40 THEN 'OFFERED' ELSE 'NEW' END, 'API', "
                "'API', " +
                value() + ", 'x', " + either("'READY_TO_ONBOARD'", "NULL") + ", n, 1, n, n");
        insert_numbers(from, to, "candidate_tag (company_id, candidate_id, tag_key)", key() + ", " + value());
    }

    static constexpr std::string_view kProperty = "noticePeriod";

    // Their values of that property and of a screening question.
    void fill_answers(std::int64_t from, std::int64_t to) {
        insert_numbers(from, to,
                       "candidate_property_value (company_id, candidate_id, job_id, property_id, value)",
                       key() + ", " + job() + ", " + property() + ", '\"' || " + value() + " || '\"'");
        insert_numbers(
            from, to,
            "screening_answer_value (company_id, candidate_id, job_id, category, field_id, value_id)",
            key() + ", " + job() + ", 'c1', 'f1', " + value());
    }

    // An offer for each application.
    void fill_offers(std::int64_t from, std::int64_t to) {
        insert_numbers(
            from, to,
            "offer (company_id, candidate_id, id, job_id, status, properties, created_at, updated_at)",
            key() + ", '2' || " + twelve_digits("n") + ", " + job() +
                ", CASE WHEN n <= 20 THEN 'ACCEPTED' WHEN n <= 40 THEN 'APPROVED' ELSE 'CREATED' "
                "END, '[]', n, n");
    }

    // Their entries of the text search, with `rare` as the rare one of the words "rare" and "common"; `base`
    // keeps those of several companies apart.
    void fill_texts(std::int64_t from, std::int64_t to, std::int64_t base, std::string_view rare) {
        const std::string word = rare == "rare" ? value() : either("'common'", "'rare'");
        const std::string most = "(CASE WHEN n % 10 = 0 THEN 'some' ELSE 'most' END)";
        if (is_sqlite_) {
            std::string term{company.text()};
            std::erase(term, '-');
            const std::string number = std::to_string(base) + " + n";
            insert_numbers(from, to, "candidate_text_entry (company_id, candidate_id, number)",
                           key() + ", " + number);
            insert_numbers(from, to, "candidate_text (rowid, words, candidate_id)",
                           number + ", 'everywher ' || " + most + " || ' softwar engin ' || " + word +
                               " || ' #" + term + " ' || " + word + " || ' @' || " + word +
                               " || ' @#eve @#' || substr(" + word + ", 1, 3), " + id());
            // Merges the parts of the text index, as further writes would: their number depends on how it
            // was filled.
            db_.run("INSERT INTO candidate_text (candidate_text) VALUES ('optimize')");
        } else {
            insert_numbers(from, to, "candidate_text (company_id, candidate_id, words)",
                           key() + ", CAST('everywher:1 ' || " + most + " || ':2 softwar:3 engin:4 ' || " +
                               word + " || ':5 ''@' || " + word + " || ''' ''@#eve'' ''@#' || substr(" +
                               word + ", 1, 3) || '''' AS TSVECTOR)");
        }
    }

  private:
    void insert_numbers(std::int64_t from, std::int64_t to, const std::string& table,
                        const std::string& columns) {
        db_.run("INSERT INTO " + table + " WITH RECURSIVE numbers (n) AS (SELECT " + std::to_string(from) +
                " UNION ALL SELECT n + 1 FROM numbers WHERE n < " + std::to_string(to) + ") SELECT " +
                columns + " FROM numbers");
    }

    std::string key() const { return "'" + std::string{company.text()} + "', " + id(); }
    std::string id() const { return "'00000000-0000-7000-8000-' || " + twelve_digits("n"); }
    std::string property() const {
        return "(SELECT id FROM candidate_property WHERE company_id = '" + std::string{company.text()} +
               "' AND name = '" + std::string{kProperty} + "')";
    }
    std::string job() const { return either(quoted(small_job), quoted(large_job)); }
    static std::string value() { return either("'rare'", "'common'"); }
    static std::string either(const std::string& oldest, const std::string& others) {
        return "(CASE WHEN n <= 20 THEN " + oldest + " ELSE " + others + " END)";
    }
    static std::string quoted(const JobId& id) { return "'" + std::string{id.text()} + "'"; }

    MeasuredDatabase& db_;
    const bool is_sqlite_;

  public:
    const std::string name;
    const CompanyId company;
    const accounts::Actor administrator;
    const accounts::Actor member;  // of the team of the small job
    const JobId large_job;
    const JobId small_job;
};

// Two companies in one database, of which one grows, so that the lists of both can be measured together.
class CandidateGrowth : public Growth {
  protected:
    static constexpr std::int64_t kSizeBeside = 500;

    // The first page of a list.
    MeasuredWork list(const ManyCandidates& company, const std::string& name, candidates::ListRequest request,
                      const accounts::Actor& reader) {
        return {company.name + ": " + name, [this, &company, &reader, request = std::move(request)] {
                    db->read(company.company, [&](db::Snapshot& snapshot) {
                        return candidates::list(snapshot, reader, request).total;
                    });
                }};
    }

    ManyCandidates growing{db, GetParam(), "growing"};
    ManyCandidates beside{db, GetParam(), "beside"};
};

}  // namespace callboard::test
