#include "edge/open_forms.h"

#include <new>
#include <tuple>

#include "base/site.h"
#include "edge/route.h"

namespace callboard::edge {
namespace {

// The body, and its files as they will be stored, in base64.
std::uint64_t disk_for(std::size_t bytes) {
    return bytes + (std::uint64_t{bytes} + 2) / 3 * 4;
}

}  // namespace

bool OpenForms::Place::grow(std::size_t bytes) {
    const std::uint64_t more = disk_for(bytes);
    if (!use_.forms.reserve(use_.network, more)) return false;
    use_.reserved += more;
    return true;
}

std::expected<std::unique_ptr<OpenForms::Place>, OpenForms::Refusal> OpenForms::begin(
    const IpAddress& client) {
    const IpAddress network = site_of(client);
    auto place = std::make_unique<Place>(*this, network);  // before it is counted: this may fail
    const std::lock_guard lock{mutex_};
    const auto found = networks_.find(network);
    if (found != networks_.end() && found->second.count >= kMostOfNetwork)
        return std::unexpected(Refusal::too_many_of_network);
    if (all_.count >= kMost) return std::unexpected(Refusal::too_many);
    ++networks_[network].count;
    ++all_.count;
    place->use_.is_counted = true;
    return place;
}

bool OpenForms::reserve(const IpAddress& network, std::uint64_t bytes) {
    const std::lock_guard lock{mutex_};
    Use& own = networks_.find(network)->second;
    const std::uint64_t of_others = all_.bytes - own.bytes;
    if (own.bytes + bytes > (kMostBytes - of_others) / kShareOfNetwork) return false;
    own.bytes += bytes;
    all_.bytes += bytes;
    return true;
}

void OpenForms::end(const IpAddress& network, std::uint64_t reserved) {
    const std::lock_guard lock{mutex_};
    const auto found = networks_.find(network);
    for (Use* const use : {&all_, &found->second}) {
        --use->count;
        use->bytes -= reserved;
    }
    if (found->second.count == 0) networks_.erase(found);
}

std::uint64_t OpenForms::reserved() const {
    const std::lock_guard lock{mutex_};
    return all_.bytes;
}

OpenForm::~OpenForm() {
    OpenForms& forms = place_->forms();
    if (!has_file()) return;
    try {
        std::ignore = forms.accept([ended = std::move(place_)] {});
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
        // It is deleted on this thread.
    }
}

bool takes_open_form(const Route& route) {
    return route.access.open && route.writes && route.own_limit;
}

OpenForm* open_form_of(const RequestContext& context) {
    return takes_open_form(*context.route) ? static_cast<OpenForm*>(context.work.get()) : nullptr;
}

std::unique_ptr<OpenForm> take_open_form(RequestContext& context) {
    OpenForm* const form = open_form_of(context);
    if (form) std::ignore = context.work.release();
    return std::unique_ptr<OpenForm>{form};
}

}  // namespace callboard::edge
