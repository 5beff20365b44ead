// The interface to the database, with one driver for each engine behind it.
#pragma once

#include <cassert>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "base/clock.h"
#include "base/error.h"
#include "base/id.h"
#include "base/id_source.h"
#include "db/connection.h"
#include "db/list_query.h"
#include "db/result_cache.h"
#include "db/total_cache.h"
#include "db/value.h"

namespace callboard::db {

// A query over the data of one company. $1 is always the company and is bound by the transaction: a query
// that does not mention $1 cannot be prepared, so tenant isolation cannot be forgotten. The name is used in
// logs and tests.
struct Sql {
    std::string_view name;
    std::string_view text;
};

// The rare query across companies: sign-in, credentials, maintenance.
struct GlobalSql {
    std::string_view name;
    std::string_view text;
};

// The arguments of a query, as they are written in a call, or a list of any length. They must outlive the
// call.
class Args {
  public:
    // NOLINTBEGIN(google-explicit-constructor): the arguments of a query are written as they are
    Args(std::initializer_list<Value> values) : values_(values.begin(), values.size()) {}
    Args(const std::vector<Value>& values) : values_(values) {}
    // NOLINTEND(google-explicit-constructor)

    std::span<const Value> values() const { return values_; }

  private:
    std::span<const Value> values_;
};

class Db;

inline const std::stop_token kNeverStopped;

// Publishes announcements to the listeners, after the commit, on the committing thread.
class Announcer {
  public:
    using Listener = std::function<void(std::span<const Announcement>)>;

    std::uint64_t add(Listener listener) {
        const std::lock_guard lock{mutex_};
        listeners_.emplace_back(++last_, std::move(listener));
        return last_;
    }
    // No call is in progress when it returns.
    void remove(std::uint64_t number) {
        const std::lock_guard lock{mutex_};
        std::erase_if(listeners_, [&](const auto& each) { return each.first == number; });
    }
    void notify(std::span<const Announcement> announcements) {
        if (announcements.empty()) return;
        const std::lock_guard lock{mutex_};
        for (const auto& [number, listener] : listeners_) listener(announcements);
    }

  private:
    std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::vector<std::pair<std::uint64_t, Listener>> listeners_;
};

// As long as it lives, the listener is called.
class Listening {
  public:
    Listening() = default;
    Listening(Announcer& announcer, Announcer::Listener listener)
        : announcer_(&announcer), number_(announcer.add(std::move(listener))) {}
    Listening(Listening&& other) noexcept
        : announcer_(std::exchange(other.announcer_, nullptr)), number_(other.number_) {}
    Listening& operator=(Listening&& other) noexcept {
        std::swap(announcer_, other.announcer_);
        std::swap(number_, other.number_);
        return *this;
    }
    ~Listening() { stop(); }

    void stop() {
        if (announcer_) std::exchange(announcer_, nullptr)->remove(number_);
    }

  private:
    Announcer* announcer_ = nullptr;
    std::uint64_t number_ = 0;
};

// Shared by all transactions of a database.
struct Shared {
    IdSource ids;
    TotalCache totals;
    ResultCache results;
    Announcer announcer;
    // Counts a list again, later and elsewhere; set by the driver.
    std::function<void(const CompanyId&, const std::string& list, KeptQuery count)> recount;
};

// A consistent, read-only view of the data of one company at one moment. After a stop request it runs no
// further queries.
class Snapshot {
  public:
    // `stop` must outlive it.
    Snapshot(Connection& connection, Timestamp instant, const std::optional<CompanyId>& company,
             Shared& shared, const std::stop_token& stop = kNeverStopped)
        : now(instant), connection_(connection), company_(company), stop_(stop), shared_(shared) {}

    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

    const Timestamp now;

    const CompanyId& company() const {
        assert(company_);
        return *company_;
    }

    // The same view, for the data of a company that it found by itself.
    Snapshot within(const CompanyId& company) { return {connection_, now, company, shared_, stop_}; }

