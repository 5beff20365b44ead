// Test data for calling all operations.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/id.h"
#include "db/db.h"

namespace callboard::test {

using Ids = std::map<std::string, std::string, std::less<>>;  // by path parameter

// A company with one entity for each path parameter, in which every operation can succeed once with the
// example of its documentation.
struct SampleCompany {
    // `report_folder` is the server's folder of report files.
    SampleCompany(db::Db& db, const std::string& identifier, const std::filesystem::path& report_folder);

    CompanyId company;
    std::string key;           // of an administrator
    std::string employee_key;  // of a user with minimal permissions
    Ids ids;
};

// Ids of constants that are the same for all companies.
const Ids& shared_ids();

// Well-formed ids that do not exist, one for each path parameter.
const Ids& unknown_ids();

// The path with each {parameter} replaced by its id.
std::string filled(std::string_view path, const Ids& ids);

}  // namespace callboard::test
