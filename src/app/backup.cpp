#include "app/backup.h"

#include <string_view>
#include <system_error>
#include <utility>

#include "app/backup_file.h"
#include "app/backup_rotation.h"
#include "app/data_dir.h"
#include "app/database_name.h"
#include "app/report_files.h"
#include "app/secrets_key.h"
#include "archive/archive.h"
#include "archive/archive_key.h"
#include "base/error.h"
#include "base/partial_file.h"
#include "base/secret.h"
#include "db/backup.h"
#include "db/inspection.h"
#include "db/migrate.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

Error taken(const path& target) {
    return conflict("OUTPUT_EXISTS",
                    target.string() + " already exists and is not overwritten; choose another name");
}

// Work that is done in several passes over the same bytes.
class Meter {
  public:
    explicit Meter(BackupProgress progress) : progress_(progress) {}

    void expect(std::int64_t bytes) { total_ += bytes; }
    void add(std::int64_t bytes) { progress_(done_ += bytes, total_); }

  private:
    const BackupProgress progress_;
    std::int64_t done_ = 0;
    std::int64_t total_ = 0;
};

std::int64_t schema_in(db::Snapshot& snapshot, db::Engine engine, const settings::Settings& settings) {
    const std::int64_t found = db::schema_report(snapshot, engine).found;
    if (found == 0)
        throw not_found("NO_DATABASE", database_name(settings) + " has no callboard tables to back up");
    return found;
}

// Copies a file into the archive. Returns false if it no longer exists.
bool append_file(archive::Writer& writer, const archive::Entry& entry, const path& file, Meter& meter) {
    const RegularFile in{file};
    if (!in.exists()) return false;
    writer.begin(entry);
    in.read([&](std::string_view piece) {
        writer.append(piece);
        meter.add(std::ssize(piece));
    });
    return true;
}

class Maker {
  public:
    Maker(const settings::Settings& settings, std::optional<Secret> passphrase, const Clock& clock,
          Meter& meter)
        : settings_(settings), passphrase_(std::move(passphrase)), clock_(clock), meter_(meter) {}

    Backup make(const path& target) {
        Backup made{.file = target, .engine = settings_.database ? "postgresql" : "sqlite"};
        PartialFile partial{target, PartialFile::Writers::one};
        if (settings_.database) {
            write_postgres(made, partial);
        } else {
            write_sqlite(made, partial);
        }
        read_back(partial);
        made.bytes = partial.finish(PartialFile::Existing::keep);
        return made;
    }

  private:
    // The copy is in the data directory, not beside the target: the target may be on a disk where only
    // encrypted data may be.
    void write_sqlite(Backup& made, PartialFile& partial) {
        const path database = database_file(settings_.data_dir);
        const auto size = static_cast<std::int64_t>(std::filesystem::file_size(database));
        meter_.expect(2 * size);
        const PartialFile copy{path{database} += ".backup", PartialFile::Writers::one};
        db::copy_sqlite(database, copy.path(), [&](std::int64_t bytes) { meter_.add(bytes); });
        db::inspect_sqlite(copy.path(), clock_, [&](db::Snapshot& snapshot, const db::EngineFacts&) {
            made.schema = schema_in(snapshot, db::Engine::sqlite, settings_);
        });
        archive::Writer writer = writer_of(made, partial);
        append_file(writer, {.kind = std::string{kDatabaseEntry}, .name = {}}, copy.path(), meter_);
        write_rest(made, writer, partial);
    }

    void write_postgres(Backup& made, PartialFile& partial) {
        meter_.expect(db::look_at_postgres(*settings_.database).bytes);
        made.schema = postgres_schema();
        archive::Writer writer = writer_of(made, partial);
        writer.begin({.kind = std::string{kDatabaseEntry}, .name = {}});
        db::dump_postgres(*settings_.database, [&](std::string_view bytes) {
            writer.append(bytes);
            meter_.add(std::ssize(bytes));
        });
        // The header was written before the snapshot of pg_dump existed.
        if (postgres_schema() != made.schema)
            throw conflict("SCHEMA_CHANGED", "the schema was migrated during the backup; start it again");
        write_rest(made, writer, partial);
    }