    // `map` converts a row to a value. `Query` is Sql, GlobalSql or ListQuery.
    template <class Query, class Map>
    auto first(const Query& query, Args args, Map map) {
        std::optional<std::invoke_result_t<Map, const Row&>> found;
        visit(query, args, [&](const Row& row) {
            found.emplace(map(row));
            return false;
        });
        return found;
    }
    template <class Query, class Map>
    auto all(const Query& query, Args args, Map map) {
        std::vector<std::invoke_result_t<Map, const Row&>> found;
        visit(query, args, [&](const Row& row) {
            found.push_back(map(row));
            return true;
        });
        return found;
    }
    template <class Map>
    auto all(const ListQuery& query, Map map) {
        return all(query, {}, map);
    }

    // For results of any size: rows are streamed, and a stop request is checked for each of them.
    template <class Visitor>
    void each(const ListQuery& query, Visitor visitor) {
        connection_.stream(statement(query), bind(query, {}).values(), [&](const Row& row) {
            if (stop_.stop_requested()) throw timed_out();
            visitor(row);
            return true;
        });
    }

    // The result of a query such as SELECT count(*).
    template <class Query>
    std::int64_t number(const Query& query, Args args = {}) {
        return first(query, args, [](const Row& row) { return row.integer(0); }).value_or(0);
    }

    // The number of rows of a list: exact up to kExactTotal; larger totals may be ten seconds old, and are
    // counted elsewhere while the list is in use.
    // `first` has the same rows, or more than kExactTotal of them, and is read to find out whether there are
    // so many.
    std::int64_t total(const ListQuery& list);
    std::int64_t total(const ListQuery& list, const ListQuery& first);

    // What `make` returns, or returned for this key of the company in the last minute.
    template <class Make>
    std::string recent(std::string_view key, Make make) {
        const std::string whole = std::string{company().text()}.append("/").append(key);
        if (auto known = shared_.results.find(whole, now)) return std::move(*known);
        std::string made = make();
        shared_.results.keep(whole, made, now);
        return made;
    }

  protected:
    // The arguments of a query, with the company as $1 where it belongs to one.
    class Bound {
      public:
        Bound(const CompanyId& company, std::span<const Value> args) {
            take(company);
            take_all(args);
        }
        explicit Bound(std::span<const Value> args) { take_all(args); }
        std::span<const Value> values() const { return {values_.data(), values_.size()}; }

      private:
        void take(const Value& value) { values_.push_back(value); }
        void take_all(std::span<const Value> args) {
            values_.insert(values_.end(), args.begin(), args.end());
        }

        boost::container::small_vector<Value, 32> values_;  // on the stack for all but the longest lists
    };

    Bound bind(const Sql&, Args args) const { return {company(), args.values()}; }
    Bound bind(const ListQuery& query, Args) const { return {company(), query.values()}; }
    Bound bind(const KeptQuery& query, Args) const { return {company(), query.values()}; }
    static Bound bind(const GlobalSql&, Args args) { return Bound{args.values()}; }
    static Statement statement(const Sql& sql) { return {sql.name, sql.text, true}; }
    static Statement statement(const ListQuery& query) { return {query.name(), query.text(), false}; }
    static Statement statement(const KeptQuery& query) { return {query.name(), query.text(), false}; }
    static Statement statement(const GlobalSql& sql) { return {sql.name, sql.text, true}; }

    Connection& connection_;

  private:
    friend class TextSearch;  // whose SQL differs between the engines

    template <class Query>
    void visit(const Query& query, Args args, Connection::Visit visit) {
        if (stop_.stop_requested()) throw timed_out();
        connection_.query(statement(query), bind(query, args).values(), visit);
    }

    const std::optional<CompanyId> company_;
    const std::stop_token& stop_;

  protected:
    Shared& shared_;
};

// Passkey: only migrate() can change the schema.
class SchemaKey {
    friend std::vector<std::string> migrate(Db& db);
    SchemaKey() = default;
};

// A Snapshot that can also write, atomically.
class Tx : public Snapshot {
  public:
    using Snapshot::Snapshot;

