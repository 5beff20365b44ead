// The rows that POST /candidates and POST /jobs/{jobId}/candidates write for a new candidate, as plain
// statements with plain values.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "job_rows.h"

namespace bench {

inline constexpr std::array kCandidateInserts{
    Insert{
        "candidate",
        "INSERT INTO candidate (company_id, id, first_name, last_name, email, email_key, last_name_key, "
        "employment, summary, details, consent, created_at, updated_at) "
        "VALUES ($1, $2, 'Grace', 'Hopper', $3, $3, 'hopper', 'EXTERNAL', $4, $5, 'REQUIRED', 1700000000000, "
        "1700000000000) ON CONFLICT (company_id, email_key, last_name_key) DO NOTHING"},
    Insert{"candidate_tag",
           "INSERT INTO candidate_tag (company_id, tag_key, candidate_id) VALUES ($1, $2, $3) "
           "ON CONFLICT (company_id, tag_key, candidate_id) DO NOTHING"},
    Insert{"event",
           "INSERT INTO event (company_id, id, name, payload, created_at) VALUES ($1, $2, $3, $4, "
           "1700000000000)"},
    Insert{"audit_record",
           "INSERT INTO audit_record (company_id, id, event_name, author_type, author_id, entity_type, "
           "entity_id, context, created_at) VALUES ($1, $2, $3, 'USER', $4, $5, $6, $7, 1700000000000)"},
    Insert{"job_application",
           "INSERT INTO job_application (company_id, candidate_id, job_id, id, status, source_type, "
           "source_sub_type, source_id, source_label, created_at, change_number, listed_at) "
           "VALUES ($1, $2, $3, $4, 'NEW', 'API', 'API', 'api', 'API', 1700000000000, "
           "(SELECT coalesce(max(change_number), 0) + 1 FROM job_application WHERE company_id = $1 AND "
           "candidate_id "
           "= $2), 1700000000000) ON CONFLICT (company_id, candidate_id, job_id) DO NOTHING"},
    Insert{"job_application_status_change",
           "INSERT INTO job_application_status_change (company_id, candidate_id, job_id, id, status, "
           "sub_status, "
           "changed_at) VALUES ($1, $2, $3, $4, 'NEW', NULL, 1700000000000)"},
    Insert{"candidate_text_entry",
           "INSERT INTO candidate_text_entry (company_id, candidate_id) VALUES ($1, $2) "
           "ON CONFLICT (company_id, candidate_id) DO NOTHING"},
    Insert{"candidate_text",
           "REPLACE INTO candidate_text (rowid, words, candidate_id) SELECT number, $3, $2 FROM "
           "candidate_text_entry WHERE company_id = $1 AND candidate_id = $2"},
    Insert{"job", "UPDATE job SET last_activity_at = $3 WHERE company_id = $1 AND id = $2"},
};

inline std::string company_term() {
    std::string term = "#";
    for (const char c : kCompany)
        if (c != '-') term += c;
    return term;
}

// The identity, also used by the rows of the application.
struct Person {
    std::string id;
    std::string number;  // in the e-mail address, which makes it another person
};

inline Person new_person(std::uint64_t number, std::mt19937_64& random) {
    return {.id = uuid(number * 8, random), .number = std::to_string(number + 1)};
}

inline std::string source_of(std::mt19937_64& random) {
    return R"("clientAddress":"127.0.0.1","requestId":")" + hex(random, 32) + R"("})";
}

inline std::vector<Step> rows_of(const Person& person, std::uint64_t number, std::mt19937_64& random) {
    const std::string summary =
        R"({"location":{"country":"United States","countryCode":"us","region":"Georgia","city":"Atlanta"},)"
        R"("tags":["night shift","relocates"]})";
    const std::string details =
        R"({"phoneNumber":"+1 404 555 0100","education":[{"institution":"University of Leeds","degree":"Bachelor",)"
        R"("major":"Business Administration","endDate":"2019"}],"experience":[{"title":"Senior Store Manager",)"
        R"("company":"Harbour Foods","description":"served customers at the counter and trained new colleagues"},)"
        R"({"title":"Line Cook","company":"Bright Kitchens",)"
        R"("description":"planned shifts and ordered what the kitchen needed"}]})";
    const std::string email = "grace.hopper." + person.number + "@mail.example";
    const std::string payload = R"({"id":")" + person.id + R"("})";
    return {{0, {kCompany, person.id, email, summary, details}},
            {1, {kCompany, "night shift", person.id}},
            {1, {kCompany, "relocates", person.id}},
            {2, {kCompany, uuid(number * 8 + 1, random), "candidate.created", payload}},
            {3,
             {kCompany, uuid(number * 8 + 2, random), "CANDIDATE_CREATED", kUser, "CANDIDATE", person.id,
              "{" + source_of(random)}}};
}

inline std::string beginnings_of(const std::string& word) {
    std::string all;
    for (std::size_t length = 1; length <= word.size(); ++length) all += " @#" + word.substr(0, length);
    return all;
}

// Stemmed and marked like the program does it.
inline std::string words_of(const Person& person) {
    return "grace hopp grace hopp " + person.number +
           " mail exampl night shift reloc 1 404 555 0100 univers of leed bachelor busi administr senior "
           "store "
           "manag harbour food serv custom at the count and train new colleagu line cook bright kitchen "
           "plan "
           "shift and order what the kitchen need " +
           company_term() + " atlanta georgia unit state us @atlanta @georgia @unit @state @us" +
           beginnings_of("grace") + beginnings_of("hopper") + beginnings_of(person.number);
}

inline std::vector<Step> one_candidate(std::uint64_t number, std::mt19937_64& random,
                                       const std::string& /*job*/) {
    return rows_of(new_person(number, random), number, random);
}

inline std::vector<Step> one_applicant(std::uint64_t number, std::mt19937_64& random,
                                       const std::string& job) {
    const Person person = new_person(number, random);
    const std::string application = uuid(number * 8 + 3, random);
    const std::string payload = R"({"id":")" + application + R"(","job_id":")" + job +
                                R"(","candidate_id":")" + person.id + R"(","application_id":")" +
                                application + R"("})";
    std::vector<Step> steps = rows_of(person, number, random);
    steps.push_back({4, {kCompany, person.id, job, application}});
    steps.push_back({5, {kCompany, person.id, job, uuid(number * 8 + 4, random)}});
    steps.push_back({6, {kCompany, person.id}});
    steps.push_back({7, {kCompany, person.id, words_of(person)}});
    steps.push_back({2, {kCompany, uuid(number * 8 + 5, random), "application.created", payload}});
    steps.push_back({3,
                     {kCompany, uuid(number * 8 + 6, random), "JOB_APPLICATION_CREATED", kUser, "APPLICATION",
                      application, R"({"currentStatus":"NEW",)" + source_of(random)}});
    steps.push_back({8, {kCompany, job, std::to_string(1'700'000'000'000 + number)}});
    return steps;
}

}  // namespace bench
