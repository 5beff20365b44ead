#include "app/backup.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "cli/command.h"

namespace callboard::cli {
namespace {

struct BackUp : Common {
    std::string file;

    void run() const {
        const auto made = app::back_up(settings(), file);
        output().result({{"file", std::filesystem::absolute(file).string()},
                         {"bytes", made.bytes},
                         {"engine", std::string{made.engine}}},
                        fmt::format("Wrote {}, {} bytes.\nIt contains only the database: back up the secrets "
                                    "key and the report files separately.",
                                    file, made.bytes));
    }
};

}  // namespace

void add_backup(CommandSpec& root) {
    command<BackUp>(root, "backup", "Write a consistent copy of the database while the server runs")
        .needs("file", &BackUp::file, "File to write; it must not exist");
}

}  // namespace callboard::cli
