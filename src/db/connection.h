// The interface of a database driver. Private to this folder; other code uses Snapshot and Tx.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/function_ref.h"
#include "base/id.h"
#include "db/value.h"

namespace callboard::db {

enum class Engine { sqlite, postgres };

// A notification to other parts of this program, published after the commit.
struct Announcement {
    CompanyId company;
    std::string topic;
};

struct Statement {
    std::string_view name;  // for logs and messages
    std::string_view text;
    bool fixed;  // a constant of the program, so its address identifies the prepared statement
};

class Connection {
  public:
    using Visit = FunctionRef<bool(const Row&)>;  // returns false to stop early

    virtual ~Connection() = default;

    virtual Engine engine() const = 0;

    virtual void query(const Statement& statement, std::span<const Value> args, Visit visit) = 0;

    // The same for results of any size: only a few rows are in memory at a time. Until it returns, the
    // connection cannot run other statements.
    virtual void stream(const Statement& statement, std::span<const Value> args, Visit visit) = 0;

    // Returns the number of changed rows.
    virtual std::int64_t execute(const Statement& statement, std::span<const Value> args) = 0;

    // Like execute, but without waiting for the result; a failure may be reported by a later call, at the
    // latest by the commit.
    virtual void enqueue(const Statement& statement, std::span<const Value> args) = 0;

    // Several statements without arguments, such as a schema file.
    virtual void script(std::string_view text) = 0;

    // Prevents schema changes by other programs until this transaction ends.
    virtual void lock_schema() = 0;

    std::vector<Announcement> announcements;  // of the transaction in progress

  protected:
    // Guards against other statements while rows are streamed: on PostgreSQL they would receive each other's
    // results.
    class Streaming {
      public:
        explicit Streaming(Connection& connection) : connection_(connection) {
            connection_.require_not_streaming();
            connection_.streams_ = true;
        }
        ~Streaming() { connection_.streams_ = false; }
        Streaming(const Streaming&) = delete;
        Streaming& operator=(const Streaming&) = delete;

      private:
        Connection& connection_;
    };
    void require_not_streaming() const {
        if (streams_) throw internal("asked while rows stream");
    }

  private:
    bool streams_ = false;
};

}  // namespace callboard::db
