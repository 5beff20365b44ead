// Fuzz targets, one for each kind of external input. A target checks invariants that hold for every input and
// aborts if one is violated; libFuzzer (main.cpp) and a unit test run them.
#pragma once

#include <span>
#include <string_view>

namespace callboard::fuzz {

struct Target {
    std::string_view name;
    void (*run)(std::string_view input);
};

std::span<const Target> targets();

void request(std::string_view input);         // the head and body of an HTTP request
void url(std::string_view input);             // the path and query of a request target
void json(std::string_view input);            // the JSON parser
void message(std::string_view input);         // a request body, decoded into a message
void patch(std::string_view input);           // a JSON Patch (RFC 6902), applied to a document
void patch_sequence(std::string_view input);  // operations of a JSON Patch, chosen by the input
void merge_patch(std::string_view input);     // a JSON Merge Patch (RFC 7396) and a document, likewise
void candidate(std::string_view input);       // a candidate as request body, and as merge patch
void search(std::string_view input);          // the search terms for candidates
void form(std::string_view input);            // the form of the token endpoint
void multipart(std::string_view input);       // a form with files
void config(std::string_view input);          // the configuration file
void range(std::string_view input);           // the Range header, and entity tags (RFC 9110)
void signature(std::string_view input);       // the signature header of a notification
void date_pattern(std::string_view input);    // a date pattern of the Analytics API
void html(std::string_view input);            // the text of a job ad
void preference(std::string_view input);      // the Prefer header (RFC 7240), and unknown names
void id_token(std::string_view input);        // an ID token, a JWK set, and a discovery document
void scim(std::string_view input);            // filters and patch paths of SCIM (RFC 7644)
void file(std::string_view input);            // a file that a candidate sends, and the archive in it
void applying(std::string_view input);        // an application for a posting, and its answers
void backup(std::string_view input);          // a backup file, and its layers one by one

}  // namespace callboard::fuzz
