#include "app/restore.h"

#include <stdexcept>
#include <string>

#include "app/data_dir.h"
#include "app/empty_place.h"
#include "app/secrets_key.h"
#include "archive/archive_key.h"
#include "base/error.h"
#include "base/partial_file.h"
#include "db/backup.h"
#include "db/migrate.h"

namespace callboard::app {
namespace {

using std::filesystem::path;

constexpr int kPasses = 3;  // over the file: verify, write the files, write the database

void require_engine(const archive::Header& header, const settings::Settings& settings, const path& file) {
    if (header.engine == (settings.database ? "postgresql" : "sqlite")) return;
    if (header.engine == "sqlite")
        throw conflict("OTHER_ENGINE",
                       file.string() +
                           " is a backup of SQLite: restore it without --database, into a data "
                           "directory");
    if (header.engine == "postgresql")
        throw conflict("OTHER_ENGINE",
                       file.string() + " is a backup of PostgreSQL: give an empty database with --database");
    throw conflict("OTHER_ENGINE", file.string() +
                                       " is a backup of a database that this version of callboard "
                                       "does not know");
}

void require_known_schema(const archive::Header& header, const path& file) {
    const std::int64_t known = db::known_schema();
    if (header.schema <= 0)
        throw std::runtime_error(file.string() + " is damaged: its header has no valid schema number");
    if (header.schema <= known) return;
    throw conflict("NEWER_SCHEMA", file.string() + " has schema " + std::to_string(header.schema) +
                                       " of callboard " + header.program +
                                       "; this version (" CALLBOARD_VERSION ") knows " +
                                       std::to_string(known) + ": use that version, or a newer one");
}

std::string all_of(Pieces pieces) {
    constexpr std::size_t kMost = 1024;
    std::string text;
    for (auto piece = pieces(); !piece.empty(); piece = pieces())
        if (text += piece; text.size() > kMost)
            throw archive::BadArchive{"is damaged: an entry is too large"};
    return text;
}

void write_file(Pieces pieces, PartialFile& to) {
    for (auto piece = pieces(); !piece.empty(); piece = pieces()) to.append(piece);
}

class Restorer {
  public:
    Restorer(const settings::Settings& settings, const RestoreRequest& request,
             FunctionRef<void(std::int64_t done, std::int64_t total)> progress)
        : settings_(settings), file_(request.file), name_(request.file), progress_(progress) {
        if (request.key_file) passphrase_.emplace(archive::read_passphrase(*request.key_file));
    }

    Restored run() {
        Restored restored{.header = file_.header(), .content = {}};
        require_engine(restored.header, settings_, name_);
        require_known_schema(restored.header, name_);
        require_empty(settings_);
        restored.content = verify();
        restored.needs_migration = restored.header.schema < db::known_schema();
        if (settings_.database) {
            write_files(restored.content);
            write_postgres();
        } else {
            prepare_data_dir(settings_.data_dir);
            const DataDirLock lock{settings_.data_dir};
            require_empty(settings_);
            write_sqlite(restored);
        }
        return restored;
    }

  private:
    BackupContent read(FunctionRef<void(const archive::Entry&, Pieces)> receive) {
        const auto count = [this](std::int64_t bytes) { progress_(done_ += bytes, kPasses * file_.size()); };
        return file_.read(passphrase_, count, receive);
    }

    BackupContent verify() {
        return read([&](const archive::Entry& entry, Pieces pieces) {
            if (entry.kind != kSecretsKeyEntry) return;
            const Secret text{all_of(pieces)};
            if (!is_secrets_key_text(text))
                throw archive::BadArchive{"is damaged: its secrets key is malformed"};
            require_secrets_key_fits(settings_, text);
        });
    }

    // Files that were restored by an interrupted restore are replaced.
    void write_files(const BackupContent& content) {
        if (content.has_secrets_key) prepare_data_dir(settings_.data_dir);
        if (content.reports > 0) prepare_report_dir(settings_);
        if (!content.has_secrets_key && content.reports == 0) return;
        read([&](const archive::Entry& entry, Pieces pieces) {
            if (entry.kind == kSecretsKeyEntry) {
                keep_secrets_key(settings_, Secret{all_of(pieces)});
            } else if (entry.kind == kReportEntry) {
                PartialFile report{report_dir(settings_) / entry.name, PartialFile::Writers::many};
                write_file(pieces, report);
                report.finish(PartialFile::Existing::replace);
            }
        });
    }

    // The database is written and checked first, and gets its name last.
    void write_sqlite(const Restored& restored) {
        PartialFile database{database_file(settings_.data_dir), PartialFile::Writers::one};
        read([&](const archive::Entry& entry, Pieces pieces) {
            if (entry.kind != kDatabaseEntry) return;
            write_file(pieces, database);
            if (const auto fault = db::fault_of_sqlite(database.path(), restored.header.schema))
                throw archive::BadArchive{*fault};
        });
        write_files(restored.content);
        try {
            database.finish(PartialFile::Existing::keep);
        } catch (const FileExists& error) {
            throw not_empty(error.what());
        }
    }

    void write_postgres() {
        read([&](const archive::Entry& entry, Pieces pieces) {
            if (entry.kind == kDatabaseEntry) db::restore_postgres(*settings_.database, pieces);
        });
    }

    const settings::Settings& settings_;
    const BackupFile file_;
    const path name_;
    const FunctionRef<void(std::int64_t done, std::int64_t total)> progress_;
    std::optional<Secret> passphrase_;
    std::int64_t done_ = 0;
};

}  // namespace

Restored restore(const settings::Settings& settings, const RestoreRequest& request,
                 FunctionRef<void(std::int64_t done, std::int64_t total)> progress) {
    return Restorer{settings, request, progress}.run();
}

}  // namespace callboard::app
