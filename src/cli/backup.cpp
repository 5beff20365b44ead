#include "app/backup.h"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/database_name.h"
#include "app/restore.h"
#include "base/clock.h"
#include "cli/command.h"
#include "cli/progress_bar.h"

namespace callboard::cli {
namespace {

std::optional<std::size_t> number_to_keep(const std::optional<std::string>& text) {
    if (!text) return std::nullopt;
    constexpr std::size_t kMost = 100'000;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc{} || end != text->data() + text->size() || number < 1 || number > kMost)
        throw UsageError(fmt::format("--keep: '{}' is not a number from 1 to {}", *text, kMost));
    return number;
}

struct BackUp : Common {
    std::string file;
    std::optional<std::string> key_file;
    std::optional<std::string> keep;

    void run() const {
        const SystemStopwatch stopwatch;
        const app::BackupRequest request{.target = file, .key_file = key_file, .keep = number_to_keep(keep)};
        const app::Backup made = [&] {
            ProgressBar bar{ProgressUnit::bytes, stopwatch};
            return app::back_up(settings(), request, SystemClock{},
                                [&](std::int64_t done, std::int64_t total) { bar.show(done, total); });
        }();
        std::vector<std::string> removed;
        for (const auto& old : made.removed) removed.push_back(old.string());
        output().result({{"file", made.file.string()},
                         {"bytes", made.bytes},
                         {"engine", made.engine},
                         {"schema", made.schema},
                         {"reports", made.reports},
                         {"encrypted", key_file.has_value()},
                         {"secrets_key", made.has_secrets_key},
                         {"removed", removed}},
                        text_of(made));
    }

  private:
    static std::string text_of(const app::Backup& made) {
        std::string text = fmt::format("Wrote and verified {}, {} bytes, with {} report files.",
                                       made.file.string(), made.bytes, made.reports);
        for (const auto& old : made.removed) text += fmt::format("\nRemoved {}.", old.string());
        if (!made.has_secrets_key)
            text += "\nIt does not contain the secrets key: keep a copy of that file in another place.";
        return text;
    }
};

struct Restore : Common {
    std::string file;
    std::optional<std::string> key_file;

    void run() const {
        const SystemStopwatch stopwatch;
        const settings::Settings loaded = settings();
        const app::Restored made = [&] {
            ProgressBar bar{ProgressUnit::bytes, stopwatch};
            return app::restore(loaded, {.file = file, .key_file = key_file},
                                [&](std::int64_t done, std::int64_t total) { bar.show(done, total); });
        }();
        output().result({{"file", file},
                         {"engine", made.header.engine},
                         {"created_at", to_iso(made.header.created_at)},
                         {"version", made.header.program},
                         {"schema", made.header.schema},
                         {"reports", made.content.reports},
                         {"secrets_key", made.content.has_secrets_key},
                         {"needs_migration", made.needs_migration}},
                        text_of(made, loaded));
    }

  private:
    static std::string text_of(const app::Restored& made, const settings::Settings& settings) {
        std::string text =
            fmt::format("Restored the backup of {} to {}, with {} report files.",
                        to_iso(made.header.created_at), app::database_name(settings), made.content.reports);
        if (made.needs_migration)
            text += "\nIts schema is older: 'callboard migrate' or the next start brings it up to date.";
        if (!made.content.has_secrets_key)
            text +=
                "\nIt does not contain the secrets key: put that file in its place before you start a "
                "server.";
        return text;
    }
};

}  // namespace

void add_backup(CommandSpec& root) {
    command<BackUp>(root, "backup", "Write a consistent copy of all data to a file, while the server runs")
        .needs("file", &BackUp::file, "File to write, which must not exist; with --keep, a directory")
        .takes("--encrypt-with", &BackUp::key_file,
               "File with a key or passphrase; the backup is encrypted and contains the secrets key")
        .takes("--keep", &BackUp::keep,
               "Write callboard-TIME.backup into the directory, and remove all but this many of them");
    command<Restore>(root, "restore", "Put a backup into an empty data directory or database")
        .needs("file", &Restore::file, "File written by 'callboard backup'")
        .takes("--decrypt-with", &Restore::key_file, "File with the key or passphrase of the backup");
}

}  // namespace callboard::cli
