#include "cli/user_administration.h"

#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "accounts/second_factor.h"
#include "accounts/user_store.h"
#include "app/store.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/password_option.h"

namespace callboard::cli {
namespace {

struct ListUsers : Common {
    std::string company;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        std::vector<Fields> items;
        for (const auto& [user, has_password] : store.db().read(id, accounts::store::people)) {
            items.push_back({{"user_id", std::string{user.id.text()}},
                             {"email", user.email},
                             {"name", user.first_name + " " + user.last_name},
                             {"role", std::string{name_of(user.role)}},
                             {"active", user.state == accounts::UserState::active},
                             {"has_password", has_password}});
        }
        output().list(items, "The company has no users.");
    }
};

accounts::store::EmailOwner person_with(db::Db& db, const std::string& email,
                                        const std::optional<std::string>& company) {
    return db.read(std::nullopt,
                   [&](db::Snapshot& snapshot) { return accounts::find_person(snapshot, email, company); });
}

struct SetPassword : Common {
    std::string email;
    std::optional<std::string> company;
    bool password_stdin = false;

    void run() const {
        const Secret password =
            password_stdin ? password_from_standard_input() : accounts::generate_password();
        const std::string hash = accounts::hash_password(password);

        app::Store store{settings(), 1};
        const auto owner = person_with(store.db(), email, company);
        store.db().write(owner.company,
                         [&](db::Tx& tx) { accounts::reset_password(tx, owner.user.id, hash); });

        Fields fields{{"user_id", std::string{owner.user.id.text()}}, {"email", owner.user.email}};
        std::string text = fmt::format("Set the password of {} and ended all sessions.", owner.user.email);
        if (owner.user.state == accounts::UserState::inactive)
            text +=
                "\nThe user is inactive; an administrator must activate the account before the user can sign "
                "in.";
        if (!password_stdin) {
            fields.emplace_back("password", password.reveal());
            text += fmt::format("\nPassword (shown only once): {}", password.reveal());
        }
        output().result(fields, text);
    }
};

struct DeactivateUser : Common {
    std::string email;
    std::optional<std::string> company;

    void run() const {
        app::Store store{settings(), 1};
        const auto owner = person_with(store.db(), email, company);
        store.db().write(owner.company,
                         [&](db::Tx& tx) { accounts::deactivate_as_operator(tx, owner.user.id); });
        output().result({{"user_id", std::string{owner.user.id.text()}}, {"email", owner.user.email}},
                        owner.user.state == accounts::UserState::inactive
                            ? owner.user.email + " is already inactive."
                            : "Deactivated " + owner.user.email +
                                  "; all sessions, keys and tokens of this "
                                  "user are refused from now on.");
    }
};

struct ResetSecondFactor : Common {
    std::string email;
    std::optional<std::string> company;

    void run() const {
        app::Store store{settings(), 1};
        const auto owner = person_with(store.db(), email, company);
        const bool removed = store.db().write(
            owner.company, [&](db::Tx& tx) { return accounts::reset_second_factor(tx, owner.user.id, {}); });
        output().result({{"user_id", std::string{owner.user.id.text()}},
                         {"email", owner.user.email},
                         {"removed", removed}},
                        removed
                            ? "Removed the second factor of " + owner.user.email +
                                  " and ended all sessions: the password is enough to sign in, and to set up "
                                  "a new one."
                            : owner.user.email + " has no second factor.");
    }
};

constexpr const char* kCompanyHelp =
    "Identifier of the company, if inactive users of several companies share the e-mail";

}  // namespace

void add_user_administration(CommandSpec& user_group) {
    command<ListUsers>(user_group, "list", "List the users of a company")
        .needs("--company", &ListUsers::company, "Identifier of the company");
    command<SetPassword>(user_group, "set-password", "Set a user's password and end all sessions")
        .needs("--email", &SetPassword::email, "E-mail address of the user")
        .takes("--company", &SetPassword::company, kCompanyHelp)
        .flag("--password-stdin", &SetPassword::password_stdin,
              "Read the password from standard input; otherwise one is generated and printed");
    command<ResetSecondFactor>(user_group, "reset-second-factor",
                               "Remove the second factor of a user who lost it, and end the user's sessions")
        .needs("--email", &ResetSecondFactor::email, "E-mail address of the user")
        .takes("--company", &ResetSecondFactor::company, kCompanyHelp);
    command<DeactivateUser>(user_group, "deactivate",
                            "Deactivate a user: sign-in, sessions, keys and tokens are refused")
        .needs("--email", &DeactivateUser::email, "E-mail address of the user")
        .takes("--company", &DeactivateUser::company, kCompanyHelp);
}

}  // namespace callboard::cli
