// Writes the rows of a report as CSV or as an Excel workbook.
#pragma once

#include <memory>
#include <span>

#include "reports/file_folder.h"
#include "reports/table.h"

namespace callboard::reports {

class Sheet {
  public:
    Sheet() = default;
    Sheet(const Sheet&) = delete;
    Sheet& operator=(const Sheet&) = delete;
    virtual ~Sheet() = default;

    virtual void add(std::span<const Cell> row) = 0;
    // Completes and flushes the file.
    virtual void finish() = 0;
};

// Both begin with a header of column names, and write to `file`.
std::unique_ptr<Sheet> csv_sheet(NewFile& file, std::span<const Column* const> columns);
std::unique_ptr<Sheet> excel_sheet(NewFile& file, std::span<const Column* const> columns);

}  // namespace callboard::reports
