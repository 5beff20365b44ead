#include "careers/site_store.h"

#include <algorithm>

#include "base/encoding.h"

namespace callboard::careers::store {
namespace {

constexpr db::GlobalSql kFind{"careers_site_find", R"sql(
    SELECT c.id, c.identifier, c.name,
           (SELECT CAST(COALESCE(SUM(v.number), 0) AS BIGINT) FROM posting_version v WHERE v.company_id = c.id),
           (SELECT COALESCE(MAX(v.changed_at), 0) FROM posting_version v WHERE v.company_id = c.id),
           COALESCE((SELECT p.version FROM careers_page p WHERE p.company_id = c.id), 0),
           COALESCE((SELECT p.updated_at FROM careers_page p WHERE p.company_id = c.id), 0),
           COALESCE((SELECT p.version FROM company_profile p WHERE p.company_id = c.id), 0),
           COALESCE((SELECT p.updated_at FROM company_profile p WHERE p.company_id = c.id), 0),
           COALESCE((SELECT l.updated_at FROM company_logo l WHERE l.company_id = c.id), 0),
           (SELECT count(*) FROM application_form f WHERE f.company_id = c.id),
           (SELECT CAST(COALESCE(SUM(f.version), 0) AS BIGINT) FROM application_form f WHERE f.company_id = c.id),
           (SELECT COALESCE(MAX(f.updated_at), 0) FROM application_form f WHERE f.company_id = c.id)
    FROM company c WHERE c.identifier_key = $1)sql"};

constexpr db::Sql kFacets{"careers_facets", R"sql(
    SELECT DISTINCT department_id, country, language, location_type
    FROM posting WHERE company_id = $1 AND state = 'ACTIVE' AND visibility = 'PUBLIC')sql"};

constexpr db::Sql kFacetsForEmployees{"careers_facets_for_employees", R"sql(
    SELECT DISTINCT department_id, country, language, location_type
    FROM posting WHERE company_id = $1 AND state = 'ACTIVE')sql"};

constexpr db::Sql kSitemap{"careers_sitemap", R"sql(
    SELECT id, slug, released_at FROM posting
    WHERE company_id = $1 AND state = 'ACTIVE' AND visibility = 'PUBLIC'
    ORDER BY released_at DESC, uuid DESC LIMIT $2)sql"};

Site site_from(const db::Row& row) {
    Site site{.company = row.id<CompanyId>(0),
              .identifier = row.string(1),
              .name = row.string(2),
              .version = row.string(2),
              .changed_at = std::nullopt};
    for (const int number : {3, 5, 7, 9, 10, 11, 12})
        site.version.append(" ").append(std::to_string(row.integer(number)));
    std::int64_t changed_at = 0;
    for (const int time : {4, 6, 8, 9, 12}) changed_at = std::max(changed_at, row.integer(time));
    if (changed_at > 0) site.changed_at = Timestamp{changed_at};
    return site;
}

}  // namespace

std::optional<Site> find_site(db::Snapshot& snapshot, std::string_view identifier) {
    const std::string key = fold(identifier);
    return snapshot.first(kFind, {key}, site_from);
}

std::vector<Facet> facets(db::Snapshot& snapshot, postings::Visitor visitor) {
    const db::Sql& query = visitor == postings::Visitor::employee ? kFacetsForEmployees : kFacets;
    return snapshot.all(query, {}, [](const db::Row& row) {
        return Facet{.department = row.string(0),
                     .country = row.string(1),
                     .language = row.string(2),
                     .workplace = row.string(3)};
    });
}

std::vector<SitemapLine> sitemap_lines(db::Snapshot& snapshot, std::int64_t most) {
    return snapshot.all(kSitemap, {most}, [](const db::Row& row) {
        return SitemapLine{.id = row.id<PostingId>(0), .slug = row.string(1), .released_at = row.time(2)};
    });
}

}  // namespace callboard::careers::store
