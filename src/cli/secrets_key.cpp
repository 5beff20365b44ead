#include <fmt/format.h>

#include "app/shared_key.h"
#include "app/store.h"
#include "cli/command.h"

namespace callboard::cli {
namespace {

struct AcceptSecretsKey : Common {
    void run() const {
        const settings::Settings loaded = settings();
        app::Store store{loaded, 1};
        const app::AcceptedKey accepted = app::accept_secrets_key(loaded, store.db());
        std::string text = accepted.changed
                               ? "Servers of this database need this secrets key now."
                               : "Nothing had to be changed: the database has no other secrets key.";
        if (accepted.unreadable > 0)
            text += fmt::format(
                "\nIt does not decrypt {}{} keys or credentials of webhook subscriptions: set them again.",
                accepted.has_more ? "at least " : "", accepted.unreadable);
        output().result({{"changed", accepted.changed}, {"unreadable", accepted.unreadable}}, text);
    }
};

}  // namespace

void add_secrets_key(CommandSpec& root) {
    CommandSpec& group = root.add("secrets-key", "The key that encrypts secrets in the database");
    command<AcceptSecretsKey>(group, "accept",
                              "Let servers use the key of these settings, after the one before was lost",
                              settings::Audience::server);
}

}  // namespace callboard::cli
