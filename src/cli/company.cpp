#include <optional>
#include <vector>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/company_store.h"
#include "accounts/second_factor.h"
#include "app/store.h"
#include "cli/command.h"
#include "cli/company_option.h"
#include "configuration/company_creation.h"

namespace callboard::cli {
namespace {

struct AddCompany : Common {
    std::string name;
    std::optional<std::string> identifier;
    std::optional<std::string> language;

    void run() const {
        app::Store store{settings(), 1, app::StoreMode::create};
        const auto company = store.db().write(std::nullopt, [&](db::Tx& tx) {
            const auto added = configuration::create_company(tx, name, identifier);
            db::Tx inside = tx.within(added.id);
            if (language) accounts::set_language(inside, *language);
            return added;
        });
        output().result(
            {{"company_id", std::string{company.id.text()}}, {"identifier", company.identifier}},
            fmt::format("Added company {} with identifier {}.", company.name, company.identifier));
    }
};

struct ListCompanies : Common {
    void run() const {
        app::Store store{settings(), 1};
        std::vector<Fields> items;
        for (const auto& company : store.db().read(std::nullopt, accounts::store::list_companies)) {
            items.push_back({{"company_id", std::string{company.id.text()}},
                             {"identifier", company.identifier},
                             {"name", company.name},
                             {"language", company.language},
                             {"created", to_iso(company.created_at)}});
        }
        output().list(items, "There are no companies.");
    }
};

struct SetCompany : Common {
    std::string company;
    std::string language;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        store.db().write(id, [&](db::Tx& tx) { accounts::set_language(tx, language); });
        output().result({{"company", company}, {"language", language}},
                        "Mails of " + company + " are in the language " + language +
                            ", unless there are texts in that of the reader.");
    }
};

struct RequireSecondFactor : Common {
    std::string company;
    bool off = false;

    void run() const {
        app::Store store{settings(), 1};
        const CompanyId id = company_named(store.db(), company);
        store.db().write(id, [&](db::Tx& tx) { accounts::require_second_factor(tx, {}, !off); });
        output().result({{"company", company}, {"required", !off}},
                        off ? "Users of " + company + " may sign in without a second factor."
                            : "Users of " + company + " set up a second factor when they sign in next.");
    }
};

}  // namespace

void add_company(CommandSpec& root) {
    CommandSpec& group = root.add("company", "Companies, the tenants of a server");
    command<AddCompany>(group, "add", "Add a company")
        .needs("--name", &AddCompany::name, "Name of the company")
        .takes("--identifier", &AddCompany::identifier,
               "Short name used in URLs; by default derived from the name")
        .takes("--language", &AddCompany::language,
               "Language of mails to people for whose own there are no texts; by default en");
    command<ListCompanies>(group, "list", "List all companies");
    command<SetCompany>(group, "set", "Change a company")
        .needs("--company", &SetCompany::company, "Identifier of the company")
        .needs("--language", &SetCompany::language,
               "Language of mails to people for whose own there are no texts");
    command<RequireSecondFactor>(group, "require-second-factor",
                                 "Require a second factor of all users who sign in")
        .needs("--company", &RequireSecondFactor::company, "Identifier of the company")
        .flag("--off", &RequireSecondFactor::off, "Require it no longer");
}

}  // namespace callboard::cli
