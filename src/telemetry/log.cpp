#include "telemetry/log.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>

#include "base/periodic.h"

namespace callboard::telemetry {
namespace {

using namespace std::chrono_literals;

constexpr const char* kTextPattern = "%Y-%m-%dT%H:%M:%S.%eZ %l %v";
constexpr const char* kJsonPattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";

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

// Collects lines and writes many at once: a system call for each would cost as much as a small request.
class CollectingSink final : public spdlog::sinks::base_sink<std::mutex> {
  public:
    CollectingSink() : periodic_(100ms, [this] { flush(); }) {}
    ~CollectingSink() override { flush(); }

  protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        formatter_->format(message, lines_);
        if (lines_.size() >= kEnough || message.level >= spdlog::level::warn) flush_();
    }
    void flush_() override {
        if (lines_.size() == 0) return;
        std::fwrite(lines_.data(), 1, lines_.size(), stderr);
        std::fflush(stderr);
        lines_.clear();
    }

  private:
    static constexpr std::size_t kEnough = std::size_t{32} * 1024;
    spdlog::memory_buf_t lines_;
    Periodic periodic_;
};

using Line = fmt::basic_memory_buffer<char, 512>;

void append(Line& line, std::string_view text) {
    line.append(text.data(), text.data() + text.size());
}

// Quotes, backslashes and control characters; the same in both formats, so that no value can forge a line.
void append_escaped(Line& line, std::string_view text) {
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            line.push_back('\\');
            line.push_back(c);
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            fmt::format_to(fmt::appender(line), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            line.push_back(c);
        }
    }
}

bool is_plain(std::string_view text) {
    if (text.empty()) return false;
    for (const char c : text)
        if (static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '\\' || c == '=' || c == 0x7f)
            return false;
    return true;
}

void append_quoted(Line& line, std::string_view text) {
    line.push_back('"');
    append_escaped(line, text);
    line.push_back('"');
}

void append_value(Line& line, const LogField& field, LogFormat format) {
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
        if (format == LogFormat::text && is_plain(*text)) return append(line, *text);
        return append_quoted(line, *text);
    }
    if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
        fmt::format_to(fmt::appender(line), FMT_STRING("{}"), *number);
    } else {
        fmt::format_to(fmt::appender(line), FMT_STRING("{:.3f}"), std::get<double>(field.value));
    }
}

void append_field(Line& line, const LogField& field, LogFormat format) {
    if (format == LogFormat::json) {
        if (line.size() > 0) line.push_back(',');
        append_quoted(line, field.key);
        line.push_back(':');
    } else {
        if (line.size() > 0) line.push_back(' ');
        append(line, field.key);
        line.push_back('=');
    }
    append_value(line, field, format);
}

}  // namespace

Log::Log(Level least, LogFormat format) : least_(least), format_(format) {
    logger_ = std::make_unique<spdlog::logger>("callboard", std::make_shared<CollectingSink>());
    logger_->set_formatter(std::make_unique<spdlog::pattern_formatter>(
        format == LogFormat::json ? kJsonPattern : kTextPattern, spdlog::pattern_time_type::utc));
    logger_->set_level(spdlog::level::trace);
}

Log::~Log() = default;

void Log::write(Level level, std::string_view event, std::initializer_list<LogField> fields) const {
    if (!wants(level)) return;
    Line line;
    append_field(line, {"event", event}, format_);
    for (const LogField& field : fields) append_field(line, field, format_);
    logger_->log(spdlog_level(level), spdlog::string_view_t{line.data(), line.size()});
}

void Log::flush() const {
    logger_->flush();
}

}  // namespace callboard::telemetry
