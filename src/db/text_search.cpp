#include "db/text_search.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ranges>
#include <utility>

#include "base/stem.h"
#include "base/words.h"
#include "db/sqlite_connection.h"

namespace callboard::db {
namespace {

// A tsvector must be smaller than 1 MB, and its positions at most 16,383.
constexpr std::size_t kMostWords = 10'000;
constexpr std::size_t kMostPlaceWords = 100;
constexpr std::size_t kMostNameWords = 20;
constexpr std::size_t kLongestBeginning = 16;  // in characters; of longer ones these are compared
constexpr std::size_t kLongestWord = 64;       // in bytes; longer words are truncated
constexpr std::size_t kMostAsked = 1'000;
// Phrases of common words cost most: SQLite reads all positions of each word and cannot be interrupted
// meanwhile.
constexpr std::size_t kMostLinked = 32;

// Prefixes of terms; no word contains these characters.
constexpr std::string_view kPlaceMark = "@";
constexpr std::string_view kCompanyMark = "#";
constexpr std::string_view kBeginningMark = "@#";

using Terms = std::vector<std::string>;

std::string term_of(std::string_view word) {
    if (word.size() > kLongestWord) {
        std::size_t end = kLongestWord;
        while ((static_cast<unsigned char>(word[end]) & 0xc0) == 0x80) --end;  // at a character boundary
        word = word.substr(0, end);
    }
    return stem(word);
}

Terms terms_of(std::string_view text, std::size_t most) {
    Terms terms;
    for (const SearchWord& word : search_words(text) | std::views::take(most))
        terms.push_back(term_of(word.text));
    return terms;
}

// Where the character after `at` begins.
std::size_t next_character(std::string_view word, std::size_t at) {
    do ++at;
    while (at < word.size() && (static_cast<unsigned char>(word[at]) & 0xc0) == 0x80);
    return at;
}

// The first letter of each word, its first two, and so on. So a beginning is found like a word, at the same
// cost; a range of words would be merged from the lists of all of them, in all companies.
Terms beginnings_of(std::string_view names) {
    Terms all;
    for (const SearchWord& word : search_words(names) | std::views::take(kMostNameWords)) {
        std::size_t end = 0;
        for (std::size_t i = 0; i < kLongestBeginning && end < word.text.size(); ++i) {
            end = next_character(word.text, end);
            all.push_back(word.text.substr(0, end));
        }
    }
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

std::string beginning_of(std::string_view word) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < kLongestBeginning && end < word.size(); ++i) end = next_character(word, end);
    return std::string{word.substr(0, end)};
}

void add_once(std::vector<Terms>& groups, Terms group) {
    if (!group.empty() && std::ranges::find(groups, group) == groups.end())
        groups.push_back(std::move(group));
}

// The phrases of a search text, most of them a single word.
std::vector<Terms> phrases_of(std::string_view text) {
    std::vector<Terms> phrases;
    std::size_t asked = 0;
    std::size_t linked = 0;
    bool in_quotes = false;
    for (const auto part : std::views::split(text, '"')) {
        Terms phrase;
        for (const SearchWord& word : search_words(std::string_view{part})) {
            if (++asked > kMostAsked) break;
            if (!in_quotes && !word.joined) add_once(phrases, std::exchange(phrase, {}));
            if (phrase.empty() || ++linked <= kMostLinked) phrase.push_back(term_of(word.text));
        }
        add_once(phrases, std::move(phrase));
        in_quotes = !in_quotes;
    }
    return phrases;
}

std::vector<Terms> places_of(const std::vector<std::string>& values) {
    std::vector<Terms> places;
    std::size_t left = kMostAsked;
    for (const std::string& value : values) {
        Terms terms = terms_of(value, left);
        left -= terms.size();
        std::ranges::sort(terms);
        terms.erase(std::ranges::unique(terms).begin(), terms.end());
        add_once(places, std::move(terms));
    }
    return places;
}

// The query syntax of an engine.
struct Syntax {
    std::string_view quote;
    std::string_view then;
    std::string_view both;
    std::string_view either;
};
constexpr Syntax kFts5{.quote = "\"", .then = " + ", .both = " AND ", .either = " OR "};
constexpr Syntax kTsquery{.quote = "'", .then = " <-> ", .both = " & ", .either = " | "};

std::string quoted(const Syntax& syntax, std::string_view mark, std::string_view term) {
    return std::string{syntax.quote}.append(mark).append(term).append(syntax.quote);
}

// A disjunction of groups whose terms are joined by `link`.
std::string any_of(const Syntax& syntax, const std::vector<Terms>& groups, std::string_view link,
                   std::string_view mark) {
    std::string text;
    for (const Terms& group : groups) {
        text.append(text.empty() ? "((" : std::string{")"}.append(syntax.either).append("("));
        for (const std::string& term : group)
            text.append(&term == &group.front() ? "" : link).append(quoted(syntax, mark, term));
    }
    return text.append("))");
}

// A conjunction of phrases; instead of the last word of the text, a name may begin with it.
std::string all_of(const Syntax& syntax, const std::vector<Terms>& phrases, std::string_view text) {
    const std::string last = search_words(text).back().text;
    std::string all;
    for (const Terms& phrase : phrases) {
        if (!all.empty()) all.append(syntax.both);
        const std::string whole = any_of(syntax, {phrase}, syntax.then, "");
        if (phrase != Terms{term_of(last)}) {
            all.append(whole);
            continue;
        }
        all.append("(").append(whole).append(syntax.either);
        all.append(quoted(syntax, kBeginningMark, beginning_of(last))).append(")");
    }
    return all;
}

// Nothing if the text or the places contain no word.
std::optional<std::string> asked(const Syntax& syntax, const SearchQuestion& question) {
    std::string all;
    if (question.text) {
        const auto phrases = phrases_of(*question.text);
        if (phrases.empty()) return std::nullopt;
        switch (question.match) {
            case WordMatch::words: all = any_of(syntax, phrases, syntax.then, ""); break;
            case WordMatch::prefix: all = all_of(syntax, phrases, *question.text); break;
        }
    }
    if (!question.places.empty()) {
        const auto places = places_of(question.places);
        if (places.empty()) return std::nullopt;
        if (!all.empty()) all.append(syntax.both);
        all.append(any_of(syntax, places, syntax.both, kPlaceMark));
    }
    if (all.empty()) return std::nullopt;
    return all;
}

struct Entry {
    Terms words;
    Terms place;
    Terms beginnings;  // of names
};

// Both engines have one index for all companies. A term for the company, which is part of every query,
// separates them and limits the cost to the data of the company. On SQLite it also prevents phrases from the
// words into the place.
namespace sqlite {

constexpr Sql kNumber{"candidate_text_number", R"sql(
    INSERT INTO candidate_text_entry (company_id, candidate_id) VALUES ($1, $2)
    ON CONFLICT (company_id, candidate_id) DO NOTHING)sql"};
constexpr Sql kFindNumber{"candidate_text_find_number", R"sql(
    SELECT number FROM candidate_text_entry WHERE company_id = $1 AND candidate_id = $2)sql"};
// A single row of values: before each INSERT with a SELECT, FTS5 would write the entries so far as a segment.
constexpr GlobalSql kPut{"candidate_text_put", R"sql(
    REPLACE INTO candidate_text (rowid, words, candidate_id) VALUES ($1, $2, $3))sql"};
constexpr Sql kRemove{"candidate_text_remove", R"sql(
    DELETE FROM candidate_text_entry WHERE company_id = $1 AND candidate_id = $2)sql"};

constexpr std::string_view kMatches = "t.candidate_text MATCH ?";
constexpr std::string_view kEntries = "FROM candidate_text_entry t WHERE t.company_id = $1";
constexpr std::string_view kEntryMatches =
    "EXISTS (SELECT 1 FROM candidate_text w WHERE w.rowid = t.number AND w.candidate_text MATCH ?)";

std::string term_of(const CompanyId& company) {
    std::string term{company.text()};
    std::erase(term, '-');
    return term;
}

std::string text_of(const CompanyId& company, const Entry& entry) {
    std::string text;
    for (const std::string& term : entry.words) text.append(term).append(" ");
    text.append(kCompanyMark).append(term_of(company));
    for (const std::string& term : entry.place) text.append(" ").append(term);
    for (const std::string& term : entry.place) text.append(" ").append(kPlaceMark).append(term);
    for (const std::string& term : entry.beginnings) text.append(" ").append(kBeginningMark).append(term);
    return text;
}

void put(Tx& tx, SqliteConnection& connection, const CandidateId& candidate, const Entry& entry) {
    tx.enqueue(kNumber, {candidate});
    connection.search_entries.push_back(
        {.company = tx.company(), .candidate = candidate, .text = text_of(tx.company(), entry)});
}

// The last entry of each candidate, without those that were removed since. In the order of numbers: FTS5
// writes a segment before each one that is smaller than the last.
std::map<std::int64_t, const SearchEntry*> numbered(SqliteConnection& connection) {
    std::map<std::int64_t, const SearchEntry*> entries;
    for (const SearchEntry& each : connection.search_entries)
        connection.query({kFindNumber.name, kFindNumber.text, true},
                         std::array<Value, 2>{each.company, each.candidate}, [&](const Row& row) {
                             entries.insert_or_assign(row.integer(0), &each);
                             return false;
                         });
    return entries;
}

void write_entries(SqliteConnection& connection) {
    for (const auto& [number, entry] : numbered(connection))
        connection.execute({kPut.name, kPut.text, true},
                           std::array<Value, 3>{number, entry->text, entry->candidate});
}

std::optional<TextSearch::Match> match(const CompanyId& company, const SearchQuestion& question) {
    const auto all = asked(kFts5, question);
    if (!all) return std::nullopt;
    return TextSearch::Match{
        .all = kMatches,
        .newest = kMatches,
        .entries = kEntries,
        .of_entry = kEntryMatches,
        .value = quoted(kFts5, kCompanyMark, term_of(company)).append(kFts5.both).append(*all)};
}

}  // namespace sqlite

// Terms and queries are passed as finished tsvector and tsquery. PostgreSQL's parser, which treats numbers,
// hosts and file names specially, is not used.
namespace postgres {

constexpr Sql kPut{"candidate_text_put", R"sql(
    INSERT INTO candidate_text (company_id, candidate_id, words)
    VALUES ($1, $2, CAST(CAST($3 AS TEXT) AS TSVECTOR))
    ON CONFLICT (company_id, candidate_id) DO UPDATE SET words = excluded.words)sql"};
constexpr Sql kRemove{"candidate_text_remove", R"sql(
    DELETE FROM candidate_text WHERE company_id = $1 AND candidate_id = $2)sql"};

// Walks the entries of the company from the newest on, and tests each. IS TRUE keeps the planner from using
// an index of words.
constexpr std::string_view kInOrder =
    "t.company_id = $1 AND (t.words @@ CAST(CAST(? AS TEXT) AS TSQUERY)) IS TRUE";
// Finds all by the index candidate_text_by_company_and_word, whose expression it repeats. The company as an
// expression prevents the ordered index scan, and the planner always expects few rows for a query from a
// SELECT.
constexpr std::string_view kByWords =
    "t.company_id || '' = $1 AND (t.words || array_to_tsvector(ARRAY['#' || t.company_id])) @@ "
    "(SELECT CAST('''#' || CAST($1 AS TEXT) || '''' AS TSQUERY) && CAST(CAST(? AS TEXT) AS TSQUERY))";
constexpr std::string_view kEntries = "FROM candidate_text t WHERE t.company_id = $1";
constexpr std::string_view kEntryMatches = "(t.words @@ CAST(CAST(? AS TEXT) AS TSQUERY)) IS TRUE";

// GIN has no order: the newest entries with frequent terms are best found in order, others by GIN and a sort.
// Only very frequent ones are counted in order. The planner overestimates unknown words, and once walked a
// million entries for 64 of them, so the newest entries are sampled here. Long queries are not: evaluating
// them for each entry is expensive.
constexpr Sql kNewest{"candidate_text_newest", R"sql(
    SELECT count(*), count(*) FILTER (WHERE n.words @@ CAST(CAST($2 AS TEXT) AS TSQUERY))
    FROM (SELECT words FROM candidate_text WHERE company_id = $1 ORDER BY rowid DESC LIMIT 500) n)sql"};
constexpr std::int64_t kNewestSeen = 500;
constexpr std::int64_t kMany = 5;
constexpr std::int64_t kVeryMany = 100;
constexpr std::size_t kLongQuestion = 1'000;

struct Frequency {
    bool is_high = false;
    bool is_very_high = false;
};

Frequency frequency_of(Snapshot& snapshot, const std::string& question) {
    if (question.size() > kLongQuestion) return {};
    const auto seen = [](const Row& row) {
        const bool has_few_entries = row.integer(0) < kNewestSeen;
        return Frequency{.is_high = has_few_entries || row.integer(1) >= kMany,
                         .is_very_high = has_few_entries || row.integer(1) >= kVeryMany};
    };
    return snapshot.first(kNewest, {question}, seen).value();
}

std::string text_of(const Entry& entry) {
    std::string text;
    std::size_t position = 0;
    const auto add = [&](const std::string& term) {
        text.append(quoted(kTsquery, "", term)).append(":").append(std::to_string(++position)).append(" ");
    };
    for (const std::string& term : entry.words) add(term);
    ++position;  // no phrase spans words and place
    for (const std::string& term : entry.place) add(term);
    for (const std::string& term : entry.place) text.append(quoted(kTsquery, kPlaceMark, term)).append(" ");
    for (const std::string& term : entry.beginnings)
        text.append(quoted(kTsquery, kBeginningMark, term)).append(" ");
    return text;
}

void put(Tx& tx, const CandidateId& candidate, const Entry& entry) {
    tx.enqueue(kPut, {candidate, text_of(entry)});
}

std::optional<TextSearch::Match> match(Snapshot& snapshot, const SearchQuestion& question) {
    auto all = asked(kTsquery, question);
    if (!all) return std::nullopt;
    const Frequency frequency = frequency_of(snapshot, *all);
    return TextSearch::Match{.all = frequency.is_very_high ? kInOrder : kByWords,
                             .newest = frequency.is_high ? kInOrder : kByWords,
                             .entries = kEntries,
                             .of_entry = kEntryMatches,
                             .value = std::move(*all)};
}

}  // namespace postgres
}  // namespace

