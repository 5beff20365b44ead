#include "app/use_writer.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "edge/use_store.h"
#include "usage/usage_store.h"

namespace callboard::app {
namespace {

constexpr std::size_t kRowsAtOnce = 500;  // keeps transactions short

std::string_view client_of(const edge::Use& use) {
    if (use.operation == edge::kOtherOperations) return usage::kOther;
    if (use.application) return use.application->text();
    if (use.credential) return use.credential->text();
    return usage::kConsole;
}

auto rank(const usage::ClientUsage& row) {
    return std::tie(row.company, row.client, row.operation);
}

void sum_equal_keys(std::vector<usage::ClientUsage>& rows) {
    std::ranges::sort(rows, {}, rank);
    std::size_t kept = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rank(rows[kept]) == rank(rows[i])) {
            rows[kept].counts.add(rows[i].counts);
        } else if (++kept != i) {
            rows[kept] = std::move(rows[i]);
        }
    }
    if (!rows.empty()) rows.resize(kept + 1, rows.front());
}

// Keeps the rows of a company with most calls, if there are too many.
void limit_rows(std::vector<usage::ClientUsage>& rows) {
    if (rows.size() <= kMostUsageRows) return;
    std::ranges::sort(rows, {}, [](const usage::ClientUsage& row) { return -row.counts.calls; });
    for (usage::ClientUsage& row : std::span{rows}.subspan(kMostUsageRows - 1)) {
        row.client = usage::kOther;
        row.operation = usage::kOther;
    }
    sum_equal_keys(rows);
}

// Passes the rows to `add` in transactions of a limited size, and removes those that are written.
template <class T, class Add>
void write_in_batches(db::Db& db, std::vector<T>& rows, Add add) {
    while (!rows.empty()) {
        const std::size_t some = std::min(rows.size(), kRowsAtOnce);
        const auto last = std::span<const T>{rows}.last(some);
        db.write(std::nullopt, [&](db::Tx& tx) { add(tx, last); });
        rows.erase(rows.end() - static_cast<std::ptrdiff_t>(some), rows.end());
    }
}

}  // namespace

std::vector<usage::ClientUsage> usage_of_clients(std::span<const edge::Use> uses) {
    std::vector<usage::ClientUsage> all;
    while (!uses.empty()) {
        const CompanyId& company = uses.front().company;
        std::vector<usage::ClientUsage> of_company;
        for (; !uses.empty() && uses.front().company == company; uses = uses.subspan(1)) {
            const edge::Use& use = uses.front();
            of_company.push_back({.company = use.company,
                                  .client = std::string{client_of(use)},
                                  .operation = std::string{use.operation},
                                  .counts = {.calls = use.calls,
                                             .refused = use.refused,
                                             .failed = use.failed,
                                             .latency = use.latency}});
        }
        sum_equal_keys(of_company);
        limit_rows(of_company);
        std::ranges::move(of_company, std::back_inserter(all));
    }
    return all;
}

// After a failed write the meter keeps accumulating, and only what was not written is retried.
void UseWriter::write() {
    if (unwritten_.empty() && unwritten_minutes_.empty()) {
        unwritten_ = meter_.take();
        unwritten_minutes_ = usage_of_clients(unwritten_);
    }
    try {
        write_in_batches(db_, unwritten_, edge::store::add_use);
        write_in_batches(db_, unwritten_minutes_, usage::store::add);
    } catch (const Error& error) {
        log_.write(telemetry::Level::warn, "api_use_not_written", {{"reason", error.detail}});
    }
}

}  // namespace callboard::app
