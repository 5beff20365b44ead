#include "cli/demo/demo_store.h"

#include <array>

namespace callboard::cli::demo::store {
namespace {

constexpr db::Sql kBegin{"demo_begin", "INSERT INTO unfinished_demo (company_id, steps) VALUES ($1, 0)"};
constexpr db::Sql kStep{"demo_step", "UPDATE unfinished_demo SET steps = steps + 1 WHERE company_id = $1"};
constexpr db::Sql kEnd{"demo_end", "DELETE FROM unfinished_demo WHERE company_id = $1"};
constexpr db::GlobalSql kFind{"demo_find_unfinished", "SELECT company_id, steps FROM unfinished_demo"};

// Referring tables before the tables they refer to. Also deletes what was added to the incomplete company by
// others.
constexpr std::array kErase{
    db::Sql{"demo_erase_interviews", "DELETE FROM interview WHERE company_id = $1"},
    db::Sql{"demo_erase_offers", "DELETE FROM offer WHERE company_id = $1"},
    db::Sql{"demo_erase_candidates", "DELETE FROM candidate WHERE company_id = $1"},
    db::Sql{"demo_erase_forms", "DELETE FROM application_form WHERE company_id = $1"},
    db::Sql{"demo_erase_jobs", "DELETE FROM job WHERE company_id = $1"},
    db::Sql{"demo_erase_job_properties", "DELETE FROM job_property WHERE company_id = $1"},
    db::Sql{"demo_erase_posting_versions", "DELETE FROM posting_version WHERE company_id = $1"},
    db::Sql{"demo_erase_careers_page", "DELETE FROM careers_page WHERE company_id = $1"},
    db::Sql{"demo_erase_group_members", "DELETE FROM access_group_member WHERE company_id = $1"},
    db::Sql{"demo_erase_groups", "DELETE FROM access_group WHERE company_id = $1"},
    db::Sql{"demo_erase_departments", "DELETE FROM department WHERE company_id = $1"},
    db::Sql{"demo_erase_processes", "DELETE FROM hiring_process WHERE company_id = $1"},
    db::Sql{"demo_erase_reasons", "DELETE FROM application_reason WHERE company_id = $1"},
    db::Sql{"demo_erase_sources", "DELETE FROM application_source WHERE company_id = $1"},
    db::Sql{"demo_erase_choices", "DELETE FROM candidate_property_choice WHERE company_id = $1"},
    db::Sql{"demo_erase_properties", "DELETE FROM candidate_property WHERE company_id = $1"},
    db::Sql{"demo_erase_offer_properties", "DELETE FROM offer_property WHERE company_id = $1"},
    db::Sql{"demo_erase_profile", "DELETE FROM company_profile WHERE company_id = $1"},
    db::Sql{"demo_erase_logo", "DELETE FROM company_logo WHERE company_id = $1"},
    db::Sql{"demo_erase_report_files", "DELETE FROM report_file WHERE company_id = $1"},
    db::Sql{"demo_erase_reports", "DELETE FROM report WHERE company_id = $1"},
    db::Sql{"demo_erase_use", "DELETE FROM api_use WHERE company_id = $1"},
    db::Sql{"demo_erase_usage", "DELETE FROM usage_interval WHERE company_id = $1"},
    db::Sql{"demo_erase_deliveries", "DELETE FROM delivery WHERE company_id = $1"},
    db::Sql{"demo_erase_callbacks", "DELETE FROM callback WHERE company_id = $1"},
    db::Sql{"demo_erase_subscriptions", "DELETE FROM webhook_subscription WHERE company_id = $1"},
    db::Sql{"demo_erase_events", "DELETE FROM event WHERE company_id = $1"},
    db::Sql{"demo_erase_audit", "DELETE FROM audit_record WHERE company_id = $1"},
    db::Sql{"demo_erase_answers", "DELETE FROM idempotent_answer WHERE company_id = $1"},
    db::Sql{"demo_erase_codes", "DELETE FROM authorization_code WHERE company_id = $1"},
    db::Sql{"demo_erase_token_chains", "DELETE FROM token_chain WHERE company_id = $1"},
    db::Sql{"demo_erase_connections", "DELETE FROM connected_application WHERE company_id = $1"},
    db::Sql{"demo_erase_program_tokens",
            "DELETE FROM program_token WHERE credential_id IN (SELECT id FROM "
            "client_credential WHERE company_id = $1)"},
    db::Sql{"demo_erase_programs", "DELETE FROM client_credential WHERE company_id = $1"},
    db::Sql{"demo_erase_scim_tokens", "DELETE FROM scim_token WHERE company_id = $1"},
    db::Sql{"demo_erase_application_secrets",
            "DELETE FROM application_secret WHERE application_id IN (SELECT id FROM "
            "application WHERE company_id = $1)"},
    db::Sql{"demo_erase_applications", "DELETE FROM application WHERE company_id = $1"},
    db::Sql{"demo_erase_keys", "DELETE FROM credential WHERE company_id = $1"},
    db::Sql{"demo_erase_sso_states", "DELETE FROM sso_used_state WHERE company_id = $1"},
    db::Sql{"demo_erase_sso_domains", "DELETE FROM sso_domain WHERE company_id = $1"},
    db::Sql{"demo_erase_sso", "DELETE FROM sso_connection WHERE company_id = $1"},
    db::Sql{"demo_erase_sessions", "DELETE FROM browser_session WHERE company_id = $1"},
    db::Sql{"demo_erase_users", "DELETE FROM user_account WHERE company_id = $1"},
    db::Sql{"demo_erase_epoch", "DELETE FROM company_epoch WHERE company_id = $1"},
    db::Sql{"demo_erase_mark", "DELETE FROM unfinished_demo WHERE company_id = $1"},
    db::Sql{"demo_erase_company", "DELETE FROM company WHERE id = $1"},
};

}  // namespace

void begin(db::Tx& tx) {
    tx.execute(kBegin, {});
}

bool step(db::Tx& tx) {
    return tx.execute(kStep, {}) == 1;
}

void end(db::Tx& tx) {
    tx.execute(kEnd, {});
}

std::optional<Unfinished> find_unfinished(db::Snapshot& snapshot) {
    return snapshot.first(
        kFind, {}, [](const db::Row& row) { return Unfinished{row.id<CompanyId>(0), row.integer(1)}; });
}

void erase(db::Tx& tx) {
    for (const db::Sql& sql : kErase) tx.execute(sql, {});
}

}  // namespace callboard::cli::demo::store
