// What a driver does for us. Only the files of this folder see it; everybody else has a Snapshot or a Tx.
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

// Something that others in this program want to know once it is committed.
struct Announcement {
    CompanyId company;
    std::string topic;
};

struct Statement {
    std::string_view name;  // for logs and messages
    std::string_view text;
    bool fixed;  // the text is a constant of the program, so its address is enough to know it again
};

class Connection {
  public:
    using Visit = FunctionRef<bool(const Row&)>;  // false ends the visit early

    virtual ~Connection() = default;

    virtual Engine engine() const = 0;

    virtual void query(const Statement& statement, std::span<const Value> args, Visit visit) = 0;

    // The same for results of any size: no more than a few of its rows are in memory at a time. As long as it
    // goes on, nothing else may be asked.
    virtual void stream(const Statement& statement, std::span<const Value> args, Visit visit) = 0;

    // Rows changed.
    virtual std::int64_t execute(const Statement& statement, std::span<const Value> args) = 0;

    // Like execute, for a statement whose result nobody waits for; a failure may be reported by a later call,
    // at the latest by the commit.
    virtual void enqueue(const Statement& statement, std::span<const Value> args) = 0;

    // Several statements at once, without arguments: the schema.
    virtual void script(std::string_view text) = 0;

    // Keeps other programs from changing the schema until this transaction ends.
    virtual void lock_schema() = 0;

    std::vector<Announcement> announcements;  // of the transaction in progress

  protected:
    // While rows stream, the connection is theirs: on PostgreSQL another question would take their answer.
    class Streaming {
      public:
        explicit Streaming(Connection& connection) : connection_(connection) {
            connection_.require_quiet();
            connection_.streams_ = true;
        }
        ~Streaming() { connection_.streams_ = false; }
        Streaming(const Streaming&) = delete;
        Streaming& operator=(const Streaming&) = delete;

      private:
        Connection& connection_;
    };
    void require_quiet() const {
        if (streams_) throw internal("asked while rows stream");
    }

  private:
    bool streams_ = false;
};

}  // namespace callboard::db
