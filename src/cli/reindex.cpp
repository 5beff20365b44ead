#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "accounts/company_store.h"
#include "app/store.h"
#include "candidates/reindexing.h"
#include "cli/command.h"
#include "cli/stop_signal.h"
#include "jobs/reindexing.h"

namespace callboard::cli {
namespace {

// Short transactions, each followed by a pause of the same length: SQLite has one writer at a time, and a
// waiting server only polls for the lock.
template <class Done, class AnyId>
std::int64_t reindex_all(app::Store& store, const StopSignal& signal, const CompanyId& company,
                         Done (*reindex)(db::Tx&, const std::optional<AnyId>&)) {
    std::int64_t written = 0;
    for (std::optional<AnyId> last;;) {
        const auto began = store.stopwatch().now();
        const Done done = store.db().write(company, [&](db::Tx& tx) { return reindex(tx, last); });
        written += done.written;
        if (!done.last) return written;
        last = done.last;
        const auto took = std::chrono::ceil<std::chrono::milliseconds>(store.stopwatch().now() - began);
        if (signal.arrives_within(took)) throw std::runtime_error("interrupted; the rest was not reindexed");
    }
}

struct Reindex : Common {
    void run() const {
        const StopSignal signal;
        app::Store store{settings(), 1};
        const auto companies = store.db().read(std::nullopt, accounts::store::list_companies);
        std::int64_t jobs = 0;
        std::int64_t candidates = 0;
        for (const auto& company : companies) {
            jobs += reindex_all(store, signal, company.id, jobs::reindex);
            candidates += reindex_all(store, signal, company.id, candidates::reindex);
        }
        output().result({{"companies", std::ssize(companies)}, {"jobs", jobs}, {"candidates", candidates}},
                        fmt::format("Reindexed {} jobs and {} candidates.", jobs, candidates));
    }
};

}  // namespace

void add_reindex(CommandSpec& root) {
    command<Reindex>(root, "reindex",
                     "Rebuild the search index of jobs and candidates, also while servers run");
}

}  // namespace callboard::cli
