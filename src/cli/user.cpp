#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/password.h"
#include "app/store.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "cli/password_option.h"
#include "cli/user_administration.h"

namespace callboard::cli {
namespace {

struct AddUser : Common {
    std::string company;
    std::string email;
    std::string first_name;
    std::string last_name;
    std::string role;
    bool password_stdin = false;

    void run() const {
        const accounts::NewUser who{.email = email,
                                    .first_name = first_name,
                                    .last_name = last_name,
                                    .role = named<accounts::Role>(role).value()};
        const Secret password =
            password_stdin ? password_from_standard_input() : accounts::generate_password();
        const std::string hash = accounts::hash_password(password);

        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        const auto user = store.db().write(id, [&](db::Tx& tx) { return accounts::add_user(tx, who, hash); });

        Fields fields{{"user_id", std::string{user.id.text()}}, {"email", user.email}};
        std::string text = fmt::format("Added {} with the role {}.", user.email, role);
        if (!password_stdin) {
            fields.emplace_back("password", password.reveal());
            text += fmt::format("\nPassword (shown only once): {}", password.reveal());
        }
        output().result(fields, text);
    }
};

}  // namespace

void add_user(CommandSpec& root) {
    CommandSpec& group = root.add("user", "Users of a company");
    command<AddUser>(group, "add", "Add an active user")
        .needs("--company", &AddUser::company, "Identifier of the company")
        .needs("--email", &AddUser::email, "E-mail address")
        .needs("--first-name", &AddUser::first_name, "First name")
        .needs("--last-name", &AddUser::last_name, "Last name")
        .needs("--role", &AddUser::role, "System role")
        .one_of(role_names())
        .flag("--password-stdin", &AddUser::password_stdin,
              "Read the password from standard input; otherwise one is generated and printed");
    add_user_administration(group);
}

}  // namespace callboard::cli
