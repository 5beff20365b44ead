// Words that jobs choose from and that are the same for every company.
#pragma once

#include <span>
#include <string_view>

namespace callboard::configuration {

struct Term {
    std::string_view id;
    std::string_view label;
};

enum class Dictionary { industries, functions, experience_levels, employment_types, eeo_categories };

std::span<const Term> terms(Dictionary dictionary);

// Null when there is no such term.
const Term* find_term(Dictionary dictionary, std::string_view id);

struct Language {
    std::string_view code;
    std::string_view label;
    std::string_view native_label;
};

const Language* find_language(std::string_view code);

}  // namespace callboard::configuration
