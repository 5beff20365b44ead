#include "streams/history.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "base/id_source.h"
#include "base/random.h"
#include "wire/json_writer.h"

namespace callboard::streams {
namespace {

using namespace std::chrono_literals;

// The position of a company without events.
constexpr std::string_view kBeginning = "00000000-0000-0000-0000-000000000000";

// How long a transaction may take from the id of its event to its commit, plus the difference of clocks, on
// another server; what this server commits is read by its id.
constexpr auto kLateness = 10s;

constexpr std::size_t kMostKnown = 4096;

// Payloads name what they are about in `id` only, if it is a job or a candidate.
void write_entities(wire::JsonWriter& json, const events::StoredEvent& event, const Subject& subject) {
    json.key("entities");
    json.open_object();
    json.members(event.payload);
    if (subject.job && !event.payload.contains("\"job_id\"")) json.member("job_id", subject.job->text());
    if (subject.candidate && !event.payload.contains("\"candidate_id\""))
        json.member("candidate_id", subject.candidate->text());
    json.close_object();
}

Frame frame_of(const events::StoredEvent& event, const Subject& subject, std::string_view position) {
    std::string text = "id: ";
    text.append(position).append("\nevent: ").append(event.name).append("\ndata: ");
    wire::JsonWriter json{text};
    json.open_object();
    json.member("event", event.name);
    json.key("time");
    json.time(event.created_at);
    write_entities(json, event, subject);
    json.close_object();
    text += "\n\n";
    text.shrink_to_fit();
    return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

History::History() : mark_(random_text(6, "0123456789abcdef")) {}

void History::load(const std::vector<events::StoredEvent>& latest) {
    is_complete_ = latest.size() < kKept;
    if (!is_complete_) loaded_from_ = latest.front().id;
    for (const events::StoredEvent& event : latest) add(event);
    loaded_ = true;
}

const Published& History::add(const events::StoredEvent& event) {
    if (!newest_ || event.id > *newest_) {
        newest_ = event.id;
        late_ = 0;
    } else {
        ++late_;
    }
    remember(event.id);
    Subject subject = subject_of(event);
    std::string at{newest_->text()};
    if (late_ > 0) at.append(".").append(mark_).append(".").append(std::to_string(late_));
    Frame frame = frame_of(event, subject, at);
    if (events_.size() == kKept) {
        events_.pop_front();
        is_complete_ = false;
    }
    return events_.emplace_back(at, std::move(subject), std::move(frame));
}

void History::remember(const EventId& id) {
    known_.insert(id);
    if (known_.size() > kMostKnown) known_.erase(known_.begin(), known_.lower_bound(floor()));
}

EventId History::floor() const {
    if (is_settled_ && scanned_to_ == newest_) return *newest_;
    const Timestamp newest = newest_ ? time_of_uuid(newest_->text()) : Timestamp{};
    auto earliest = EventId::from_trusted(
        first_uuid_of(newest.ms > kLateness.count() * 1000 ? newest - kLateness : Timestamp{}));
    return loaded_from_ ? std::max(earliest, *loaded_from_) : earliest;
}

void History::was_scanned(Stopwatch::Instant began) {
    if (!newest_) return;
    if (scanned_to_ != newest_) {
        scanned_to_ = newest_;
        scanned_since_ = began;
        is_settled_ = false;
    } else if (began - scanned_since_ >= kLateness) {
        is_settled_ = true;
    }
}

std::string History::position() const {
    return events_.empty() ? std::string{kBeginning} : events_.back().position;
}

std::optional<std::vector<Published>> History::after(std::string_view position) const {
    if (position == kBeginning) {
        if (!is_complete_) return std::nullopt;
        return std::vector<Published>(events_.begin(), events_.end());
    }
    auto found = std::ranges::find(events_, position, &Published::position);
    if (found == events_.end())
        found = std::ranges::find(events_, position.substr(0, position.find('.')), &Published::position);
    if (found == events_.end()) return std::nullopt;
    return std::vector<Published>(std::next(found), events_.end());
}

}  // namespace callboard::streams