    // Returns the number of changed rows. A conditional write (… WHERE state = 'OLD') thereby detects that
    // another one was first.
    template <class Query>
    std::int64_t execute(const Query& query, Args args) {
        return connection_.execute(statement(query), bind(query, args).values());
    }

    // For writes whose result is not needed: on PostgreSQL they share one round trip.
    template <class Query>
    void enqueue(const Query& query, Args args) {
        connection_.enqueue(statement(query), bind(query, args).values());
    }

    template <class AnyId>
    AnyId new_id() {
        return shared_.ids.make<AnyId>(now);
    }

    // Notifies the listener of the database after the commit; never if the transaction is rolled back.
    void announce(std::string_view topic) {
        connection_.announcements.push_back({company(), std::string{topic}});
    }

    // The same transaction, for the data of a company that it found by itself.
    Tx within(const CompanyId& company) { return {connection_, now, company, shared_}; }

    Connection& connection(SchemaKey) { return connection_; }
};

// Work to run in a transaction. The caller keeps it alive until done() was called.
template <class Access>
class Work {
  public:
    explicit Work(const std::optional<CompanyId>& whose) : company(whose) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    virtual ~Work() = default;

    // Runs in its own transaction, which is committed when it returns and rolled back when it throws. It may
    // be retried, so it must have no side effects outside of `access` and itself.
    virtual void run(Access& access) = 0;

    // Called once after commit or rollback, on the thread that did it.
    virtual void done(std::exception_ptr failure) noexcept = 0;

    const std::optional<CompanyId> company;
    std::stop_token stop;  // on request a read ends early, and a write that has not begun is skipped
};

using ReadWork = Work<Snapshot>;
using WriteWork = Work<Tx>;

enum class Weight { light, heavy };  // a point read, or one that may take long

class Db {
  public:
    Db() = default;
    Db(const Db&) = delete;
    Db& operator=(const Db&) = delete;
    virtual ~Db() = default;

    // Read and write synchronously. Together with start() these are the only ways to access data.
    template <class F>
    auto read(const std::optional<CompanyId>& company, F work, const std::stop_token& stop = {}) {
        return wait_for<Snapshot>(company, work, [&](ReadWork& piece) {
            piece.stop = stop;
            run(piece);
        });
    }
    template <class F>
    auto write(const std::optional<CompanyId>& company, F work) {
        return wait_for<Tx>(company, work, [this](WriteWork& piece) { run(piece); });
    }

    // Calls the listener with announcements of committed transactions. It must not block or use the database.
    [[nodiscard]] Listening listen(Announcer::Listener listener) {
        return {shared_.announcer, std::move(listener)};
    }

    // Do light reads run synchronously on the calling thread?
    virtual bool reads_at_once() const = 0;

    // Asynchronous: done() may be called before start() returns, or later on another thread.
    virtual void start(ReadWork& work, Weight weight) = 0;
    virtual void start(WriteWork& work) = 0;

  protected:
    virtual void run(ReadWork& work) = 0;
    virtual void run(WriteWork& work) = 0;

    Shared shared_;

  private:
    template <class Access, class F, class Run>
    static auto wait_for(const std::optional<CompanyId>& company, F& work, Run run) {
        using Result = std::invoke_result_t<F&, Access&>;
        struct Piece final : Work<Access> {
            Piece(const std::optional<CompanyId>& whose, F& f) : Work<Access>(whose), work(f) {}
            void run(Access& access) override {
                if constexpr (std::is_void_v<Result>) {
                    work(access);
                } else {
                    result.emplace(work(access));
                }
            }
            void done(std::exception_ptr why) noexcept override { failure = std::move(why); }

            F& work;
            std::exception_ptr failure;
            std::optional<std::conditional_t<std::is_void_v<Result>, bool, Result>> result;
        };
        Piece piece{company, work};
        run(piece);
        if (piece.failure) std::rethrow_exception(piece.failure);
        if constexpr (!std::is_void_v<Result>) return std::move(*piece.result);
    }
};

}  // namespace callboard::db
