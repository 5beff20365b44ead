#include "support/tenant.h"

#include <stdexcept>

#include <sys/stat.h>

#include "accounts/administration.h"
#include "accounts/company_store.h"
#include "accounts/role.h"
#include "app/store.h"
#include "configuration/company_creation.h"
#include "settings/settings.h"

namespace callboard::test {
namespace {

settings::Settings settings_of(const Arguments& where) {
    std::vector<settings::Given> given;
    for (std::size_t i = 0; i + 1 < where.size(); i += 2)
        given.push_back({.name = where[i].substr(2), .values = {where[i + 1]}, .origin = where[i]});
    settings::Settings loaded = settings::load(given, std::nullopt, {});
    loaded.log_level = "warn";
    return loaded;
}

// Restores the umask: the program makes its files private, but a test process also creates files for others.
class UmaskGuard {
  public:
    ~UmaskGuard() { umask(before_); }

  private:
    const mode_t before_ = umask(077);
};

}  // namespace

Tenant add_tenant(const Arguments& where, const std::string& identifier) {
    const UmaskGuard kept;
    app::Store store{settings_of(where), 1, app::StoreMode::create};
    const CompanyId company = store.db().write(std::nullopt, [&](db::Tx& tx) {
        return configuration::create_company(tx, identifier, identifier).id;
    });
    const std::string email = "admin@" + identifier + ".test";
    const Secret key = accounts::new_api_key();
    const auto credential = store.db().write(company, [&](db::Tx& tx) {
        accounts::add_user(tx,
                           {.email = email,
                            .first_name = "Ada",
                            .last_name = "Admin",
                            .role = accounts::Role::administrator},
                           kTenantPasswordHash);
        return accounts::create_api_key(tx, email, key);
    });
    return {.identifier = identifier,
            .email = email,
            .api_key = std::string{key.reveal()},
            .credential_id = std::string{credential.id.text()}};
}

Colleague add_colleague(const Arguments& where, const std::string& company, const std::string& email,
                        const std::string& role) {
    const UmaskGuard kept;
    app::Store store{settings_of(where), 1};
    const auto owner = store.db().read(std::nullopt, [&](db::Snapshot& snapshot) {
        return accounts::store::find_company(snapshot, company);
    });
    if (!owner) throw std::runtime_error("there is no company " + company);
    const Secret key = accounts::new_api_key();
    const auto user = store.db().write(owner->id, [&](db::Tx& tx) {
        const auto made = accounts::add_user(tx,
                                             {.email = email,
                                              .first_name = "Robin",
                                              .last_name = role,
                                              .role = named<accounts::Role>(role).value()},
                                             kTenantPasswordHash);
        accounts::create_api_key(tx, email, key);
        return made.id;
    });
    return {.id = std::string{user.text()}, .key = std::string{key.reveal()}};
}

}  // namespace callboard::test
