#include "app/move.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "accounts/company_store.h"
#include "app/data_dir.h"
#include "app/database_name.h"
#include "app/empty_place.h"
#include "app/report_files.h"
#include "app/sealed_values.h"
#include "app/secrets_key.h"
#include "app/shared_key.h"
#include "base/error.h"
#include "base/partial_file.h"
#include "base/seal.h"
#include "base/secret.h"
#include "candidates/reindexing.h"
#include "db/migrate.h"
#include "db/text_search.h"
#include "sandbox/deployment_store.h"

namespace callboard::app {
namespace {

using settings::Settings;
using std::filesystem::path;

void require_two_engines(const Settings& from, const Settings& to) {
    if (from.database.has_value() != to.database.has_value()) return;
    throw invalid_request("SAME_ENGINE",
                          std::string{"one place must be a data directory and the other one a PostgreSQL "
                                      "database; between two "} +
                              (from.database ? "PostgreSQL databases" : "data directories") +
                              ", use 'callboard backup' and 'callboard restore'");
}

// SQLite would create the file.
void require_database_file(const Settings& from) {
    if (from.database) return;
    require_own_database_file(from.data_dir);
    std::error_code error;
    if (!std::filesystem::is_regular_file(database_file(from.data_dir), error))
        throw not_found("NO_DATABASE", "there is no database in " + database_name(from));
}

void require_current_schema(db::Snapshot& snapshot, db::Engine engine, const Settings& from) {
    switch (db::schema_state(snapshot, engine)) {
        case db::SchemaState::current: return;
        case db::SchemaState::absent:
            throw not_found("NO_DATABASE", database_name(from) + " has no callboard tables");
        case db::SchemaState::older:
            throw conflict("OLDER_SCHEMA", database_name(from) +
                                               " has an older schema; make a backup, bring it up to date "
                                               "with 'callboard migrate', and start the move again");
        case db::SchemaState::newer:
            throw conflict("NEWER_SCHEMA", database_name(from) +
                                               " has a newer schema than this version of callboard "
                                               "(" CALLBOARD_VERSION "); use the version that made it");
    }
}

// A data directory has its own key, unless its server had the key file that those on PostgreSQL will have.
std::optional<Secret> find_source_key(const Settings& from, const Settings& to) {
    auto key = find_secrets_key(from);
    if (!key && to.secrets_key_file) return find_secrets_key(to);
    return key;
}

// What cannot be read now could not be read after the move either; but with a wrong --data-dir nothing can.
// The identifier of the key, which servers record, says more than the values.
void require_source_key(db::Snapshot& snapshot, const std::optional<Secret>& key, const Settings& from) {
    const auto recorded = sandbox::store::secrets_key_id(snapshot);
    const std::string place = "; name its place with --secrets-key-file" +
                              std::string{from.database ? " or --data-dir" : ""} + ", or ";
    const std::string remedy =
        place +
        (recorded ? "copy it from a backup; if it is lost, run 'callboard secrets-key accept' with a "
                    "new one on the source first"
                  : "delete what is encrypted first: webhook subscriptions with keys or credentials, client "
                    "secrets of single sign-on, second factors");
    if (!key) {
        if (recorded || has_sealed_values(snapshot))
            throw not_found("NO_SECRETS_KEY", std::string{recorded ? "the source was used with a secrets key"
                                                                   : "the source has encrypted values"} +
                                                  ", and there is no secrets key in " +
                                                  from.data_dir.string() + remedy);
        return;
    }
    if (recorded) {
        if (*recorded == secrets_key_id(*key)) return;
        throw conflict("OTHER_SECRETS_KEY",
                       "the source is used with another secrets key than the one given" + remedy);
    }
    const auto found = examine_sealed_values(snapshot, Seal{*key});
    if (found.examined > 0 && found.unreadable == found.examined)
        throw conflict("OTHER_SECRETS_KEY",
                       "the secrets key does not decrypt the values in the source" + remedy);
}

bool is_same_folder(const path& left, const path& right) {
    std::error_code missing;
    return std::filesystem::equivalent(left, right, missing);
}

class Mover {
  public:
    Mover(const Settings& from, const Settings& to, const Clock& clock, MoveProgress progress)
        : from_(from), to_(to), clock_(clock), progress_(progress), key_(find_source_key(from, to)) {}

