#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>
#include <xlsxwriter.h>
#include <zip.h>

#include "base/error.h"
#include "reports/sheet.h"

namespace callboard::reports {
namespace {

constexpr lxw_row_t kMostRows = LXW_ROW_MAX;  // per sheet, including the header
// Limit of the XML of a sheet's rows. A part of a zip file must be below 4 GB, and some readers support only
// 2 GB. Zip64 would lift the limit, but libxlsxwriter then marks every part of small workbooks too, and Excel
// offers to repair such files. A row has at most 25 MB, so a sheet stays below 2^31 bytes.
constexpr off_t kMostBytes = 2'000'000'000;
constexpr std::size_t kLongestText = 32'767;  // in UTF-16 code units, as spreadsheets count

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::int64_t kDaysBefore1970 = 25'569;  // day 0 is 1899-12-30
// Spreadsheets have a 29 February 1900 and no years after 9999; dates outside of the range are written as
// text.
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

// _x0041_ is the escape sequence of workbooks: literal text of this form would be read as "A".
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

// Truncates and escapes a text for a cell; libxlsxwriter escapes control characters itself.
void put_text(std::string& out, std::string_view text) {
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    constexpr std::string_view kUnderscore = "_x005F_";
    out.clear();
    std::size_t units = 0;
    while (!text.empty()) {
        const std::string_view character = text.substr(0, length_of_character(text.front()));
        const bool must_escape = character.front() == '_' && is_escape(text);
        // libxlsxwriter counts escaped characters in their escaped length and rejects texts above the limit.
        units += must_escape ? kUnderscore.size() : character.size() == 4 ? 2 : 1;
        if (units > kLongestText) return;
        if (must_escape) {
            out += kUnderscore;
        } else if (character.front() == '\0' || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") {
            out += kReplacement;  // not representable in XML 1.0, not even escaped
        } else {
            out += character;
        }
        text.remove_prefix(character.size());
    }
}

// A part of a workbook, read back: its length, its first and its last bytes (overlapping if it is short).
struct Part {
    std::string name;
    std::uint64_t size = 0;
    std::string first;
    std::string last;
};

// Reads a finished workbook. libzip compares sizes and checksums.
class Archive {
  public:
    explicit Archive(const std::filesystem::path& path)
        : zip_(zip_open(path.c_str(), ZIP_RDONLY | ZIP_CHECKCONS, nullptr)) {
        require(zip_ != nullptr);
    }

    // Throws if sizes or checksums do not match.
    std::vector<Part> parts() {
        const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(zip_.get(), 0));
        std::vector<Part> parts;
        parts.reserve(count);
        for (zip_uint64_t i = 0; i < count; ++i) parts.push_back(unpacked(i));
        return parts;
    }

  private:
    struct Close {
        void operator()(zip_t* zip) const { zip_discard(zip); }
        void operator()(zip_file_t* file) const { zip_fclose(file); }
    };

    static void require(bool is_so) {
        if (!is_so) throw unavailable("workbook: it is damaged, though it was written without an error");
    }

    Part unpacked(zip_uint64_t index) {
        const char* const name = zip_get_name(zip_.get(), index, 0);
        const std::unique_ptr<zip_file_t, Close> file{zip_fopen_index(zip_.get(), index, 0)};
        require(name && file);
        Part part{.name = name};
        for (zip_int64_t got = 0; (got = zip_fread(file.get(), buffer_.data(), buffer_.size())) != 0;) {
            require(got > 0);
            add(part, {buffer_.data(), static_cast<std::size_t>(got)});
        }
        return part;
    }

    static void add(Part& part, std::string_view bytes) {
        constexpr std::size_t kKept = 65'536;  // far more than precedes and follows the rows
        part.size += bytes.size();
        part.first += bytes.substr(0, kKept - part.first.size());
        part.last += bytes;
        if (part.last.size() > kKept) part.last.erase(0, part.last.size() - kKept);
    }

