#include "app/move.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/data_dir.h"
#include "app/database_name.h"
#include "base/clock.h"
#include "base/secret.h"
#include "cli/command.h"
#include "cli/progress_bar.h"
#include "cli/table.h"

namespace callboard::cli {
namespace {

bool is_postgres(const std::string& place) {
    return place.starts_with("postgresql://") || place.starts_with("postgres://");
}

// It may contain a password, so messages must not repeat it.
bool looks_like_address(const std::string& place) {
    return place.contains("://") || place.contains('=') ||
           (place.starts_with("postgres") && place.contains(':'));
}

// The settings of a server at this place. The files of a data directory are in it; other places in the
// settings are those of the servers on PostgreSQL.
settings::Settings settings_at(settings::Settings settings, const std::string& option,
                               const std::string& place) {
    if (is_postgres(place)) {
        settings.database.emplace(place);
        return settings;
    }
    if (place.empty() || looks_like_address(place))
        throw UsageError(option + ": must be a data directory, or start with postgresql://");
    settings.database.reset();
    settings.data_dir = place;
    settings.secrets_key_file.reset();
    settings.report_dir.reset();
    return settings;
}

struct Move : Common {
    std::string from;
    std::string to;

    void run() const {
        const SystemStopwatch stopwatch;
        const settings::Settings before = settings_at(settings(), "--from", from);
        const settings::Settings after = settings_at(settings(), "--to", to);
        const app::Moved moved = [&] {
            ProgressBar bar{ProgressUnit::rows, stopwatch};
            return app::move(before, after, SystemClock{},
                             [&](std::int64_t done, std::int64_t total) { bar.show(done, total); });
        }();
        std::vector<Fields> tables;
        std::int64_t rows = 0;
        for (const db::TransferredTable& table : moved.tables) {
            tables.push_back({{"table", table.name}, {"rows", table.rows}});
            rows += table.rows;
        }
        output().result({{"tables", tables},
                         {"rows", rows},
                         {"reports", moved.reports},
                         {"secrets_key", moved.has_secrets_key}},
                        aligned_table(tables, kWidth) + summary(moved, rows, before, after));
    }

  private:
    static constexpr std::size_t kWidth = 80;

    static std::string summary(const app::Moved& moved, std::int64_t rows, const settings::Settings& before,
                               const settings::Settings& after) {
        std::string text = fmt::format("Moved {} rows from {} to {}, and compared each of them.", rows,
                                       app::database_name(before), app::database_name(after));
        if (moved.reports > 0)
            text += fmt::format("\nCopied {} report files to {}.", moved.reports,
                                app::report_dir(after).string());
        if (moved.has_secrets_key && after.database)
            text += fmt::format("\nEvery server needs the secrets key, which is also in {} now.",
                                after.secrets_key_file.value_or(after.data_dir / "secrets.key").string());
        return text + fmt::format(
                          "\nThe source is unchanged. Do not start a server on it again: what it "
                          "accepts would be missing in {}.",
                          app::database_name(after));
    }
};

}  // namespace

void add_move(CommandSpec& root) {
    command<Move>(root, "move", "Move all data between SQLite and PostgreSQL, while no server runs")
        .needs("--from", &Move::from, "Data directory, or postgresql://user@host/name; it is not changed")
        .shown_as("PLACE")
        .needs("--to", &Move::to, "The same, of the other kind; it must be empty")
        .shown_as("PLACE");
}

}  // namespace callboard::cli
