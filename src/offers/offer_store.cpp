#include "offers/offer_store.h"

#include <algorithm>
#include <utility>

#include "base/id_source.h"
#include "jobs/access.h"

namespace callboard::offers::store {
namespace {

constexpr db::Sql kInsert{"offer_insert", R"sql(
    INSERT INTO offer (company_id, id, candidate_id, job_id, status, properties, sent_at, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9))sql"};

constexpr db::Sql kUpdate{"offer_update", R"sql(
    UPDATE offer SET status = $3, properties = $4, sent_at = $5, updated_at = $6
    WHERE company_id = $1 AND id = $2)sql"};

constexpr db::Sql kFind{"offer_find", R"sql(
    SELECT id, candidate_id, job_id, status, properties, sent_at, created_at, updated_at
    FROM offer WHERE company_id = $1 AND id = $2)sql"};

constexpr std::string_view kColumns =
    "o.id, o.candidate_id, o.job_id, o.status, o.properties, o.sent_at, o.created_at, o.updated_at";
constexpr std::string_view kFromOffers = "FROM offer o WHERE o.company_id = $1";
constexpr db::ListSql kPage{"offer_page", kColumns, kFromOffers, "ORDER BY o.id DESC"};
// For selective filters: rows are found by the index of the filter and sorted. The id as an expression keeps
// the engine from scanning by id.
constexpr db::ListSql kPageOfFew{"offer_page_of_few", kColumns, kFromOffers, "ORDER BY (o.id || '') DESC"};

// So many rows are found by the index of a filter and sorted for each page. More of them are met often enough
// in a scan by id.
constexpr std::int64_t kFewRows = 1'000;

// Two queries: for one that begins with the offers, SQLite would read all of the company in an index with
// these columns.
constexpr db::ListSql kCandidates{"offer_candidates", "c.id, c.first_name, c.last_name",
                                  "FROM candidate c WHERE c.company_id = $1", ""};
constexpr db::ListSql kJobs{"offer_jobs", "j.id, d.title",
                            "FROM job j CROSS JOIN job_ad d WHERE j.company_id = $1 AND d.company_id = "
                            "j.company_id AND d.job_id = j.id AND d.id = j.default_ad_id",
                            ""};

constexpr db::Sql kInsertDocument{"offer_document_insert", R"sql(
    INSERT INTO offer_document (company_id, offer_id, id, name, content, created_at)
    VALUES ($1, $2, $3, $4, $5, $6))sql"};

constexpr db::Sql kListDocuments{"offer_document_list", R"sql(
    SELECT id, name, created_at FROM offer_document WHERE company_id = $1 AND offer_id = $2 ORDER BY id)sql"};

constexpr db::Sql kFindDocument{"offer_document_find", R"sql(
    SELECT name, content FROM offer_document WHERE company_id = $1 AND offer_id = $2 AND id = $3)sql"};

Offer offer_from(const db::Row& row) {
    return {.id = row.id<OfferId>(0),
            .candidate = row.id<CandidateId>(1),
            .job = row.id<JobId>(2),
            .status = row.member<OfferStatus>(3),
            .properties = row.string(4),
            .sent_at = row.optional_time(5),
            .created_at = row.time(6),
            .updated_at = row.time(7)};
}

struct Person {
    CandidateId id;
    std::string first_name;
    std::string last_name;
};

struct Title {
    JobId id;
    std::string text;
};

std::vector<Person> people_of(db::Snapshot& snapshot, const std::vector<Offer>& offers) {
    std::vector<CandidateId> ids;
    for (const Offer& offer : offers) ids.push_back(offer.candidate);
    db::ListQuery list{kCandidates};
    list.where_any("c.id", ids).whole();
    return snapshot.all(list, [](const db::Row& row) {
        return Person{.id = row.id<CandidateId>(0), .first_name = row.string(1), .last_name = row.string(2)};
    });
}

std::vector<Title> titles_of(db::Snapshot& snapshot, const std::vector<Offer>& offers) {
    std::vector<JobId> ids;
    for (const Offer& offer : offers) ids.push_back(offer.job);
    db::ListQuery list{kJobs};
    list.where_any("j.id", ids).whole();
    return snapshot.all(
        list, [](const db::Row& row) { return Title{.id = row.id<JobId>(0), .text = row.string(1)}; });
}

// Ids are ordered by time, so the time range is also a range of the key, which bounds the index scan.
struct Bounds {
    explicit Bounds(const Selection& selection)
        : first(first_of(selection.asked.created_after)),
          too_late(first_of(selection.asked.created_before)) {}

