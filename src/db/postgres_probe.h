// Asks a PostgreSQL server about the session of a connection, over another connection to the same address,
// within three seconds. Thread-safe after identify(). Private to this folder.
#pragma once

#include <memory>
#include <string>

#include "db/postgres_role.h"

struct pg_conn;

namespace callboard::db {

class PostgresProbe {
  public:
    // Copies the address and parameters of an open connection.
    PostgresProbe(pg_conn* handle, PostgresRole role);
    ~PostgresProbe();

    PostgresProbe(const PostgresProbe&) = delete;
    PostgresProbe& operator=(const PostgresProbe&) = delete;

    // A query for the session of the connection that executes it: the arguments of identify().
    static const char* const kSession;
    void identify(std::string process, std::string began);

    enum class Finding {
        working,        // runs a statement, or waits for something other than its client
        awaits_client,  // for the next message, or to take the result
        ended,          // the session does not exist
        unknown,        // the server responds, but does not tell
        no_response
    };
    // Returns early, with `working`, when the socket `watched` has input.
    Finding look(int watched) const;

    // Cancels the statement of the session. Returns false if there is no response in time. A server with too
    // many connections refuses to: it can be asked again.
    bool cancel() const;

  private:
    struct Parameters;
    class Call;

    const std::unique_ptr<const Parameters> parameters_;
    bool is_primary_;
    int process_of_handshake_;  // differs from that of the session behind a pooler
    std::string process_;
    std::string began_;
};

}  // namespace callboard::db