    Moved run() {
        require_two_engines(from_, to_);
        require_database_file(from_);
        set_private_umask();
        std::optional<DataDirLock> lock;
        if (!from_.database) lock.emplace(from_.data_dir);
        db::TransferSource source = from_.database ? db::TransferSource{*from_.database}
                                                   : db::TransferSource{database_file(from_.data_dir)};
        check(source);
        if (to_.database) {
            fill_postgres(source);
        } else {
            fill_sqlite(source);
        }
        return std::move(moved_);
    }

  private:
    void check(db::TransferSource& source) {
        db::Snapshot snapshot = source.snapshot(clock_.now());
        require_current_schema(snapshot, source.engine(), from_);
        require_source_key(snapshot, key_, from_);
        if (key_) require_secrets_key_fits(to_, secrets_key_text(*key_));
        require_empty(to_);
    }

    void fill_postgres(db::TransferSource& source) {
        db::TransferTarget target{*to_.database, clock_.now()};
        fill(source, target);
        copy_files();
        source.require_locked();
        target.commit();
    }

    void fill_sqlite(db::TransferSource& source) {
        prepare_data_dir(to_.data_dir);
        const DataDirLock lock{to_.data_dir};
        require_empty(to_);
        PartialFile database{database_file(to_.data_dir), PartialFile::Writers::one};
        {
            db::TransferTarget target{database.path(), clock_.now()};
            fill(source, target);
            target.commit();
        }
        copy_files();
        source.require_locked();
        try {
            database.finish(PartialFile::Existing::keep);
        } catch (const FileExists& error) {
            throw not_empty(error.what());
        }
    }

    void fill(db::TransferSource& source, db::TransferTarget& target) {
        moved_.tables = db::inspect_tables(source, target);
        for (const db::TransferredTable& table : moved_.tables) total_ += 2 * table.rows;
        const auto advance = [this](std::int64_t rows) { progress_(done_ += rows, total_); };
        db::copy_tables(source, target, advance);
        index_candidates(target.tx());
        db::compare_tables(source, target, advance);
    }

    static void index_candidates(db::Tx& tx) {
        for (const accounts::Company& company : accounts::store::list_companies(tx)) {
            db::Tx own = tx.within(company.id);
            candidates::Reindexed done;
            do {
                done = candidates::reindex_alone(own, done.last);
                db::TextSearch::write_entries(own);
            } while (done.last);
        }
    }

    // Files that an interrupted move has copied are replaced.
    void copy_files() {
        if (key_) {
            if (!to_.secrets_key_file) prepare_data_dir(to_.data_dir);
            keep_secrets_key(to_, secrets_key_text(*key_));
            moved_.has_secrets_key = true;
        }
        const auto files = complete_report_files(from_);
        if (files.empty() || is_same_folder(report_dir(from_), report_dir(to_))) return;
        const path folder = prepare_report_dir(to_);
        for (const path& file : files) {
            const RegularFile in{file};
            if (!in.exists()) continue;
            PartialFile copy{folder / file.filename(), PartialFile::Writers::many};
            in.read([&](std::string_view piece) { copy.append(piece); });
            copy.finish(PartialFile::Existing::replace);
            ++moved_.reports;
        }
    }

    const Settings& from_;
    const Settings& to_;
    const Clock& clock_;
    const MoveProgress progress_;
    const std::optional<Secret> key_;
    Moved moved_;
    std::int64_t done_ = 0;
    std::int64_t total_ = 0;
};

}  // namespace

Moved move(const Settings& from, const Settings& to, const Clock& clock, MoveProgress progress) {
    return Mover{from, to, clock, progress}.run();
}

}  // namespace callboard::app
