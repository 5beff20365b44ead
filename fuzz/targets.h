// What is done with each thing that comes from outside. A target checks what must hold for every input and
// aborts when it does not; libFuzzer (main.cpp) and a unit test feed them.
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
void url(std::string_view input);             // the path and query of a target
void json(std::string_view input);            // the JSON reader
void message(std::string_view input);         // a body read into a request of the API
void patch(std::string_view input);           // a JSON Patch, and what it makes of a document
void patch_sequence(std::string_view input);  // operations of a JSON Patch, which the bytes choose
void merge_patch(std::string_view input);     // a JSON Merge Patch and a document, likewise
void candidate(std::string_view input);       // somebody as a body tells of them, and a merge patch of that
void search(std::string_view input);          // what candidates are searched for by
void form(std::string_view input);            // what is sent to the token endpoint
void config(std::string_view input);          // the configuration file
void range(std::string_view input);      // which part of a body is asked for, and what the client has of it
void signature(std::string_view input);  // the header that signs a notification, and what it signs
void date_pattern(std::string_view input);  // how a caller wants dates
void html(std::string_view input);          // the text of a job ad
void preference(std::string_view input);    // the Prefer header, and names that nobody knows

}  // namespace callboard::fuzz
