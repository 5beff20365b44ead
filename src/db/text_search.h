// Full-text search for candidates, with FTS5 on SQLite and tsvector with GIN on PostgreSQL. Tokenisation and
// stemming are our own, so that both engines find the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "db/db.h"

namespace callboard::db {

class SqliteConnection;

// Plain texts. Words of the place match like all others, and can also be searched separately. The words of
// the names are also found by their beginnings; they match as whole words only if `words` has them, too.
struct SearchText {
    std::string_view words;
    std::string_view place;
    std::string_view names;
};

enum class WordMatch {
    words,  // any word of the text
    prefix  // all of them; the last one may be the beginning of a word of the names
};

// Matches candidates with the words of the text and any of the places. Words in "double quotes", and
// one-character words written without spaces, must be adjacent; of a place all words must match. There are no
// other operators, and only the first words of long queries and phrases count.
struct SearchQuestion {
    std::optional<std::string> text;
    std::vector<std::string> places;
    WordMatch match = WordMatch::words;
};

class TextSearch {
  public:
    // Inserts or replaces; a replaced entry keeps its position in the order.
    static void put(Tx& tx, const CandidateId& candidate, const SearchText& text);
    static void remove(Tx& tx, const CandidateId& candidate);

    // Writes the entries that were put in this transaction of SQLite. They are written together before the
    // commit, because FTS5 writes a segment for each savepoint and each statement that SQLite may have to
    // undo by itself; and before a search in the same transaction.
    static void write_entries(SqliteConnection& connection);

    // The same in a transaction that is committed or undone as a whole; forgets what it has written.
    static void write_entries(Tx& tx);

    // Conditions (ListQuery::where_matching, all with the same value) on a list of entries, with
    // t.candidate_id and t.rowid, which is larger for newer entries. They also restrict the list to the
    // company.
    struct Match {
        // For a list "FROM candidate_text t WHERE $1 <> ''": all that match, or the newest of them, in order.
        std::string_view all;
        std::string_view newest;
        // For the list that `entries` begins, of entries that other conditions find: whether one matches.
        std::string_view entries;
        std::string_view of_entry;
        std::string value;
    };
    // Nothing if the text or the places contain no word: then nothing can match.
    static std::optional<Match> match(Snapshot& snapshot, const SearchQuestion& question);
};

}  // namespace callboard::db
