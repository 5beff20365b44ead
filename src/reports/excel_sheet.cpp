#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <xlsxwriter.h>

#include "base/error.h"
#include "reports/sheet.h"

namespace callboard::reports {
namespace {

constexpr lxw_row_t kMostRows = LXW_ROW_MAX;  // of a sheet, its first line among them
constexpr std::size_t kLongestText = 32'767;  // in units of UTF-16, as spreadsheets count

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kDaysBefore1970 = 25'569;  // since the last day of 1899
// Spreadsheets have a 29th of February 1900 and no dates of five-digit years.
constexpr std::int64_t kFirstDateMs = (61 - kDaysBefore1970) * kDayMs;
constexpr std::int64_t kEndOfDatesMs = (2'958'466 - kDaysBefore1970) * kDayMs;

void check(lxw_error error) {
    if (error != LXW_NO_ERROR) throw unavailable(std::string{"workbook: "} + lxw_strerror(error));
}

template <class Made>
Made* checked(Made* made) {
    if (!made) throw unavailable("workbook: out of memory, or the file cannot be written");
    return made;
}

struct Free {
    void operator()(lxw_workbook* workbook) const { lxw_workbook_free(workbook); }
};

bool is_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// _x0041_ is how a workbook writes a character that XML has not: the reader would see an A.
bool is_escape(std::string_view text) {
    return text.size() >= 7 && text[1] == 'x' && is_hex(text[2]) && is_hex(text[3]) && is_hex(text[4]) &&
           is_hex(text[5]) && text[6] == '_';
}

std::size_t length_of_character(char first) {
    const auto byte = static_cast<unsigned char>(first);
    if (byte < 0x80) return 1;
    if (byte < 0xe0) return 2;
    return byte < 0xf0 ? 3 : 4;
}

// What a cell can hold of a text, as the library wants it: control characters it escapes by itself.
void put_text(std::string& out, std::string_view text) {
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    out.clear();
    std::size_t units = 0;
    while (!text.empty()) {
        const std::string_view character = text.substr(0, length_of_character(text.front()));
        units += character.size() == 4 ? 2 : 1;
        if (units > kLongestText) return;
        if (character.front() == '_' && is_escape(text)) {
            out += "_x005F_";
        } else if (character.front() == '\0' || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") {
            out += kReplacement;  // these no XML can hold, written in any way
        } else {
            out += character;
        }
        text.remove_prefix(character.size());
    }
}

double width_of(DataType type) {
    switch (type) {
        case DataType::id: return 37;
        case DataType::date: return 20;
        case DataType::text: return 25;
        case DataType::word: return 18;
        case DataType::number:
        case DataType::decimal:
        case DataType::boolean: return 12;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

// Rows go to a temporary file beside the workbook, one by one, until it is packed.
class ExcelSheet final : public Sheet {
  public:
    ExcelSheet(NewFile& file, std::span<const Column* const> columns)
        : columns_(columns.begin(), columns.end()), folder_(file.path().parent_path().string()) {
        lxw_workbook_options options{
            .constant_memory = LXW_TRUE, .tmpdir = folder_.data(), .use_zip64 = LXW_FALSE};
        workbook_.reset(checked(workbook_new_opt(file.path().c_str(), &options)));
        bold_ = checked(workbook_add_format(workbook_.get()));
        format_set_bold(bold_);
        date_ = checked(workbook_add_format(workbook_.get()));
        format_set_num_format(date_, "yyyy-mm-dd hh:mm:ss");
        begin_sheet();
    }

    void add(std::span<const Cell> row) override {
        if (row_ == kMostRows) begin_sheet();
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!row[i].is_absent) write(static_cast<lxw_col_t>(i), columns_[i]->type, row[i]);
        ++row_;
        check_written();
    }

    void finish() override {
        std::fflush(sheet_->optimize_tmpfile);
        check_written();
        check(workbook_close(workbook_.release()));
    }

  private:
    void begin_sheet() {
        const std::string name = sheets_ == 0 ? "Report" : "Report " + std::to_string(sheets_ + 1);
        sheet_ = checked(workbook_add_worksheet(workbook_.get(), name.c_str()));
        ++sheets_;
        row_ = 0;
        worksheet_freeze_panes(sheet_, 1, 0);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const auto column = static_cast<lxw_col_t>(i);
            check(worksheet_set_column(sheet_, column, column, width_of(columns_[i]->type), nullptr));
            write_text(column, columns_[i]->name, bold_);
        }
        row_ = 1;
    }

    void write(lxw_col_t column, DataType type, const Cell& cell) {
        switch (type) {
            case DataType::id:
            case DataType::text:
            case DataType::word: return write_text(column, cell.text, nullptr);
            case DataType::number: return write_number(column, static_cast<double>(cell.number), nullptr);
            case DataType::decimal:
                return write_number(column, static_cast<double>(cell.number) / 1000, nullptr);
            case DataType::boolean:
                return check(worksheet_write_boolean(sheet_, row_, column, cell.number != 0, nullptr));
            case DataType::date: return write_date(column, cell);
        }
    }

    // Never a formula, whatever it begins with.
    void write_text(lxw_col_t column, std::string_view text, lxw_format* format) {
        put_text(text_, text);
        check(worksheet_write_string(sheet_, row_, column, text_.c_str(), format));
    }

    void write_number(lxw_col_t column, double value, lxw_format* format) {
        check(worksheet_write_number(sheet_, row_, column, value, format));
    }

    void write_date(lxw_col_t column, const Cell& cell) {
        if (cell.number < kFirstDateMs || cell.number >= kEndOfDatesMs)
            return write_text(column, cell.text, nullptr);
        const double days = static_cast<double>(cell.number) / static_cast<double>(kDayMs);
        write_number(column, days + static_cast<double>(kDaysBefore1970), date_);
    }

    // The library does not look whether its rows get to the disk.
    void check_written() const {
        if (std::ferror(sheet_->optimize_tmpfile) != 0)
            throw unavailable("workbook: its temporary file in " + folder_ + " cannot be written");
    }

    const std::vector<const Column*> columns_;
    std::string folder_;
    std::unique_ptr<lxw_workbook, Free> workbook_;
    lxw_format* bold_ = nullptr;
    lxw_format* date_ = nullptr;
    lxw_worksheet* sheet_ = nullptr;
    int sheets_ = 0;
    lxw_row_t row_ = 0;
    std::string text_;
};

}  // namespace

std::unique_ptr<Sheet> excel_sheet(NewFile& file, std::span<const Column* const> columns) {
    return std::make_unique<ExcelSheet>(file, columns);
}

}  // namespace callboard::reports