    // After the database: every file that it knows as complete is in the folder then, except those that
    // were removed meanwhile.
    void write_rest(Backup& made, archive::Writer& writer, PartialFile& partial) {
        if (passphrase_) {
            if (const auto key = find_secrets_key(settings_)) {
                writer.begin({.kind = std::string{kSecretsKeyEntry}, .name = {}});
                writer.append(secrets_key_text(*key).reveal());
                made.has_secrets_key = true;
            }
        }
        for (const path& file : report_files())
            if (append_file(writer, {.kind = std::string{kReportEntry}, .name = file.filename()}, file,
                            meter_))
                ++made.reports;
        writer.finish();
        meter_.expect(static_cast<std::int64_t>(std::filesystem::file_size(partial.path())));
    }

    std::vector<path> report_files() {
        std::vector<path> files = complete_report_files(settings_);
        std::error_code gone;
        for (const path& file : files) {
            const auto size = std::filesystem::file_size(file, gone);
            if (!gone) meter_.expect(static_cast<std::int64_t>(size));
        }
        return files;
    }

    archive::Writer writer_of(const Backup& made, PartialFile& partial) const {
        return {{.engine = made.engine,
                 .program = CALLBOARD_VERSION,
                 .schema = made.schema,
                 .created_at = clock_.now(),
                 .salt = std::nullopt},
                passphrase_,
                [&partial](std::string_view bytes) { partial.append(bytes); }};
    }

    std::int64_t postgres_schema() const {
        std::int64_t found = 0;
        db::inspect_postgres(*settings_.database, clock_,
                             [&](db::Snapshot& snapshot, const db::EngineFacts&) {
                                 found = schema_in(snapshot, db::Engine::postgres, settings_);
                             });
        return found;
    }

    // The copy of SQLite was checked before it was packed, so what comes out is a database.
    void read_back(const PartialFile& partial) {
        const BackupFile file{partial.path()};
        file.read(
            passphrase_, [&](std::int64_t bytes) { meter_.add(bytes); },
            [&](const archive::Entry& entry, Pieces pieces) {
                if (settings_.database && entry.kind == kDatabaseEntry) db::check_postgres_dump(pieces);
            });
    }

    const settings::Settings& settings_;
    const std::optional<Secret> passphrase_;
    const Clock& clock_;
    Meter& meter_;
};

path target_of(const BackupRequest& request, const Clock& clock) {
    path target = std::filesystem::absolute(request.target);
    const bool is_folder = std::filesystem::is_directory(target);
    if (request.keep) {
        if (!is_folder)
            throw not_found("NO_DIRECTORY",
                            target.string() +
                                " is not a directory; with --keep, backups are written into a "
                                "directory that exists");
        return rotated_backup(target, clock.now());
    }
    if (is_folder)
        throw conflict("OUTPUT_EXISTS",
                       target.string() + " is a directory; name a file in it, or use --keep");
    return target;
}

}  // namespace

Backup back_up(const settings::Settings& settings, const BackupRequest& request, const Clock& clock,
               BackupProgress progress) {
    const path target = target_of(request, clock);
    if (std::filesystem::exists(std::filesystem::symlink_status(target))) throw taken(target);
    const path database = database_file(settings.data_dir);
    if (!settings.database && !std::filesystem::exists(database))
        throw not_found("NO_DATABASE", "there is no database " + database.string() + " to back up");
    std::optional<Secret> passphrase;
    if (request.key_file) passphrase.emplace(archive::read_passphrase(*request.key_file));
    try {
        Meter meter{progress};
        Backup made = Maker{settings, passphrase, clock, meter}.make(target);
        if (request.keep) made.removed = remove_old_backups(target.parent_path(), target, *request.keep);
        return made;
    } catch (const FileBusy& busy) {
        throw conflict("BACKUP_RUNNING", std::string{"another backup is running: "} + busy.what());
    } catch (const FileExists&) {
        throw taken(target);
    }
}

}  // namespace callboard::app
