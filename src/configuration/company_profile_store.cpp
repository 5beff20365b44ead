#include "configuration/company_profile_store.h"

#include "base/encoding.h"

namespace callboard::configuration::store {
namespace {

// Pages in the memory of this process are checked again.
constexpr std::string_view kPublicPages = "careers";

constexpr db::Sql kFind{"company_profile_find", R"sql(
    SELECT website, industry, country_code, region, city, postal_code, address, version
    FROM company_profile WHERE company_id = $1)sql"};

constexpr db::Sql kPut{"company_profile_put", R"sql(
    INSERT INTO company_profile (company_id, website, industry, country_code, region, city, postal_code, address, version,
                                 updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (company_id) DO UPDATE SET website = excluded.website, industry = excluded.industry,
                                           country_code = excluded.country_code, region = excluded.region,
                                           city = excluded.city, postal_code = excluded.postal_code,
                                           address = excluded.address, version = excluded.version,
                                           updated_at = excluded.updated_at)sql"};

constexpr db::Sql kCountLogos{"company_logo_count",
                              "SELECT count(*) FROM company_logo WHERE company_id = $1"};

constexpr db::Sql kFindLogo{"company_logo_find",
                            "SELECT format, content FROM company_logo WHERE company_id = $1"};

constexpr db::Sql kPutLogo{"company_logo_put", R"sql(
    INSERT INTO company_logo (company_id, format, content, updated_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (company_id) DO UPDATE SET format = excluded.format, content = excluded.content,
                                           updated_at = excluded.updated_at)sql"};

constexpr db::Sql kDeleteLogo{"company_logo_delete", "DELETE FROM company_logo WHERE company_id = $1"};

std::pair<CompanyProfile, std::int64_t> profile_from(const db::Row& row) {
    return {{.website = row.optional_string(0),
             .industry = row.optional_string(1),
             .location = {.country_code = row.optional_string(2),
                          .region = row.optional_string(3),
                          .city = row.optional_string(4),
                          .postal_code = row.optional_string(5),
                          .address = row.optional_string(6)}},
            row.integer(7)};
}

}  // namespace

std::pair<CompanyProfile, std::int64_t> find_profile(db::Snapshot& snapshot) {
    return snapshot.first(kFind, {}, profile_from).value_or(std::pair{CompanyProfile{}, std::int64_t{0}});
}

void put_profile(db::Tx& tx, const CompanyProfile& profile, std::int64_t version) {
    const CompanyLocation& location = profile.location;
    tx.execute(kPut, {profile.website, profile.industry, location.country_code, location.region,
                      location.city, location.postal_code, location.address, version, tx.now});
    tx.announce(kPublicPages);
}

bool has_logo(db::Snapshot& snapshot) {
    return snapshot.number(kCountLogos) > 0;
}

std::optional<accounts::Avatar> find_logo(db::Snapshot& snapshot) {
    return snapshot.first(kFindLogo, {}, [](const db::Row& row) {
        return accounts::Avatar{.format = row.member<accounts::ImageFormat>(0),
                                .bytes = from_base64(row.string(1)).value_or("")};
    });
}

void put_logo(db::Tx& tx, accounts::ImageFormat format, std::string_view bytes) {
    const std::string content = to_base64(bytes);
    tx.execute(kPutLogo, {format, content, tx.now});
    tx.announce(kPublicPages);
}

bool delete_logo(db::Tx& tx) {
    tx.announce(kPublicPages);
    return tx.execute(kDeleteLogo, {}) == 1;
}

}  // namespace callboard::configuration::store
