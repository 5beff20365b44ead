#include "app/janitor.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "accounts/company_store.h"
#include "accounts/dummy_write_store.h"
#include "accounts/password_link_store.h"
#include "accounts/renaming_store.h"
#include "accounts/session_store.h"
#include "audit/audit_store.h"
#include "base/error.h"
#include "candidates/applicant_link_store.h"
#include "candidates/link_store.h"
#include "candidates/move_time_store.h"
#include "configuration/job_property_dependents.h"
#include "configuration/job_property_value_store.h"
#include "edge/idempotency_store.h"
#include "edge/use_store.h"
#include "jobs/creator_names.h"
#include "jobs/group_names.h"
#include "jobs/posting_backlog.h"
#include "jobs/posting_source_store.h"
#include "jobs/property_labels.h"
#include "mail/mail_store.h"
#include "oauth/token_store.h"
#include "sso/used_state_store.h"
#include "subscriptions/alert_store.h"
#include "usage/usage_store.h"
#include "work/housekeeping_store.h"

namespace callboard::app {
namespace {

using namespace std::chrono_literals;
using accounts::store::Renamed;

constexpr auto kLeaseDuration = 3min;  // three rounds
constexpr std::chrono::days kMailRetention{30};
constexpr std::int64_t kMailsAtOnce = 500;
constexpr std::int64_t kMovesAtOnce = 200;  // keeps each transaction at some milliseconds

}  // namespace

Janitor::Janitor(db::Db& db, const telemetry::Log& log, JanitorOptions options)
    : db_(db), log_(log), options_(std::move(options)) {}

void Janitor::clean(const std::stop_token& stop) {
    try {
        delete_expired(stop);
        delete_old_of_companies(stop);
        write_missing_postings(stop);
        fill_in_move_times(stop);
        delete_removed_pairs(stop);
        // Last, because jobs show the new names already, and an upgrade renews the creators of all jobs.
        renew_names(Renamed::access_group, jobs::renew_group_names, stop);
        renew_names(Renamed::job_property, jobs::renew_property_labels, stop);
        renew_names(Renamed::job_creator, jobs::renew_creator_names, stop);
    } catch (const Error& error) {
        log_.write(telemetry::Level::warn, "expired_not_removed", {{"reason", error.detail}});
    }
}

bool Janitor::may_continue(const std::stop_token& stop) const {
    return !stop.stop_requested() &&
           work::may_clean(db_,
                           {.task = "expired_rows", .node = options_.node, .lease_duration = kLeaseDuration});
}

void Janitor::repeat(const std::optional<CompanyId>& company, const Batch& batch,
                     const std::stop_token& stop) const {
    while (may_continue(stop) && db_.write(company, batch)) {
    }
}

void Janitor::delete_expired(const std::stop_token& stop) const {
    const auto batch = [](db::Tx& tx) {
        const bool more_tokens = oauth::store::delete_expired(tx);
        const bool more_answers = edge::store::delete_expired(tx);
        const bool more_states = sso::store::delete_expired_states(tx);
        const bool more_links = accounts::store::delete_expired_links(tx);
        const bool more_candidate_links = candidates::store::delete_expired_links(tx);
        const bool more_applicant_links = candidates::store::delete_expired_applicant_links(tx);
        const bool more_left = subscriptions::store::queue_left_mails(tx, kMailsAtOnce);
        const bool more_mails = mail::store::forget(tx, tx.now - kMailRetention, kMailsAtOnce);
        return accounts::store::delete_expired_sessions(tx) || more_tokens || more_answers || more_mails ||
               more_links || more_candidate_links || more_applicant_links || more_left || more_states;
    };
    repeat(std::nullopt, batch, stop);
    repeat(std::nullopt, accounts::store::delete_old_dummy_chunks, stop);
}

void Janitor::delete_old_of_companies(const std::stop_token& stop) {
    if (!may_continue(stop)) return;
    const Visit visit =
        db_.read(std::nullopt, [this](db::Snapshot& snapshot) { return next_visit(snapshot); });
    for (const CompanyId& company : visit.with_old_use) repeat(company, edge::store::delete_old_use, stop);
    for (const CompanyId& company : visit.with_old_usage) {
        repeat(company, usage::store::roll_up, stop);
        repeat(company, usage::store::delete_old, stop);
    }
    const auto delete_audit_records = [this](db::Tx& tx) {
        return audit::store::delete_older(tx, tx.now - *options_.audit_retention);
    };
    for (const CompanyId& company : visit.with_old_audit_records) repeat(company, delete_audit_records, stop);
    last_visited_ = visit.last;
}

void Janitor::renew_names(Renamed kind, const Batch& batch, const std::stop_token& stop) const {
    if (!may_continue(stop)) return;
    const auto companies = db_.read(std::nullopt, [&](db::Snapshot& snapshot) {
        return accounts::store::companies_with_due_renamings(snapshot, kind);
    });
    for (const CompanyId& company : companies) repeat(company, batch, stop);
}

void Janitor::delete_removed_pairs(const std::stop_token& stop) const {
    if (!may_continue(stop)) return;
    const auto companies = db_.read(std::nullopt, configuration::store::companies_with_removed_pairs);
    for (const CompanyId& company : companies) delete_removed_pairs_of(company, stop);
}

void Janitor::delete_removed_pairs_of(const CompanyId& company, const std::stop_token& stop) const {
    std::optional<configuration::store::PairRemoval> last;
    do {
        if (!may_continue(stop)) return;
        last = db_.write(company, [&](db::Tx& tx) { return configuration::delete_removed_pairs(tx, last); });
    } while (last);
}

void Janitor::fill_in_move_times(const std::stop_token& stop) const {
    repeat(
        std::nullopt, [](db::Tx& tx) { return candidates::store::fill_move_times(tx, kMovesAtOnce); }, stop);
}

void Janitor::write_missing_postings(const std::stop_token& stop) const {
    if (!may_continue(stop)) return;
    const auto companies = db_.read(std::nullopt, jobs::store::companies_with_backlog);
    for (const CompanyId& company : companies) repeat(company, jobs::write_missing_postings, stop);
}

Janitor::Visit Janitor::next_visit(db::Snapshot& snapshot) const {
    const auto companies =
        accounts::store::companies_after(snapshot, last_visited_, options_.companies_at_once);
    if (companies.empty()) return {};
    const CompanyId& first = companies.front();
    const CompanyId& last = companies.back();
    Visit visit;
    visit.with_old_use = edge::store::companies_with_old_use(snapshot, first, last);
    visit.with_old_usage = usage::store::companies_with_old(snapshot, first, last);
    if (options_.audit_retention)
        visit.with_old_audit_records = audit::store::companies_with_older(
            snapshot, snapshot.now - *options_.audit_retention, first, last);
    if (std::ssize(companies) == options_.companies_at_once) visit.last = last;
    return visit;
}

}  // namespace callboard::app
