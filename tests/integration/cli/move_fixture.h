// An installation with rows in every table, a secrets key and a report file.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "app/store.h"
#include "settings/settings.h"
#include "support/program.h"
#include "support/sample_company.h"
#include "support/temporary_folder.h"

namespace callboard::test {

// Rows of tables that neither the demo nor the sample company has: a new table needs a row here.
inline constexpr auto kOtherRows = R"sql(
    CREATE TEMP VIEW someone AS SELECT company_id, min(id) AS id FROM user_account GROUP BY company_id LIMIT 1;
    CREATE TEMP VIEW subscription AS SELECT company_id, id FROM webhook_subscription LIMIT 1;
    CREATE TEMP VIEW program AS SELECT id FROM application LIMIT 1;
    INSERT INTO api_use (company_id, day, user_id, application_id, operation, calls, refused, faulty, failed, bytes)
        SELECT company_id, 20000, id, '', 'getJob', 9223372036854775807, 0, 1, 2, 3 FROM someone;
    INSERT INTO usage_interval (company_id, seconds, starts_at, client, operation, calls, refused, failed, took_0, took_1, took_2,
                                took_3, took_4, took_5, took_6, took_7, took_8, took_9, took_10, took_11, took_12, took_13,
                                took_14, took_15)
        SELECT company_id, 3600, 1, 'console', 'getJob', 9223372036854775807, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
               16, 17, 9223372036854775807 FROM someone;
    INSERT INTO dummy_write (slot, first_key, second_key, third_key, contents, written_at)
        VALUES (4095, 'a', 'b', 'c', '...', 1);
    INSERT INTO authorization_code (code_hash, company_id, user_id, application_id, redirect_uri, scopes, expires_at)
        SELECT 'hash', s.company_id, s.id, p.id, 'https://app.test/', 'jobs_read', 9000000000000 FROM someone s, program p;
    INSERT INTO browser_session (session_hash, company_id, user_id, created_at, expires_at)
        SELECT 'hash', company_id, id, 1, 9000000000000 FROM someone;
    INSERT INTO client_credential (company_id, id, name, user_id, scopes, secret_hash, created_at)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53506', 'Ζωή ''; --', id, 'jobs_read', 'hash', 1 FROM someone;
    INSERT INTO program_token (id, credential_id, token_hash, scopes, expires_at)
        SELECT '01a1dd9f-2177-7000-a4a8-58b407c53507', id, 'hash', 'jobs_read', 9000000000000 FROM client_credential
        WHERE secret_hash = 'hash';
    INSERT INTO company_epoch (company_id, number) VALUES ('01a1dd9f-2177-7000-a4a8-58b407c53512', 1);
    INSERT INTO connected_application (company_id, user_id, application_id, scopes, first_used_at, last_used_at)
        SELECT s.company_id, s.id, p.id, 'jobs_read', 1, 2 FROM someone s, program p;
    INSERT INTO token_chain (company_id, id, user_id, application_id, created_at, expires_at)
        SELECT s.company_id, '01a1dd9f-2177-7000-a4a8-58b407c53508', s.id, p.id, 1, 9000000000000 FROM someone s, program p;
    INSERT INTO token_pair (id, chain_id, access_hash, access_expires_at, refresh_hash, scopes, refresh_expires_at)
        SELECT '01a1dd9f-2177-7000-a4a8-58b407c53509', id, 'a', 9000000000000, 'b', 'jobs_read', 9000000000000
        FROM token_chain;
    INSERT INTO delivery (company_id, subscription_id, event_id, state, lane, attempts, due_at, leased_until, lease_token)
        SELECT s.company_id, s.id, e.id, 'GIVEN_UP', 1, 9, 1, 0, '' FROM subscription s
        JOIN event e ON e.company_id = s.company_id LIMIT 1;
    INSERT INTO deployment (name, kind, clock_offset_ms) VALUES ('this', 'PRODUCTION', 0);
    INSERT INTO housekeeping (task, node, leased_until) VALUES ('expired_rows', 'node', 1);
    INSERT INTO idempotent_answer (company_id, caller, key_hash, fingerprint, answer, created_at)
        SELECT company_id, 'caller', 'hash', 'print', 'sealed', 9000000000000 FROM someone;
    INSERT INTO inbox_message (inbox, id, received_at, headers, body) VALUES ('box', '1', -1, '{}', '');
    INSERT INTO interview (company_id, id, candidate_id, job_id, kind, creator_id, created_at, updated_at, starts_at,
                           time_zone, minutes)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53510', candidate_id, job_id, 'PHONE', 'x', 1, 2, 3, 'UTC', 30
        FROM job_application LIMIT 1;
    INSERT INTO mail (company_id, id, kind, recipient, language, contents, status, lane, attempts, due_at, expires_at,
                      lease_token, created_at, recipient_key)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53513', 'webhook_suspended', 'ops@example.test', 'de',
               '{"subscription":"x","url":"y","time":"z"}', 'PENDING', 0, 1, 9000000000000, 9000000000000, '', 1, 'hash'
        FROM someone;
    INSERT INTO password_link (token_hash, company_id, user_id, purpose, replaces, created_at, expires_at)
        SELECT 'hash', company_id, id, 'RESET', 'hash', 1, 9000000000000 FROM someone;
    INSERT INTO recovery_code (company_id, user_id, code_hash) SELECT company_id, id, 'hash' FROM someone;
    INSERT INTO second_factor (company_id, user_id, sealed_key, last_step, failures, locked_until)
        SELECT company_id, id, NULL, 1, 2, 3 FROM someone;
    INSERT INTO candidate_link (token_hash, company_id, candidate_id, purpose, version, recipient, mail_id, created_at,
                                expires_at)
        SELECT 'hash', company_id, id, 'CONSENT', 1, 'ada@example.test', '01a1dd9f-2177-7000-a4a8-58b407c53513', 1,
               9000000000000 FROM candidate LIMIT 1;
    INSERT INTO sso_used_state (state_hash, company_id, expires_at) SELECT 'hash', company_id, 9000000000000 FROM someone;
    INSERT INTO scim_token (company_id, id, name, user_id, role, assigns, secret_hash, created_at)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53533', 'Directory', id, 'EMPLOYEE', 'ANY', 'hash', 1 FROM someone;
    INSERT INTO renaming (company_id, kind, id, renamed_at, again_at, last_job_id)
        SELECT company_id, 'ACCESS_GROUP', id, 9000000000000, 9000000000001, '' FROM access_group LIMIT 1;
    INSERT INTO access_group_renaming (company_id, access_group_id, renamed_at, last_job_id)
        SELECT company_id, id, 9000000000000, '' FROM access_group LIMIT 1;
    INSERT INTO job_property_renaming (company_id, property_id, renamed_at, again_at, last_job_id)
        SELECT company_id, id, 9000000000000, 9000000000001, '' FROM job_property LIMIT 1;
    INSERT INTO application_form (company_id, job_id, version, content, updated_at)
        SELECT company_id, '', 9223372036854775807, '{"questions":[]}', 1 FROM someone;
    INSERT INTO stored_file (company_id, id, candidate_id, job_id, purpose, name, type, size, digest, created_at)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53546', candidate_id, job_id, 'RESUME', 'Ζωή ''; --.txt', 'TEXT', 3,
               'digest', 1 FROM job_application LIMIT 1;
    INSERT INTO stored_file_chunk (company_id, file_id, number, content)
        SELECT company_id, id, 0, 'QWRh' FROM stored_file WHERE digest = 'digest';
    INSERT INTO application_receipt (company_id, id, candidate_id, job_id, outcome, created_at)
        SELECT company_id, '01a1dd9f-2177-7000-a4a8-58b407c53547', candidate_id, job_id, 'REPEATED', 1
        FROM job_application LIMIT 1;
    INSERT INTO consent_decision (company_id, candidate_id, scope, decision, decided_at)
        SELECT company_id, id, 'SMART_CRM', 'DECLINED', 1 FROM candidate LIMIT 1;
    INSERT INTO careers_page (company_id, version, content, updated_at)
        SELECT id, 7, '{"headline":"Ζωή"}', 1 FROM company WHERE id NOT IN (SELECT company_id FROM careers_page) LIMIT 1;
    INSERT INTO applicant_link (token_hash, company_id, candidate_id, job_id, recipient, mail_id, created_at, expires_at)
        SELECT 'hash', company_id, candidate_id, job_id, 'ada@example.test', '01a1dd9f-2177-7000-a4a8-58b407c53513', 1,
               9000000000000 FROM job_application LIMIT 1;
    INSERT INTO erasure_request (company_id, candidate_id, requested_at) SELECT company_id, id, 1 FROM candidate LIMIT 1;
    INSERT INTO posting_field (company_id, job_id, job_ad_id, field_id, value_id)
        SELECT company_id, job_id, id, '65f0c0ffee65f0c0ffee65f0', 'Wert ''; --' FROM job_ad LIMIT 1;
    INSERT INTO posting_backlog (company_id, job_id, job_ad_id) SELECT company_id, job_id, id FROM job_ad LIMIT 1;
    INSERT INTO job_property_choice (company_id, job_id, property_id, choice, value_id, text)
        SELECT j.company_id, j.id, p.id, p.id || ':', NULL, 'Ζωή' FROM job j JOIN job_property p ON p.company_id = j.company_id
        LEFT JOIN job_property_choice c ON c.company_id = j.company_id AND c.job_id = j.id AND c.property_id = p.id
        WHERE c.job_id IS NULL LIMIT 1;
    INSERT INTO job_property_pair_removal (company_id, property_id, below)
        SELECT company_id, id, 9223372036854775807 FROM job_property LIMIT 1;
    INSERT INTO employment_country (company_id, type_id, country_code) SELECT company_id, 'contract', 'de' FROM someone;
    INSERT INTO live_server (name, seen_at) VALUES ('here', 1);
    INSERT INTO unfinished_demo (company_id, steps) SELECT company_id, 7 FROM someone;
    INSERT INTO webhook_alert (company_id, subscription_id, id, kind, occurrences, created_at, mail_attempts)
        SELECT company_id, id, '01a1dd9f-2177-7000-a4a8-58b407c53511', 'SUSPENDED', 1, 1, 0 FROM subscription;
)sql";

