#include "configuration/company_creation.h"

#include "accounts/administration.h"
#include "configuration/initial_data.h"

namespace callboard::configuration {

accounts::Company create_company(db::Tx& tx, const std::string& name,
                                 const std::optional<std::string>& identifier) {
    auto company = accounts::add_company(tx, name, identifier);
    db::Tx inside = tx.within(company.id);
    add_initial_data(inside);
    return company;
}

}  // namespace callboard::configuration