void TextSearch::put(Tx& tx, const CandidateId& candidate, const SearchText& text) {
    const Entry entry{.words = terms_of(text.words, kMostWords),
                      .place = terms_of(text.place, kMostPlaceWords),
                      .beginnings = beginnings_of(text.names)};
    if (tx.connection_.engine() == Engine::sqlite) {
        sqlite::put(tx, static_cast<SqliteConnection&>(tx.connection_), candidate, entry);
    } else {
        postgres::put(tx, candidate, entry);
    }
}

void TextSearch::remove(Tx& tx, const CandidateId& candidate) {
    tx.enqueue(tx.connection_.engine() == Engine::sqlite ? sqlite::kRemove : postgres::kRemove, {candidate});
}

void TextSearch::write_entries(SqliteConnection& connection) {
    sqlite::write_entries(connection);
}

void TextSearch::write_entries(Tx& tx) {
    if (tx.connection_.engine() == Engine::postgres) return;
    auto& connection = static_cast<SqliteConnection&>(tx.connection_);
    sqlite::write_entries(connection);
    connection.search_entries.clear();
}

std::optional<TextSearch::Match> TextSearch::match(Snapshot& snapshot, const SearchQuestion& question) {
    if (snapshot.connection_.engine() == Engine::postgres) return postgres::match(snapshot, question);
    // They stay in the list: what is written here is undone if this part of the transaction fails.
    sqlite::write_entries(static_cast<SqliteConnection&>(snapshot.connection_));
    return sqlite::match(snapshot.company(), question);
}

}  // namespace callboard::db
