#include <fmt/format.h>

#include "app/store.h"
#include "cli/command.h"
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

}  // namespace

void add_maintenance(CommandSpec& root) {
    command<Migrate>(root, "migrate", "Apply pending schema migrations");
    command<OpenApi>(root, "openapi", "Print the OpenAPI 3.1 document");
    command<Version>(root, "version", "Print the version");
}

}  // namespace callboard::cli