    std::optional<std::string> first;
    std::optional<std::string> too_late;

  private:
    static std::optional<std::string> first_of(const std::optional<Timestamp>& time) {
        if (!time) return std::nullopt;
        return first_uuid_of(std::max(*time, Timestamp{0}));  // ids cannot encode earlier times
    }
};

enum class ReadBy { order, filter };

// Nothing if the actor can see no offer. The status is an expression where its index would be the wrong one:
// that of the jobs has fewer rows, or the order.
std::optional<db::ListQuery> narrowed(const db::ListSql& sql, const Selection& selection,
                                      const Bounds& bounds, ReadBy way) {
    db::ListQuery list{sql};
    if (selection.application) {
        const auto& [candidate, job] = *selection.application;
        list.where("o.candidate_id =", candidate).where("o.job_id =", job);
    }
    const bool has_index = !selection.jobs && (way == ReadBy::filter || selection.asked.statuses.size() == 1);
    list.where_any(has_index ? "o.status" : "(o.status || '')", selection.asked.statuses);
    if (selection.jobs) list.where_any("o.job_id", *selection.jobs);
    if (selection.asked.created_after)
        list.where("o.id >=", *bounds.first).where("o.created_at >", *selection.asked.created_after);
    if (selection.asked.created_before)
        list.where("o.id <", *bounds.too_late).where("o.created_at <", *selection.asked.created_before);
    if (selection.seen_by && !jobs::narrow_to_visible_jobs(list, *selection.seen_by, "o.job_id"))
        return std::nullopt;
    return list;
}

}  // namespace

void insert(db::Tx& tx, const Offer& offer) {
    tx.execute(kInsert, {offer.id, offer.candidate, offer.job, offer.status, offer.properties, offer.sent_at,
                         offer.created_at, offer.updated_at});
}

void update(db::Tx& tx, const Offer& offer) {
    tx.execute(kUpdate, {offer.id, offer.status, offer.properties, offer.sent_at, offer.updated_at});
}

std::optional<Offer> find(db::Snapshot& snapshot, const OfferId& id) {
    return snapshot.first(kFind, {id}, offer_from);
}

std::int64_t total(db::Snapshot& snapshot, const Selection& selection) {
    const Bounds bounds{selection};
    const auto list = narrowed(kPage, selection, bounds, ReadBy::filter);
    return list ? snapshot.total(*list) : 0;
}

std::vector<Offer> page(db::Snapshot& snapshot, const Selection& selection, std::int64_t total) {
    const Bounds bounds{selection};
    // Neither several statuses nor several jobs are read in order by an index.
    const bool has_few =
        total <= kFewRows && (selection.jobs.has_value() || selection.asked.statuses.size() > 1);
    auto list = has_few ? narrowed(kPageOfFew, selection, bounds, ReadBy::filter)
                        : narrowed(kPage, selection, bounds, ReadBy::order);
    if (!list) return {};
    return snapshot.all(list->page(selection.asked.limit, selection.asked.offset), offer_from);
}

std::vector<OfferLine> with_names(db::Snapshot& snapshot, std::vector<Offer> offers) {
    if (offers.empty()) return {};
    const auto people = people_of(snapshot, offers);
    const auto titles = titles_of(snapshot, offers);
    std::vector<OfferLine> lines;
    lines.reserve(offers.size());
    for (Offer& offer : offers) {
        const Person& person = *std::ranges::find(people, offer.candidate, &Person::id);
        const Title& title = *std::ranges::find(titles, offer.job, &Title::id);
        lines.push_back({.offer = std::move(offer),
                         .first_name = person.first_name,
                         .last_name = person.last_name,
                         .job_title = title.text});
    }
    return lines;
}

void insert(db::Tx& tx, const OfferId& offer, const OfferDocument& document, std::string_view content) {
    tx.execute(kInsertDocument, {offer, document.id, document.name, content, document.created_at});
}

std::vector<OfferDocument> list_documents(db::Snapshot& snapshot, const OfferId& offer) {
    return snapshot.all(kListDocuments, {offer}, [](const db::Row& row) {
        return OfferDocument{
            .id = row.id<OfferDocumentId>(0), .name = row.string(1), .created_at = row.time(2)};
    });
}

std::optional<OfferFile> find_document(db::Snapshot& snapshot, const OfferId& offer,
                                       const OfferDocumentId& id) {
    return snapshot.first(kFindDocument, {offer, id}, [](const db::Row& row) {
        return OfferFile{.name = row.string(0), .content = row.string(1)};
    });
}

}  // namespace callboard::offers::store
