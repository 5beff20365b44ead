#include <fmt/format.h>

#include "app/store.h"
#include "cli/cli.h"
#include "cli/command.h"
#include "cli/completion.h"
#include "cli/manual.h"
#include "edge/openapi.h"
#include "routes.h"

namespace callboard::cli {
namespace {

struct Migrate : Common {
    void run() const {
        const app::Store store{settings(), 1, app::StoreMode::create};  // opening migrates it
        output().result({{"status", "up to date"}}, "The schema is up to date.");
    }
};

struct OpenApi : Common {
    static void run() { fmt::print("{}\n", edge::openapi_document(routes())); }
};

struct Version : Common {
    void run() const { output().result({{"version", CALLBOARD_VERSION}}, CALLBOARD_VERSION); }
};

struct Completion : Common {
    std::string shell;

    void run() const { fmt::print("{}", completion_script(all_commands(), shell)); }
};

struct Manual : Common {
    static void run() { fmt::print("{}", manual_page(all_commands())); }
};

}  // namespace

void add_maintenance(CommandSpec& root) {
    command<Migrate>(root, "migrate", "Apply pending schema migrations");
    command<OpenApi>(root, "openapi", "Print the OpenAPI 3.1 document");
    command<Completion>(root, "completion", "Print a completion script")
        .needs("shell", &Completion::shell, "Shell that reads it")
        .one_of(completion_shells());
    command<Manual>(root, "manual", "Print the manual page callboard(1) in roff");
    command<Version>(root, "version", "Print the version");
}

}  // namespace callboard::cli
