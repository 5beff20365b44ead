#include "postings/posting_list_store.h"

#include <algorithm>
#include <string>
#include <utility>

#include "postings/shown_fields.h"

namespace callboard::postings::store {
namespace {

constexpr db::ListSql kCount{"posting_count", "",
                             "FROM posting p WHERE p.company_id = $1 AND p.state = 'ACTIVE'", ""};

// The page is a list of its own, to which the contents are added: PostgreSQL would read those of the rows
// before the page, too.
constexpr db::ListSql kPage{
    "posting_page",
    "q.id, q.uuid, q.job_ad_id, q.kind, q.visibility, q.title, q.language, q.released_at,"
    " (SELECT c.content FROM posting_content c WHERE c.company_id = $1 AND c.job_id = q.job_id"
    " AND c.job_ad_id = q.job_ad_id)",
    "FROM (SELECT p.id, p.uuid, p.job_id, p.job_ad_id, p.kind, p.visibility, p.title, p.language, "
    "p.released_at FROM posting p WHERE p.company_id = $1 AND p.state = 'ACTIVE'",
    "ORDER BY q.released_at DESC, q.uuid DESC"};

constexpr std::string_view kOrderOfPage = "ORDER BY p.released_at DESC, p.uuid DESC";

constexpr std::string_view kPreferInternal =
    "(p.visibility = 'INTERNAL' OR NOT EXISTS (SELECT 1 FROM posting i WHERE i.company_id = $1 AND i.job_id "
    "= p.job_id"
    " AND i.state = 'ACTIVE' AND i.visibility = 'INTERNAL'))";

// Nobody finds postings by a property that they do not show.
constexpr std::string_view kHasField =
    "NOT EXISTS (SELECT 1 FROM job_property h WHERE h.company_id = $1 AND h.id = ?"
    " AND (h.visibility = 'HIDDEN' OR h.activity = 'INACTIVE'))"
    " AND EXISTS (SELECT 1 FROM posting_field f WHERE f.company_id = $1 AND f.job_id = p.job_id"
    " AND f.job_ad_id = p.job_ad_id AND f.field_id = ?";

void narrow_by_destination(db::ListQuery& list, Destination destination) {
    switch (destination) {
        case Destination::everyone: list.where("p.visibility =", Visibility::everyone); return;
        case Destination::internal: list.where("p.visibility =", Visibility::internal); return;
        case Destination::either: list.where(kPreferInternal); return;
    }
}

// Filters are conditions on the rows in the order of the list: those with rare values read all of the
// company. `patterns` has the texts that the query refers to.
db::ListQuery narrowed(const db::ListSql& sql, const Selection& selection,
                       std::vector<std::string>& patterns) {
    const ListRequest& asked = selection.asked;
    db::ListQuery list{sql};
    narrow_by_destination(list, asked.destination);
    if (std::ranges::find(asked.location_types, LocationType::any) == asked.location_types.end())
        list.where_any("p.location_type", asked.location_types);
    if (asked.country) list.where("p.country =", selection.country);
    if (asked.region) list.where_matching("(p.region = ? OR p.region_code = ?)", selection.region);
    if (asked.city) list.where("p.city =", selection.city);
    list.where_any("p.department_id", asked.departments);
    if (asked.ad) list.where("p.job_ad_id =", *asked.ad);
    list.where_any("p.language", selection.languages);
    if (asked.released_after) list.where("p.released_at >", *asked.released_after);
    for (const FieldFilter& each : asked.fields) {
        list.where_matching(kHasField, each.field);
        list.where_any("f.value_id", each.values).close(")");
    }
    patterns.reserve(selection.words.size());  // the query keeps views of them
    for (const std::string& word : selection.words)
        list.where("p.words LIKE", patterns.emplace_back("% " + word + "%"));
    return list;
}

PostingLine line_from(const db::Row& row) {
    return {.id = row.id<PostingId>(0),
            .uuid = row.id<PostingUuid>(1),
            .ad = row.id<JobAdId>(2),
            .is_default_ad = row.text(3) == "DEFAULT",
            .visibility = row.member<Visibility>(4),
            .title = row.string(5),
            .language = row.string(6),
            .released_at = row.time(7),
            .content = row.string(8)};
}

}  // namespace

std::int64_t count(db::Snapshot& snapshot, const Selection& selection) {
    std::vector<std::string> patterns;
    // Not Snapshot::total(), which may be old: the answer is kept until the postings change.
    return snapshot.number(narrowed(kCount, selection, patterns).count());
}

std::vector<PostingLine> page(db::Snapshot& snapshot, const Selection& selection) {
    std::vector<std::string> patterns;
    db::ListQuery list = narrowed(kPage, selection, patterns);
    list.close_page(kOrderOfPage, selection.asked.limit, selection.asked.offset, ") q").whole();
    auto lines = snapshot.all(list, line_from);
    ShownFields shown{snapshot};
    for (PostingLine& line : lines) line.content = shown.renewed(std::move(line.content), line.language);
    return lines;
}

}  // namespace callboard::postings::store
