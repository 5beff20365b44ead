// What a walk over all operations starts from.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "base/id.h"
#include "db/db.h"

namespace callboard::test {

using Ids = std::map<std::string, std::string, std::less<>>;  // by path parameter

// A company with one of everything that a path can name, in which every operation can succeed once with the
// example of its documentation.
struct World {
    // `report_folder` is where the server has the files of reports.
    World(db::Db& db, const std::string& identifier, const std::filesystem::path& report_folder);

    CompanyId company;
    std::string key;           // of an administrator
    std::string employee_key;  // of a user who may do next to nothing
    Ids ids;
};

// Of words that are the same for every company.
const Ids& shared_ids();

// One for each path parameter, of the right form.
const Ids& unknown_ids();

// The path with each {parameter} replaced by its id.
std::string filled(std::string_view path, const Ids& ids);

}  // namespace callboard::test