inline void execute_sqlite(const std::filesystem::path& file, const std::string& sql) {
    sqlite3* handle = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &handle), SQLITE_OK);
    sqlite3_busy_timeout(handle, 10'000);
    EXPECT_EQ(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(handle);
    sqlite3_close(handle);
}

// On SQLite, without a server.
class Installation {
  public:
    Installation() {
        std::filesystem::create_directories(data_dir() / "reports");
        const auto made = run({"demo", "--json", "--data-dir", data_dir()});
        EXPECT_EQ(made.code, 0) << made.err;
        demo_key = made.text("api_key");
        settings::Settings settings = settings::load(
            {{.name = "data-dir", .values = {data_dir()}, .origin = "test"}}, std::nullopt, {});
        settings.log_level = "warn";
        {
            app::Store store{settings, 1};
            const SampleCompany sample{store.db(), "sample", data_dir() / "reports"};
            key = sample.key;
            ids = sample.ids;
        }
        execute_sqlite(data_dir() / "callboard.db", kOtherRows);
        std::ofstream{data_dir() / "secrets.key"} << kSecretsKey;
        std::filesystem::permissions(data_dir() / "secrets.key", std::filesystem::perms::owner_read |
                                                                     std::filesystem::perms::owner_write);
    }

    std::filesystem::path data_dir() const { return folder_.path() / "data"; }

    std::string demo_key;  // an API key of a company with 500 candidates
    std::string key;       // one of a company with one entity of each kind
    Ids ids;               // of these

    // The key of support/seal.h.
    static inline const std::string kSecretsKey = [] {
        std::string digits;
        for (int i = 0; i < 32; ++i) digits += "6b";
        return digits + "\n";
    }();

  private:
    const TemporaryFolder folder_;
};

}  // namespace callboard::test
