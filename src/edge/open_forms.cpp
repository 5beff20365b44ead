#include "edge/open_forms.h"

#include <tuple>

#include "base/site.h"
#include "edge/route.h"

namespace callboard::edge {
namespace {

// The body, and its files as they will be stored, in base64.
std::uint64_t disk_for(std::size_t bytes) {
    return bytes <= OpenForms::kInMemory ? 0 : bytes + (std::uint64_t{bytes} + 2) / 3 * 4;
}

}  // namespace

std::expected<std::unique_ptr<OpenForms::Place>, OpenForms::Refusal> OpenForms::begin(const IpAddress& client,
                                                                                      std::size_t bytes) {
    const IpAddress network = site_of(client);
    const std::uint64_t needed = disk_for(bytes);
    {
        const std::lock_guard lock{mutex_};
        const auto found = networks_.find(network);
        const Use own = found == networks_.end() ? Use{} : found->second;
        if (own.count >= kMostOfNetwork || own.bytes + needed > kMostBytesOfNetwork)
            return std::unexpected(Refusal::too_many_of_network);
        if (all_.count >= kMost || all_.bytes + needed > kMostBytes)
            return std::unexpected(Refusal::too_many);
        for (Use* const use : {&all_, &networks_[network]}) {
            ++use->count;
            use->bytes += needed;
        }
    }
    return std::make_unique<Place>(*this, network, needed);
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
    if (has_file()) std::ignore = forms.accept([ended = std::move(place_)] {});
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
