#include "telemetry/log.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/periodic.h"

namespace callboard::telemetry {
namespace {

using namespace std::chrono_literals;

std::string_view name_of(Level level) {
    switch (level) {
        case Level::debug: return "debug";
        case Level::info: return "info";
        case Level::warn: return "warn";
        case Level::error: return "error";
        case Level::off: return "off";
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

spdlog::level::level_enum spdlog_level(Level level) {
    switch (level) {
        case Level::debug: return spdlog::level::debug;
        case Level::info: return spdlog::level::info;
        case Level::warn: return spdlog::level::warn;
        case Level::error: return spdlog::level::err;
        case Level::off: return spdlog::level::off;
    }
    std::abort();  // unreachable: -Werror=switch keeps the list complete
}

using Line = fmt::basic_memory_buffer<char, 512>;

void append(Line& line, std::string_view text) {
    line.append(text.data(), text.data() + text.size());
}

enum Trait : unsigned char { plain = 0, needs_quotes = 1, needs_escape = 2 };

constexpr std::array<Trait, 256> kTraits = [] {
    std::array<Trait, 256> traits{};
    for (std::size_t c = 0; c < 0x20; ++c) traits[c] = needs_escape;
    traits[0x7f] = traits['"'] = traits['\\'] = needs_escape;
    for (std::size_t c = 0x80; c < traits.size(); ++c) traits[c] = needs_quotes;  // text, if valid UTF-8
    traits[' '] = traits['='] = needs_quotes;
    return traits;
}();

Trait trait_of(char c) {
    return kTraits[static_cast<unsigned char>(c)];
}

// Escapes quotes, backslashes and control characters in both formats, which prevents log injection.
void append_quoted(Line& line, std::string_view text) {
    const bool utf8 = is_utf8(text);
    line.push_back('"');
    for (const char c : text) {
        if (!utf8 && static_cast<unsigned char>(c) >= 0x80) {
            fmt::format_to(fmt::appender(line), "\\u{:04x}",
                           static_cast<unsigned>(static_cast<unsigned char>(c)));
        } else if (trait_of(c) != needs_escape) {
            line.push_back(c);
        } else if (c == '"' || c == '\\') {
            line.push_back('\\');
            line.push_back(c);
        } else {
            fmt::format_to(fmt::appender(line), "\\u{:04x}", static_cast<unsigned>(c));
        }
    }
    line.push_back('"');
}

bool is_plain(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return trait_of(c) == plain; });
}

void append_value(Line& line, const LogField& field, LogFormat format) {
    if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
        return append(line, fmt::format_int{*number}.c_str());
    }
    const std::string_view text = std::get<std::string_view>(field.value);
    if (!is_plain(text)) return append_quoted(line, text);
    if (format == LogFormat::text) return append(line, text);
    line.push_back('"');
    append(line, text);
    line.push_back('"');
}

void append_field(Line& line, const LogField& field, LogFormat format) {
    if (format == LogFormat::json) {
        append(line, ",\"");
        append(line, field.key);
        append(line, "\":");
    } else {
        line.push_back(' ');
        append(line, field.key);
        line.push_back('=');
    }
    append_value(line, field, format);
}

// Log lines always have the system time, never that of the sandbox clock. The text is formatted once a
// second.
void append_time(Line& line) {
    thread_local std::int64_t second = 0;
    thread_local std::string text;
    const std::int64_t ms = SystemClock{}.now().ms;
    if (ms / 1000 != second) {
        second = ms / 1000;
        text = to_iso({second * 1000});
    }
    append(line, std::string_view{text}.substr(0, text.size() - 4));
    for (const std::int64_t digit : {ms / 100, ms / 10, ms})
        line.push_back(static_cast<char>('0' + digit % 10));
    line.push_back('Z');
}

void append_opening(Line& line, Level level, LogFormat format) {
    const bool json = format == LogFormat::json;
    append(line, json ? R"({"time":")" : "");
    append_time(line);
    append(line, json ? R"(","level":")" : " ");
    append(line, name_of(level));
    append(line, json ? "\"" : "");
}

std::size_t count_lines(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

// Buffers lines and writes them in batches: a system call for each line would cost as much as a small
// request. Lines that cannot be written, because the disk is full, are counted; the next one that can be
// written is preceded by their number.
class CollectingSink final : public spdlog::sinks::base_sink<std::mutex> {
  public:
    explicit CollectingSink(LogFormat format) : format_(format), periodic_(100ms, [this] { flush(); }) {}
    ~CollectingSink() override { flush(); }

  protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        formatter_->format(message, lines_);
        if (lines_.size() >= kFlushSize || message.level >= spdlog::level::warn) flush_();
    }
    void flush_() override {
        if (lines_.size() == 0) return;
        const std::string_view lines{lines_.data(), lines_.size()};
        if (lost_ > 0) report_loss();
        if (lost_ > 0) {
            lost_ += count_lines(lines);
        } else {
            write(lines);
        }
        lines_.clear();
    }

  private:
    static constexpr std::size_t kFlushSize = std::size_t{32} * 1024;

    void write(std::string_view text) {
        std::size_t written = 0;
        while (written < text.size()) {
            const ssize_t count = ::write(STDERR_FILENO, text.data() + written, text.size() - written);
            if (count > 0) {
                written += static_cast<std::size_t>(count);
                ends_within_line_ = text[written - 1] != '\n';
            } else if (count == 0 || errno != EINTR) {
                error_ = errno;
                lost_ += count_lines(text.substr(written));
                return;
            }
        }
    }

    void report_loss() {
        Line line;
        const bool is_new_file = ::lseek(STDERR_FILENO, 0, SEEK_END) == 0;
        if (ends_within_line_ && !is_new_file) line.push_back('\n');
        append_opening(line, Level::error, format_);
        append_field(line, {"event", "log_lines_lost"}, format_);
        append_field(line, {"count", static_cast<std::int64_t>(lost_)}, format_);
        const std::string reason = std::generic_category().message(error_);
        append_field(line, {"reason", reason}, format_);
        append(line, format_ == LogFormat::json ? "}\n" : "\n");
        const std::size_t before = std::exchange(lost_, 0);
        write({line.data(), line.size()});
        if (lost_ > 0) lost_ = before;  // nor could this line
    }

    const LogFormat format_;
    spdlog::memory_buf_t lines_;
    std::size_t lost_ = 0;
    int error_ = 0;                  // of the last write that failed
    bool ends_within_line_ = false;  // after a write that was cut short
    Periodic periodic_;
};

}  // namespace

Log::Log(Level least, LogFormat format) : least_(least), format_(format) {
    logger_ = std::make_unique<spdlog::logger>("callboard", std::make_shared<CollectingSink>(format));
    logger_->set_formatter(std::make_unique<spdlog::pattern_formatter>("%v"));
    logger_->set_level(spdlog::level::trace);
}

Log::~Log() = default;

void Log::write(Level level, std::string_view event, std::span<const LogField> fields) const {
    if (!wants(level)) return;
    Line line;
    append_opening(line, level, format_);
    append_field(line, {"event", event}, format_);
    for (const LogField& field : fields) append_field(line, field, format_);
    if (format_ == LogFormat::json) line.push_back('}');
    logger_->log(spdlog_level(level), spdlog::string_view_t{line.data(), line.size()});
}

void Log::flush() const {
    logger_->flush();
}

}  // namespace callboard::telemetry
