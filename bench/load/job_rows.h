// The rows that POST /jobs writes, as plain statements with plain values.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace bench {

inline std::string hex(std::mt19937_64& random, int digits) {
    static constexpr const char* kDigits = "0123456789abcdef";
    std::string text;
    for (int i = 0; i < digits; ++i) text += kDigits[random() % 16];
    return text;
}

// Ids increase like those of the program.
inline std::string uuid(std::uint64_t number, std::mt19937_64& random) {
    char first[16];
    std::snprintf(first, sizeof first, "%08x-%04x", static_cast<unsigned>(number >> 16),
                  static_cast<unsigned>(number & 0xffff));
    return std::string{first} + "-7" + hex(random, 3) + "-8" + hex(random, 3) + "-" + hex(random, 12);
}

inline const std::string kCompany = "01890000-0000-7000-8000-000000000001";
inline const std::string kUser = "0123456789abcdef01234567";

struct Insert {
    const char* table;
    const char* sql;  // $1, $2 … for both engines
};

inline constexpr std::array kInserts{
    Insert{
        "job",
        "INSERT INTO job (company_id, id, kind, ref_number, status, posting, department_id, default_ad_id, "
        "creator_id, created_at, updated_at, last_activity_at, summary, place, details, ad_language, "
        "ad_sections, city) "
        "VALUES ($1, $2, 'JOB', $3, 'CREATED', 'NOT_PUBLISHED', NULL, $4, $5, 1700000000000, 1700000000000, "
        "1700000000000, $6, $7, $8, 'en', $9, 'Atlanta') ON CONFLICT (company_id, ref_number) DO NOTHING"},
    Insert{"job_word", "INSERT INTO job_word (company_id, word, job_id) VALUES ($1, $2, $3)"},
    Insert{
        "job_ad",
        "INSERT INTO job_ad (company_id, job_id, id, title, language, sections, place, posting, creator_id, "
        "created_at, updated_at) VALUES ($1, $2, $3, 'Line Cook', NULL, NULL, NULL, 'NOT_PUBLISHED', $4, "
        "1700000000000, 1700000000000)"},
    Insert{"job_status_change",
           "INSERT INTO job_status_change (company_id, job_id, id, status, user_id, changed_at) "
           "VALUES ($1, $2, $3, 'CREATED', $4, 1700000000000)"},
    Insert{"job_member",
           "INSERT INTO job_member (company_id, job_id, user_id, role, added_at) "
           "VALUES ($1, $2, $3, 'RECRUITER', 1700000000000) ON CONFLICT (company_id, job_id, user_id) "
           "DO UPDATE SET role = 'RECRUITER', added_at = 1700000000000 WHERE job_member.role IS NULL"},
    Insert{"event",
           "INSERT INTO event (company_id, id, name, payload, created_at) VALUES ($1, $2, $3, $4, "
           "1700000000000)"},
    Insert{"audit_record",
           "INSERT INTO audit_record (company_id, id, event_name, author_type, author_id, entity_type, "
           "entity_id, context, created_at) VALUES ($1, $2, $3, 'USER', $4, $5, $6, $7, 1700000000000)"},
};
inline constexpr const char* kReadBack =
    "SELECT j.creator_id, j.status, j.posting, j.created_at, j.updated_at, j.last_activity_at, j.summary, "
    "j.details, "
    "j.ad_language, j.ad_sections, u.first_name, u.last_name FROM job j JOIN user_account u ON u.company_id "
    "= "
    "j.company_id AND u.id = j.creator_id WHERE j.company_id = $1 AND j.id = $2";

// One statement with its values: a job has ten of them.
struct Step {
    std::size_t insert;
    std::vector<std::string> values;
};

inline std::vector<Step> one_job(std::uint64_t number, std::mt19937_64& random) {
    const std::string job = uuid(number * 8, random);
    const std::string ad = uuid(number * 8 + 1, random);
    const std::string ref_number = "REF" + hex(random, 8);
    const std::string summary = R"({"title":"Line Cook","refNumber":")" + ref_number + R"("})";
    const std::string location =
        R"("location":{"country":"United States","countryCode":"us","city":"Atlanta"})";
    const std::string details =
        "{" + location +
        R"(,"industry":{"id":"restaurants","label":"Restaurants"},"function":{"id":"production","label":"Production"},)"
        R"("experienceLevel":{"id":"entry_level","label":"Entry Level"},"template":false})";
    const std::string sections = R"({"jobDescription":{"text":"<p>You cook on the line.</p>"}})";
    const std::string job_payload = R"({"id":")" + job + R"("})";
    const std::string ad_payload =
        R"({"id":")" + ad + R"(","job_id":")" + job + R"(","job_ad_id":")" + ad + R"("})";
    const std::string source = R"("clientAddress":"127.0.0.1","requestId":")" + hex(random, 32) + R"("})";
    const std::string ad_context = R"({"jobId":")" + job + R"(",)" + source;
    return {{0, {kCompany, job, ref_number, ad, kUser, summary, "{" + location + "}", details, sections}},
            {1, {kCompany, "line", job}},
            {1, {kCompany, "cook", job}},
            {2, {kCompany, job, ad, kUser}},
            {3, {kCompany, job, uuid(number * 8 + 2, random), kUser}},
            {4, {kCompany, job, kUser}},
            {5, {kCompany, uuid(number * 8 + 3, random), "job.created", job_payload}},
            {5, {kCompany, uuid(number * 8 + 4, random), "job.ad.created", ad_payload}},
            {6, {kCompany, uuid(number * 8 + 5, random), "JOB_CREATED", kUser, "JOB", job, "{" + source}},
            {6, {kCompany, uuid(number * 8 + 6, random), "JOB_AD_CREATED", kUser, "JOB_AD", ad, ad_context}}};
}

inline const std::string kWorld =
    "INSERT INTO company (id, identifier, identifier_key, name, created_at) VALUES ('" + kCompany +
    "', 'b', 'b', 'b', 0); INSERT INTO user_account (company_id, id, email, email_key, first_name, "
    "last_name, role, "
    "state, created_at, updated_at) VALUES ('" +
    kCompany + "', '" + kUser + "', 'b', 'b', 'Robin', 'Tester', 'ADMINISTRATOR', 'ACTIVE', 0, 0);";

}  // namespace bench
