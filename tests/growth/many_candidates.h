// A company with many candidates for growth tests. The oldest twenty have values that no other has, so that a
// query that walks from the newest one on has to walk past all others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "candidates/listing.h"
#include "support/given.h"
#include "support/query_cost.h"

namespace callboard::test {

class ManyCandidates {
  public:
    ManyCandidates(MeasuredDatabase& database, Engine engine, const std::string& name)
        : db_(database),
          is_sqlite_(engine == Engine::sqlite),
          company(given::company(*database, name)),
          administrator(given::user(*database, company)),
          member(given::user(*database, company, accounts::Role::standard)),
          large_job(given::job(*database, company, administrator)),
          small_job(given::job(*database, company, member)) {}

    // Adds candidates with these numbers, of which larger ones have changed later.
    void fill(std::int64_t from, std::int64_t to) {
        const std::string job = either(quoted(small_job), quoted(large_job));
        const std::string value = either("'rare'", "'common'");
        const auto insert = [&](const std::string& table, const std::string& columns) {
            insert_numbers(from, to, table, key() + ", " + columns);
        };
        insert(
            "candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
            "employment, summary, details, consent, created_at, updated_at)",
            "'a', 'b', 'c', 'c' || n, 'b', 'EXTERNAL', '{}', '{}', " + either("'PENDING'", "'REQUIRED'") +
                ", n, n");
        insert(
            "job_application (company_id, candidate_id, job_id, id, status, source_type, source_sub_type, "
            "source_id, source_label, onboarding, created_at, change_number, listed_at)",
            job + ", '1' || " + digits() +
                ", CASE WHEN n <= 20 THEN 'HIRED' WHEN n <= 40 THEN 'OFFERED' ELSE 'NEW' END, 'API', "
                "'API', " +
                value + ", 'x', " + either("'READY_TO_ONBOARD'", "NULL") + ", n, 1, n");
        insert("candidate_tag (company_id, candidate_id, tag_key)", value);
        insert("candidate_property_value (company_id, candidate_id, job_id, property_id, value)",
               job + ", 'p1', '\"' || " + value + " || '\"'");
        insert("screening_answer_value (company_id, candidate_id, job_id, category, field_id, value_id)",
               job + ", 'c1', 'f1', " + value);
    }

    // Their entries of the text search; `base` keeps those of several companies apart. What is a rare word in
    // the one without is a common one in others.
    void fill_texts(std::int64_t from, std::int64_t to, std::int64_t base = 0) {
        const std::string value = base == 0 ? either("'rare'", "'common'") : either("'common'", "'rare'");
        const std::string most = "(CASE WHEN n % 10 = 0 THEN 'some' ELSE 'most' END)";
        if (is_sqlite_) {
            std::string term{company.text()};
            std::erase(term, '-');
            const std::string number = std::to_string(base) + " + n";
            insert_numbers(from, to, "candidate_text_entry (company_id, candidate_id, number)",
                           key() + ", " + number);
            insert_numbers(from, to, "candidate_text (rowid, words, candidate_id)",
                           number + ", 'everywher ' || " + most + " || ' softwar engin ' || " + value +
                               " || ' #" + term + " ' || " + value + " || ' @' || " + value + ", " + id());
        } else {
            insert_numbers(from, to, "candidate_text (company_id, candidate_id, words)",
                           key() + ", CAST('everywher:1 ' || " + most + " || ':2 softwar:3 engin:4 ' || " +
                               value + " || ':5 ''@' || " + value + " || '''' AS TSVECTOR)");
        }
    }

    // Merges the parts of SQLite's text index, as further writes would: their number depends on how it was
    // filled.
    void settle() {
        if (is_sqlite_) db_.run("INSERT INTO candidate_text (candidate_text) VALUES ('optimize')");
    }

  private:
    void insert_numbers(std::int64_t from, std::int64_t to, const std::string& table,
                        const std::string& columns) {
        db_.run("INSERT INTO " + table + " WITH RECURSIVE numbers (n) AS (SELECT " + std::to_string(from) +
                " UNION ALL SELECT n + 1 FROM numbers WHERE n < " + std::to_string(to) + ") SELECT " +
                columns + " FROM numbers");
    }

    std::string key() const { return "'" + std::string{company.text()} + "', " + id(); }
    std::string id() const { return "'00000000-0000-7000-8000-' || " + digits(); }
    std::string digits() const {
        return is_sqlite_ ? "printf('%012d', n)" : "lpad(CAST(n AS TEXT), 12, '0')";
    }
    static std::string either(const std::string& oldest, const std::string& others) {
        return "(CASE WHEN n <= 20 THEN " + oldest + " ELSE " + others + " END)";
    }
    static std::string quoted(const JobId& id) { return "'" + std::string{id.text()} + "'"; }

    MeasuredDatabase& db_;
    const bool is_sqlite_;

  public:
    const CompanyId company;
    const accounts::Actor administrator;
    const accounts::Actor member;  // of the team of the small job
    const JobId large_job;
    const JobId small_job;
};

// A list that is read, and by whom.
struct ListShape {
    std::string name;
    candidates::ListRequest request;
    accounts::Actor reader;
};

class CandidateGrowth : public Growth {
  protected:
    // The first page of each list is read before and after `fill`, and costs the same.
    void expect_flat_lists(const std::vector<ListShape>& shapes, const std::function<void()>& fill) {
        const auto before = costs(shapes);
        fill();
        const auto after = costs(shapes);
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            EXPECT_GT(before[i], 0) << shapes[i].name;
            EXPECT_TRUE(is_flat(before[i], after[i]))
                << shapes[i].name << ": " << before[i] << ", of four times as many rows: " << after[i];
        }
    }

    ManyCandidates acme{db, GetParam(), "acme"};

  private:
    std::vector<std::int64_t> costs(const std::vector<ListShape>& shapes) {
        db.analyze();
        acme.settle();
        std::vector<std::int64_t> all;
        for (const ListShape& shape : shapes) {
            const auto read = [&] {
                db->read(acme.company, [&](db::Snapshot& snapshot) {
                    return candidates::list(snapshot, shape.reader, shape.request).total;
                });
            };
            read();
            all.push_back(db.cost_of(read));
        }
        return all;
    }
};

}  // namespace callboard::test
