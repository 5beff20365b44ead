#include <optional>
#include <vector>

#include <fmt/format.h>

#include "accounts/administration.h"
#include "accounts/company_store.h"
#include "app/store.h"
#include "cli/command.h"

namespace callboard::cli {
namespace {

struct AddCompany : Common {
    std::string name;
    std::optional<std::string> identifier;

    void run() const {
        app::Store store{settings(), 1, app::StoreMode::create};
        const auto company = store.db().write(
            std::nullopt, [&](db::Tx& tx) { return accounts::add_company(tx, name, identifier); });
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
                             {"created", to_iso(company.created_at)}});
        }
        output().list(items, "There are no companies.");
    }
};

}  // namespace

void add_company(CommandSpec& root) {
    CommandSpec& group = root.add("company", "Companies, the tenants of a server");
    command<AddCompany>(group, "add", "Add a company")
        .needs("--name", &AddCompany::name, "Name of the company")
        .takes("--identifier", &AddCompany::identifier,
               "Short name used in URLs; by default derived from the name");
    command<ListCompanies>(group, "list", "List all companies");
}

}  // namespace callboard::cli