    std::unique_ptr<zip_t, Close> zip_;
    std::array<char, 65'536> buffer_{};
};

// Whether its last tag closes its first one.
bool is_closed(const Part& part) {
    const std::size_t begin = part.first.find("\n<") + 2;  // after the XML declaration
    if (begin >= part.first.size()) return false;
    const std::string element = part.first.substr(begin, part.first.find_first_of(" >", begin) - begin);
    const std::size_t end = part.last.rfind("</" + element + ">");
    return end != std::string::npos && end == part.last.rfind('<');
}

// The number of bytes between the tags around the rows of a sheet.
std::uint64_t bytes_of_rows(const Part& sheet) {
    constexpr std::string_view kBegin = "<sheetData>";
    const std::size_t begin = sheet.first.find(kBegin);
    const std::size_t end = sheet.last.rfind("</sheetData>");
    if (begin == std::string::npos || end == std::string::npos) return 0;
    return sheet.size - sheet.last.size() + end - (begin + kBegin.size());
}

// libxlsxwriter packs every part through a temporary file without checking its writes: on a full disk parts
// of a sheet are missing in a valid zip file. So the file is read back and compared with the known number of
// bytes of rows.
void check_whole(const std::filesystem::path& workbook, const std::vector<std::uint64_t>& rows_of_sheets) {
    std::size_t sheets = 0;
    for (const Part& part : Archive{workbook}.parts()) {
        bool is_whole = is_closed(part);
        if (part.name.starts_with("xl/worksheets/")) {  // in order
            is_whole =
                is_whole && sheets < rows_of_sheets.size() && bytes_of_rows(part) == rows_of_sheets[sheets];
            ++sheets;
        }
        if (!is_whole) throw unavailable("workbook: " + part.name + " is not whole; is the disk full?");
    }
    if (sheets != rows_of_sheets.size()) throw unavailable("workbook: a sheet is missing");
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

// Writes rows to a temporary file beside the workbook, which is packed at the end.
class ExcelSheet final : public Sheet {
  public:
    ExcelSheet(NewFile& file, std::span<const Column* const> columns)
        : columns_(columns.begin(), columns.end()),
          path_(file.path()),
          folder_(file.path().parent_path().string()) {
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
        if (row_ == kMostRows || ftello(sheet_->optimize_tmpfile) >= kMostBytes) {
            end_sheet();
            begin_sheet();
        }
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!row[i].is_absent) write(static_cast<lxw_col_t>(i), columns_[i]->type, row[i]);
        ++row_;
        check_written();
    }

    void finish() override {
        end_sheet();
        check(workbook_close(workbook_.release()));
        check_whole(path_, bytes_of_rows_);
    }

  private:
    void begin_sheet() {
        const std::size_t before = bytes_of_rows_.size();
        const std::string name = before == 0 ? "Report" : "Report " + std::to_string(before + 1);
        sheet_ = checked(workbook_add_worksheet(workbook_.get(), name.c_str()));
        row_ = 0;
        worksheet_freeze_panes(sheet_, 1, 0);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const auto column = static_cast<lxw_col_t>(i);
            check(worksheet_set_column(sheet_, column, column, width_of(columns_[i]->type), nullptr));
            write_text(column, columns_[i]->name, bold_);
        }
        row_ = 1;
    }

    void end_sheet() {
        lxw_worksheet_write_single_row(sheet_);  // flushes the last row
        std::fflush(sheet_->optimize_tmpfile);
        check_written();
        bytes_of_rows_.push_back(static_cast<std::uint64_t>(ftello(sheet_->optimize_tmpfile)));
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

    // Always as text, never as a formula (CSV/formula injection).
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

    // libxlsxwriter does not check whether its rows are written.
    void check_written() const {
        if (std::ferror(sheet_->optimize_tmpfile) != 0)
            throw unavailable("workbook: its temporary file in " + folder_ + " cannot be written");
    }

    const std::vector<const Column*> columns_;
    const std::filesystem::path path_;
    std::string folder_;
    std::unique_ptr<lxw_workbook, Free> workbook_;
    lxw_format* bold_ = nullptr;
    lxw_format* date_ = nullptr;
    lxw_worksheet* sheet_ = nullptr;
    std::vector<std::uint64_t> bytes_of_rows_;  // of the finished sheets
    lxw_row_t row_ = 0;
    std::string text_;
};

}  // namespace

std::unique_ptr<Sheet> excel_sheet(NewFile& file, std::span<const Column* const> columns) {
    return std::make_unique<ExcelSheet>(file, columns);
}

}  // namespace callboard::reports
