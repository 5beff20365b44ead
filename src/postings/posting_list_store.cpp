#include "postings/posting_list_store.h"

#include <utility>

#include "postings/shown_fields.h"

namespace callboard::postings::store {
namespace {

// The content is not joined: it is read for the rows of the page only, not for those before it.
constexpr db::ListSql kPage{
    "posting_page",
    "p.id, p.uuid, p.job_ad_id, p.kind, p.visibility, p.title, p.language, p.released_at,"
    " (SELECT c.content FROM posting_content c WHERE c.company_id = p.company_id AND c.job_id = p.job_id"
    " AND c.job_ad_id = p.job_ad_id)",
    "FROM posting p WHERE p.company_id = $1 AND p.state = 'ACTIVE'",
    "ORDER BY p.released_at DESC, p.uuid DESC"};

constexpr std::string_view kPreferInternal =
    "(p.visibility = 'INTERNAL' OR NOT EXISTS (SELECT 1 FROM posting i WHERE i.company_id = $1 AND i.job_id "
    "= p.job_id"
    " AND i.state = 'ACTIVE' AND i.visibility = 'INTERNAL'))";

// Nobody finds postings by a property that they no longer show.
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

// `patterns` has the texts that the query refers to.
db::ListQuery narrowed(const Selection& selection, std::vector<std::string>& patterns) {
    const ListRequest& asked = selection.asked;
    db::ListQuery list{kPage};
    narrow_by_destination(list, asked.destination);
    if (asked.location_type && *asked.location_type != LocationType::any)
        list.where("p.location_type =", *asked.location_type);
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
    db::ListQuery list = narrowed(selection, patterns);
    return snapshot.number(list.count());
}

std::vector<PostingLine> page(db::Snapshot& snapshot, const Selection& selection) {
    std::vector<std::string> patterns;
    db::ListQuery list = narrowed(selection, patterns);
    auto lines = snapshot.all(list.page(selection.asked.limit, selection.asked.offset), line_from);
    const ShownFields shown{snapshot};
    for (PostingLine& line : lines) line.content = shown.in(std::move(line.content));
    return lines;
}

}  // namespace callboard::postings::store
