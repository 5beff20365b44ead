#include "configuration/employment_country_store.h"

namespace callboard::configuration::store {
namespace {

constexpr db::Sql kList{"employment_country_list", R"sql(
    SELECT country_code FROM employment_country WHERE company_id = $1 AND type_id = $2 ORDER BY country_code)sql"};

constexpr db::Sql kDelete{"employment_country_delete", R"sql(
    DELETE FROM employment_country WHERE company_id = $1 AND type_id = $2)sql"};

constexpr db::Sql kInsert{"employment_country_insert", R"sql(
    INSERT INTO employment_country (company_id, type_id, country_code) VALUES ($1, $2, $3))sql"};

}  // namespace

std::vector<std::string> list_employment_countries(db::Snapshot& snapshot, std::string_view type) {
    return snapshot.all(kList, {type}, [](const db::Row& row) { return row.string(0); });
}

void replace_employment_countries(db::Tx& tx, std::string_view type,
                                  const std::vector<std::string>& countries) {
    tx.execute(kDelete, {type});
    for (const std::string& country : countries) tx.enqueue(kInsert, {type, country});
}

}  // namespace callboard::configuration::store
