// Counts the totals of long lists again before they are too old to be shown, so that a request for a list in
// use does not count it. One at a time, on a thread of low priority; if too many wait, requests count as they
// do for a list that was not in use. A driver has one, which ends before what reads need. Thread-safe.
#pragma once

#include <stop_token>
#include <string>

#include "base/workers.h"
#include "db/db.h"

namespace callboard::db {

class TotalRecounts {
  public:
    // `shared` are those of the database.
    TotalRecounts(Db& db, Shared& shared);
    ~TotalRecounts();  // ends the one that is running

    TotalRecounts(const TotalRecounts&) = delete;
    TotalRecounts& operator=(const TotalRecounts&) = delete;

  private:
    void start(const CompanyId& company, const std::string& list, KeptQuery count);
    void run(const CompanyId& company, const std::string& list, const KeptQuery& count);

    Db& db_;
    TotalCache& totals_;
    std::stop_source stop_;
    Workers thread_;
};

}  // namespace callboard::db
