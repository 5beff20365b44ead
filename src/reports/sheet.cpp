#include "reports/sheet.h"

#include <cstddef>
#include <string>

#include "wire/csv.h"

namespace callboard::reports {
namespace {

class CsvSheet final : public Sheet {
  public:
    CsvSheet(NewFile& file, std::span<const Column* const> columns) : file_(file) {
        lines_.reserve(kFlushSize + kFlushSize / 4);
        for (const Column* column : columns) {
            types_.push_back(column->type);
            writer_.text(column->name);
        }
        writer_.end_line();
    }

    void add(std::span<const Cell> row) override {
        for (std::size_t i = 0; i < row.size(); ++i) write(types_[i], row[i]);
        writer_.end_line();
        if (lines_.size() >= kFlushSize) write_out();
    }

    void finish() override { write_out(); }

  private:
    static constexpr std::size_t kFlushSize = std::size_t{64} * 1024;  // bytes per write

    void write(DataType type, const Cell& cell) {
        if (cell.is_absent) return writer_.absent();
        if (type == DataType::text || type == DataType::word) return writer_.text(cell.text);
        writer_.plain(cell.text);
    }

    void write_out() {
        file_.append(lines_);
        lines_.clear();
    }

    NewFile& file_;
    std::vector<DataType> types_;
    std::string lines_;
    wire::CsvWriter writer_{lines_};
};

}  // namespace

std::unique_ptr<Sheet> csv_sheet(NewFile& file, std::span<const Column* const> columns) {
    return std::make_unique<CsvSheet>(file, columns);
}

}  // namespace callboard::reports
