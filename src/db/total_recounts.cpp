#include "db/total_recounts.h"

#include <exception>
#include <utility>

#include "base/thread_priority.h"

namespace callboard::db {
namespace {

constexpr std::size_t kMostWaiting = 16;

}  // namespace

TotalRecounts::TotalRecounts(Db& db, Shared& shared)
    : db_(db), totals_(shared.totals), thread_(1, kMostWaiting, Workers::Start::when_needed) {
    shared.recount = [this](const CompanyId& company, const std::string& list, KeptQuery count) {
        start(company, list, std::move(count));
    };
}

TotalRecounts::~TotalRecounts() {
    stop_.request_stop();
    thread_.finish();
}

void TotalRecounts::start(const CompanyId& company, const std::string& list, KeptQuery count) {
    const bool is_accepted = thread_.accept([this, company, list, count = std::move(count)] {
        lower_thread_priority();
        run(company, list, count);
        totals_.end_recount(list);
    });
    if (!is_accepted) totals_.end_recount(list);
}

void TotalRecounts::run(const CompanyId& company, const std::string& list, const KeptQuery& count) {
    if (stop_.stop_requested()) return;
    try {
        db_.read(
            company, [&](Snapshot& snapshot) { totals_.keep(list, snapshot.number(count), snapshot.now); },
            stop_.get_token());
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
        // The next request that finds no total counts by itself, and reports why it cannot.
    }
}

}  // namespace callboard::db
